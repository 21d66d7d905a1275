// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.fingerprint.minhash.MinHasher;
import java.util.List;
import org.opensearch.index.mapper.MapperParsingException;

/** What a field of type {@code near_dup} is to mappings and searches. */
public class DecisionFieldMapperTests extends SimHashNodeTestCase {
  public void testSearchesOfAllFieldsLeaveItOut() {
    createNews(
        "{'properties':{'near_dup':{'type':'near_dup'},'title':{'type':'text'},"
            + "'number':{'type':'long'}}}");
    index("word", "{'title':'new york'}");
    index("number", "{'number':3}");
    index("decided", "{'near_dup':{'status':'new','distance':3,'of':{'index':'york','id':'3'}}}");
    assertEquals(List.of("word"), find("{'query_string':{'query':'new'}}"));
    assertEquals(List.of("number"), find("{'query_string':{'query':'3'}}"));
    assertEquals(List.of("word"), find("{'multi_match':{'query':'new','fields':['*']}}"));
    assertEquals(List.of("decided"), find("{'term':{'near_dup.status':'new'}}"));
    assertEquals(List.of("decided"), find("{'query_string':{'query':'near_dup.distance:3'}}"));
  }

  public void testFieldsShowTheSignature() {
    createNews(
        "{'properties':{'near_dup':{'type':'near_dup','fields':{'signature':{"
            + "'type':'minhash'}}}}}");
    MinHasher hasher = new MinHasher();
    hasher.add(randomInt());
    String signature = hasher.signature().toString();
    index("1", "{'near_dup':{'status':'new','signature':'" + signature + "'}}");
    assertEquals(
        List.of(signature),
        search("{'fields':['near_dup.signature'],'_source':false}")
            .getHits()
            .getAt(0)
            .field("near_dup.signature")
            .getValues());
  }

  public void testSignaturesThatAreNoneCanBeIgnored() {
    createNews(
        "{'properties':{'near_dup':{'type':'near_dup','fields':{'signature':{"
            + "'type':'minhash','ignore_malformed':true}}},'title':{'type':'text'}}}");
    index("1", "{'near_dup':{'status':'new','signature':'xx'},'title':'new york'}");
    assertEquals(List.of("1"), find("{'term':{'_ignored':'near_dup.signature'}}"));
    assertEquals(List.of("1"), find("{'match':{'title':'york'}}"));
  }

  /** Core would give these the whole object, and every document would be refused. */
  public void testRefusesWhatTakesOneValue() {
    String[] wrong = {
      "'copy_to':'all'", "[copy_to] of field [near_dup] of type [near_dup]",
      "'fields':{'raw':{'type':'keyword'}}", "[fields] of field [near_dup] of type [near_dup]",
      "'fields':{'signature':{'type':'keyword'}}", "got [signature] of type [keyword]",
      "'fields':{'other':{'type':'minhash'}}", "got [other] of type [minhash]",
    };
    for (int i = 0; i < wrong.length; i += 2) {
      String mapping = "{'properties':{'near_dup':{'type':'near_dup'," + wrong[i] + "}}}";
      Exception refused = expectThrows(MapperParsingException.class, () -> createNews(mapping));
      assertTrue(refused.getMessage(), refused.getMessage().contains(wrong[i + 1]));
    }
  }
}

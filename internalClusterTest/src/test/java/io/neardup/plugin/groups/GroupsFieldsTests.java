// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.lessThan;

import io.neardup.plugin.Answer;
import io.neardup.plugin.SearchEffectsPlugin;
import io.neardup.request.BatchSize;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.opensearch.search.SearchHit;

/** {@code fields} and {@code size} of {@code _near_dup/groups}: what is shown of documents. */
public class GroupsFieldsTests extends GroupsTestCase {
  private static final String FIELDS =
      "'print':{'type':'simhash'},'clicks':{'type':'integer'},'source':{'type':'keyword'},"
          + "'place':{'type':'geo_point'},'also':{'type':'alias','path':'source'},"
          + "'title':{'type':'text','fields':{'raw':{'type':'keyword'}}},"
          + "'at':{'properties':{'day':{'type':'date','format':'yyyy/MM/dd'}}},"
          + "'open':{'type':'boolean'}";

  @Override
  protected void write() throws IOException {
    index("news", "'number_of_shards':2,'number_of_replicas':0", FIELDS);
    news("a", "0000000000000000", 1, "'times'");
    news("b", "0000000000000001", 5, "'post'");
    news("c", "0000000000000001", 3, "['times','wire']");
    news("d", "ffffffffffffffff", 9, "'post'");
    document("news", "e", "{'print':'fffffffffffffffe','clicks':2}");
  }

  private static void news(String id, String print, int clicks, String source) throws IOException {
    document(
        "news",
        id,
        "{'print':'"
            + print
            + "','clicks':"
            + clicks
            + ",'source':"
            + source
            + ",'title':'Story "
            + id
            + "','at':{'day':'2026/05/0"
            + clicks
            + "'},'open':true}");
  }

  private static Answer groups(String more) throws IOException {
    return post(
        "news/_near_dup/groups", "{'field':'print','keep':[{'clicks':'desc'}]" + more + "}");
  }

  private static Object record(String dest, String id, String field) throws IOException {
    post(dest + "/_refresh", null);
    Map<?, ?> source =
        (Map<?, ?>)
            succeeded(post(dest + "/_search", "{'query':{'term':{'id':'" + id + "'}}}"))
                .at("hits.hits.0._source");
    return field == null ? source.get("fields") : ((Map<?, ?>) source.get("fields")).get(field);
  }

  public void testRecordsAreAggregatedByThem() throws IOException {
    succeeded(groups(",'dest':'record','fields':['source','title.raw','clicks','at.day','open']"));
    assertEquals(List.of("times", "wire"), record("record", "c", "source"));
    assertEquals(List.of("Story c"), record("record", "c", "title.raw"));
    assertEquals(List.of(3), record("record", "c", "clicks"));
    assertEquals(List.of(true), record("record", "c", "open"));
    assertEquals(Map.of("clicks", List.of(2)), record("record", "e", null));
    Answer counted =
        succeeded(
            post(
                "record/_search",
                "{'size':0,'query':{'range':{'fields.at.day':{'gte':'2026-05-02'}}},"
                    + "'aggs':{'by':{'terms':{'field':'fields.source','order':{'_key':'asc'}}}}}"));
    assertEquals(3, counted.at("hits.total.value"));
    assertEquals("post", counted.at("aggregations.by.buckets.0.key"));
    assertEquals(2, counted.at("aggregations.by.buckets.0.doc_count"));
    assertEquals("times", counted.at("aggregations.by.buckets.1.key"));
    Answer mapping = succeeded(get("record/_mapping"));
    String fields = "record.mappings.properties.fields.properties.";
    assertEquals("integer", mapping.at(fields + "clicks.type"));
    assertEquals("date", mapping.at(fields + "at.properties.day.type"));
    assertEquals("keyword", mapping.at(fields + "title.properties.raw.type"));
  }

  public void testTextsAreFoundByWords() throws IOException {
    succeeded(groups(",'dest':'record','fields':['title','also']"));
    assertEquals(List.of("times", "wire"), record("record", "c", "also"));
    Answer found =
        succeeded(post("record/_search", "{'query':{'match':{'fields.title':'story'}}}"));
    assertEquals(4, found.at("hits.total.value"));
  }

  public void testLargestShowThem() throws IOException {
    Answer answer = succeeded(groups(",'fields':['source','title'],'size':1"));
    assertEquals("b", answer.at("largest.0.of.id"));
    assertEquals(3, answer.at("largest.0.size"));
    assertEquals(
        Map.of("source", List.of("post"), "title", List.of("Story b")),
        answer.at("largest.0.fields"));
    assertEquals(1, ((List<?>) answer.at("largest")).size());
    assertEquals(List.of(), succeeded(groups(",'size':0")).at("largest"));
    assertEquals("d", succeeded(groups(",'size':1000")).at("largest.1.of.id"));
    assertNull(succeeded(groups("")).at("largest.0.fields"));
  }

  public void testWhatIsTooLongIsLeftOutAndNamed() throws IOException {
    news("b", "0000000000000001", 5, "'" + "x".repeat(8193) + "'");
    Answer answer = succeeded(groups(",'dest':'record','fields':['source','title']"));
    assertEquals(Map.of("title", List.of("Story b")), answer.at("largest.0.fields"));
    assertEquals(List.of("source"), answer.at("largest.0.fields_left_out"));
    post("record/_refresh", null);
    Answer found =
        succeeded(post("record/_search", "{'query':{'term':{'fields_left_out':'source'}}}"));
    assertEquals("b", found.at("hits.hits.0._source.id"));
  }

  public void testFieldOfSeveralTypesIsAKeyword() throws IOException {
    index(
        "olds",
        "'number_of_shards':1,'number_of_replicas':0",
        "'print':{'type':'simhash'},'clicks':{'type':'integer'},'source':{'type':'integer'}");
    document("olds", "o", "{'print':'0000000000000001','clicks':4,'source':7}");
    succeeded(
        post(
            "news,olds/_near_dup/groups", "{'field':'print','dest':'record','fields':['source']}"));
    assertEquals(List.of(7), record("record", "o", "source"));
    Answer mapping = succeeded(get("record/_mapping"));
    assertEquals("keyword", mapping.at("record.mappings.properties.fields.properties.source.type"));
  }

  /** Though the mapping names none of them. */
  public void testPartsOfADecision() throws IOException {
    index("tagged", "", FIELDS + ",'near_dup':{'type':'near_dup'}");
    document("tagged", "a", "{'print':'0000000000000000'}");
    document("tagged", "b", "{'print':'0000000000000001'}");
    succeeded(post("tagged/_near_dup/groups", "{'field':'print','action':'tag'}"));
    succeeded(
        post(
            "tagged/_near_dup/groups",
            "{'field':'print','dest':'record','fields':['near_dup.group','near_dup.distance']}"));
    Object group = ((Map<?, ?>) source("tagged", "a").get("near_dup")).get("group");
    assertEquals(List.of(group), record("record", "b", "near_dup.group"));
    assertEquals(List.of(1), record("record", "b", "near_dup.distance"));
    Answer mapping = succeeded(get("record/_mapping"));
    String fields = "record.mappings.properties.fields.properties.near_dup.properties.";
    assertEquals("keyword", mapping.at(fields + "group.type"));
    assertEquals("byte", mapping.at(fields + "distance.type"));
    assertRefused(
        400,
        "[fields] must name keywords, texts, numbers, dates, booleans or addresses, got"
            + " [near_dup.of], which is [near_dup] is mapped as [near_dup] in [tagged]; leave it"
            + " out",
        post("tagged/_near_dup/groups", "{'field':'print','fields':['near_dup.of']}"));
  }

  /** However large they are, and whether they are copied or left out: a few at a time. */
  public void testLargeFieldsAreReadAFewAtATime() throws IOException {
    String text = "x".repeat(1 << 20);
    for (int i = 0; i < 12; i++) {
      document(
          "news",
          "t" + i,
          "{'print':'0000000000000000','source':'" + i + "','body':'" + text + "'}");
    }
    SearchEffectsPlugin.MOST_BYTES.set(0);
    succeeded(groups(",'dest':'record','fields':['source','body']"));
    assertThat(
        SearchEffectsPlugin.MOST_BYTES.get(), lessThan(BatchSize.BYTES + 2L * text.length()));
    for (int i = 0; i < 12; i++) {
      assertEquals(Map.of("source", List.of("" + i)), record("record", "t" + i, null));
    }
  }

  public void testApplied() throws IOException {
    String source = "x".repeat(8192);
    news("c", "0000000000000001", 3, "'" + source + "'");
    succeeded(groups(",'dest':'record','fields':['source']"));
    assertEquals(List.of(source), record("record", "c", "source"));
    SearchEffectsPlugin.MOST_BYTES.set(0);
    Answer answer =
        succeeded(
            post("_near_dup/groups/_apply", "{'dest':'record','action':'delete','verify':false}"));
    assertEquals(3, answer.at("deleted"));
    assertThat(SearchEffectsPlugin.MOST_BYTES.get(), lessThan((long) source.length()));
  }

  public void testRefused() throws IOException {
    assertRefused("[fields] must name fields of [news], got [sauce], mapped in none", "['sauce']");
    assertRefused("got [place], which is [geo_point] in [news]; leave it out", "['place']");
    assertRefused("got [at], which is [object] in [news]; leave it out", "['at']");
    assertRefused("[fields] must name keywords", "['print']");
    assertRefused("[fields] may not name both", "['title','title.raw']");
    assertRefused("[fields] must name each field once", "['title','title']");
    assertRefused("[fields] must be a list of names of fields, got [1]", "[1]");
    assertRefused("[fields] must be the name of a field", "['*']");
    for (String size : new String[] {"-1", "1001", "1.5", "'many'"}) {
      assertRefused("[size] must be a whole number from 0 to 1000, got [", "[],'size':" + size);
    }
    put("bare", "{'mappings':{'_source':{'enabled':false},'properties':{" + FIELDS + "}}}");
    document("bare", "a", "{'print':'0000000000000000'}");
    document("bare", "b", "{'print':'0000000000000000'}");
    Answer bare =
        post("bare/_near_dup/groups", "{'field':'print','dest':'record','fields':['source']}");
    assertRefused(
        400,
        "[fields] are copied from [_source], which documents of [bare] do not have, got [source];"
            + " leave [fields] out",
        bare);
    assertEquals(404, get("record").status());
    succeeded(groups(",'dest':'plain'"));
    post("plain/_refresh", null);
    for (SearchHit hit : client().prepareSearch("plain").setSize(10).get().getHits()) {
      client().prepareDelete("plain", hit.getId()).get();
    }
    assertRefused("[dest] must map [fields.source]", "['source'],'dest':'plain'");
  }

  private static void assertRefused(String reason, String fields) throws IOException {
    Answer answer = groups(",'fields':" + fields);
    assertEquals(answer.toString(), 400, answer.status());
    assertThat(answer.reason(), containsString(reason));
  }
}

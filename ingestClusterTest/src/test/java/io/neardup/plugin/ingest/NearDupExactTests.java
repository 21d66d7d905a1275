// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import io.neardup.plugin.Answer;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** What an index must map, and a document must have, so that {@code exact} can compare it. */
public class NearDupExactTests extends NearDupNewsTestCase {
  private static final String MAPPING = NearDupAtIngestTests.MAPPING;

  private static void stages(String url) throws IOException {
    pipeline("p", "{'near_dup':{'stages':[{'exact':'url'}]}}");
    index(
        "news",
        "'index.default_pipeline':'p'",
        MAPPING.replace("'url':{'type':'keyword'}", "'url':{" + url + "}"));
  }

  public void testAKeywordStageMustBeOne() throws IOException {
    stages("'type':'text'");
    assertDocumentRefusedWith(
        "field [url] of index [news] must be mapped as [keyword], or as another type whose values"
            + " are indexed and have doc values, for near_dup to compare it, got [text]; name"
            + " [url.keyword] in the pipeline, and map it here, and in the template of future"
            + " indexes: PUT news/_mapping {");
    paste(write("1", STORM));
    pipeline("p", "{'near_dup':{'stages':[{'exact':'url.keyword'}]}}");
    for (String id : List.of("1", "2")) {
      document("news", id, "{'url':'http://example/a'}");
    }
    assertEquals("duplicate", status("news", "2"));
  }

  /** What is left out for another reason has another way out. */
  public void testValuesThatAreLeftOut() throws IOException {
    stages("'type':'long','ignore_malformed':true");
    Answer refused = write("1", "{'url':'news'}");
    assertEquals(refused.toString(), 400, refused.status());
    assertThat(
        refused.reason(),
        containsString(
            "got [4] characters; [ignore_malformed] leaves out what is no [long]: send one, or name"
                + " a [keyword] in the pipeline"));
  }

  /** A value is equal in all indexes, so that its field is mapped as in those before. */
  public void testFieldsOfAnOlderIndex() throws IOException {
    String value = RandomPicks.randomFrom(random(), List.of("true", "1.5", "'2026-01-01'"));
    String fields = "{'premium':" + value + ",'topic':'Sea','url':";
    pipeline("p", "{'near_dup':{'stages':[{'exact':'url'}],'scope':['premium','topic']}}");
    put(
        "news-000001",
        "{'aliases':{'news':{'is_write_index':true}},'mappings':{'properties':{"
            + "'url':{'type':'keyword'},'topic':{'type':'keyword','normalizer':'lowercase'}}}}");
    document("news", "0", fields + "'a'}");
    put("news-000001/_settings", "{'index.default_pipeline':'p'}");
    document("news", "1", fields + "'b'}");
    succeeded(post("news/_rollover", "{'settings':{'index.default_pipeline':'p'}}"));
    document("news", "2", fields + "'b'}");
    assertEquals(value, "duplicate", status("news-000002", "2"));
    Answer mapping = succeeded(get("news-000002/_mapping"));
    assertEquals("lowercase", mapping.at("news-000002.mappings.properties.topic.normalizer"));
  }

  /** What it names is in the settings of the older index alone. */
  public void testASettingOfAnOlderIndex() throws IOException {
    String same = "{'url':'a','day':'2026-01-01T00:00:00Z'}";
    pipeline("p", "{'near_dup':{'stages':[{'exact':'url'}],'scope':'day'}}");
    put(
        "news-000001",
        "{'aliases':{'news':{'is_write_index':true}},'settings':{'index.default_pipeline':'p',"
            + "'analysis':{'normalizer':{'low':{'type':'custom','filter':['lowercase']}}}},"
            + "'mappings':{'properties':{'url':{'type':'keyword','normalizer':'low'},"
            + "'day':{'type':'date'}}}}");
    document("news", "1", "{'url':'A','day':'2026-01-01'}");
    succeeded(post("news/_rollover", "{'settings':{'index.default_pipeline':'p'}}"));
    Answer refused = write("2", same);
    assertEquals(refused.toString(), 400, refused.status());
    assertThat(
        refused.reason(),
        containsString(
            "fields [day, url], which near_dup compares, must be mapped in index [news-000002] as in"
                + " an older one of its domain, got [Failed to parse mapping [_doc]: normalizer [low]"
                + " not found for field [url]]; give it, and the template of future indexes, the"
                + " settings that it lacks, or map them here in another way: PUT news-000002/"));
    paste(refused);
    document("news", "2", same);
    assertEquals("duplicate", status("news-000002", "2"));
  }

  /** The first of two indexes, which has a decision about {@code key}, and maps this. */
  private static void older(String mapping) throws IOException {
    pipeline("p", "{'near_dup':{'stages':[{'exact':'key'}]}}");
    put(
        "news-000001",
        "{'aliases':{'news':{'is_write_index':true}},'settings':{'index.default_pipeline':'p'},"
            + "'mappings':{'properties':{"
            + mapping
            + "}}}");
    document("news", "1", "{'key':'a','lang':'en'}");
    succeeded(post("news/_rollover", "{'settings':{'index.default_pipeline':'p'}}"));
  }

  /** Otherwise its documents would silently be compared with nothing. */
  public void testAnOlderIndexCannotCompareWhatItHas() throws IOException {
    older("'lang':{'type':'text'}");
    put("news-000002/_mapping", "{'properties':{'lang':{'type':'keyword'}}}");
    Map<String, String> reasons =
        Map.of(
            "'stages':[{'exact':'key'},{'exact':'lang'}]", "field [lang] of index [news-000001]",
            "'stages':[{'exact':'key'}],'scope':'lang'", "field [lang] of index [news-000001]",
            "'stages':[{'exact':'key'}],'scope':{'differs':'lang'}", "field [lang] of index [news-",
            "'stages':[{'exact':'key'}],'keep':[{'lang':'asc'}]",
                "[keep] of near_dup must name numeric, date or keyword fields with doc values of"
                    + " index [news-000001], got [lang], which is mapped as [text]; name another");
    for (Map.Entry<String, String> reason : reasons.entrySet()) {
      pipeline("p", "{'near_dup':{" + reason.getKey() + "}}");
      Answer refused = write("2", "{'key':'a','lang':'en'}");
      assertEquals(refused.toString(), 400, refused.status());
      assertThat(refused.reason(), startsWith(reason.getValue()));
    }
  }

  /** What it need not have leaves the rest as it is. */
  public void testAnOlderIndexLacksAnother() throws IOException {
    older("'size':{'type':'text'}");
    put("news-000002/_mapping", "{'properties':{'size':{'type':'long'},'rank':{'type':'long'}}}");
    pipeline(
        "p",
        "{'near_dup':{'stages':[{'exact':'key'}],"
            + RandomPicks.randomFrom(
                random(),
                List.of(
                    "'keep':[{'rank':'asc'}]",
                    "'on_duplicate':'drop','merge':{'most':{'max':'size'}}"))
            + "}}");
    document("news", "2", "{'key':'a'}");
    assertEquals("duplicate", status("news-000002", "2"));
  }

  public void testIgnoreAbove() throws IOException {
    stages("'type':'keyword','normalizer':'lowercase','ignore_above':10");
    document("news", "0", "{'url':'short'}");
    Answer refused = write("1", "{'url':'http://long.example/abcdef'}");
    assertRefused(
        400,
        "field [url], which near_dup compares, must be indexed with its value, but index [news]"
            + " leaves this one out, got [26] characters; set [ignore_above] to [32766] in its"
            + " mapping, or send a shorter value",
        refused);
    put(
        "news/_mapping",
        "{'properties':{'url':{'type':'keyword','normalizer':'lowercase','ignore_above':32766}}}");
    for (String id : List.of("1", "2")) {
      document("news", id, "{'url':'http://long.example/abcdef'}");
    }
    assertEquals("duplicate", status("news", "2"));
  }

  public void testOnlyTheIndexMustBeOn() throws IOException {
    stages("'type':'keyword','index':false");
    assertDocumentRefusedWith("for near_dup to compare it, got [keyword] with [index] false; name");
    forget("news");
    stages("'type':'keyword','doc_values':false");
    document("news", "1", "{'url':'a'}");
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import static org.hamcrest.Matchers.containsString;

import io.neardup.plugin.Answer;
import java.io.IOException;
import java.util.Map;

/** {@code _near_dup/groups}: by which fields documents can be ordered, and how far groups reach. */
public class GroupsKeepTests extends GroupsTestCase {
  private static final String GROUPS_PATH = "/_near_dup/groups";
  private static final String[] TYPES = {
    "unsigned_long", "long", "integer", "short", "byte", "double", "float", "half_float", "date"
  };

  @Override
  protected void write() {
    // Each test has its own indexes.
  }

  private Answer groups(String index, String parameters) throws IOException {
    return post(index + GROUPS_PATH, "{'field':'print'" + parameters + "}");
  }

  private static void same(String index, String id, String more) throws IOException {
    document(index, id, "{'print':'00000000000000ff'" + more + "}");
  }

  private static String[] extremes(String type) {
    return switch (type) {
      case "unsigned_long" -> new String[] {"0", "18446744073709551615"};
      case "long" -> new String[] {"-9223372036854775808", "9223372036854775807"};
      case "byte" -> new String[] {"-128", "127"};
      case "short" -> new String[] {"-32768", "32767"};
      case "integer" -> new String[] {"-2147483648", "2147483647"};
      case "double" -> new String[] {"-1.7976931348623157e308", "1.7976931348623157e308"};
      case "float" -> new String[] {"-3.4028235e38", "3.4028235e38"};
      case "half_float" -> new String[] {"-65504", "65504"};
      default -> new String[] {"0", "9999999999999"};
    };
  }

  /** The one without a value is the first by name, so that it would win a tie. */
  public void testDocumentsWithoutAValueComeLastForEveryType() throws IOException {
    for (String type : TYPES) {
      String index = "missing_" + type;
      index(index, "", "'print':{'type':'simhash'},'n':{'type':'" + type + "'}");
      String[] extremes = extremes(type);
      for (String order : new String[] {"asc", "desc"}) {
        String last = extremes["asc".equals(order) ? 1 : 0];
        same(index, "a", "");
        same(index, "z", ",'n':" + last);
        Answer answer = succeeded(groups(index, ",'keep':[{'n':'" + order + "'}]"));
        assertEquals(type + " " + order, "z", answer.at("largest.0.of.id"));
      }
    }
  }

  /** As where searches sort, and where documents are compared when they arrive. */
  public void testNanosecondsCount() throws IOException {
    index("nanos", "", "'print':{'type':'simhash'},'at':{'type':'date_nanos'}");
    same("nanos", "a", ",'at':'2026-01-02T03:04:05.678000002Z'");
    same("nanos", "b", ",'at':'2026-01-02T03:04:05.678000001Z'");
    same("nanos", "c", ",'at':'2026-01-02T03:04:05.678000003Z'");
    assertEquals("b", succeeded(groups("nanos", ",'keep':[{'at':'asc'}]")).at("largest.0.of.id"));
    assertEquals("c", succeeded(groups("nanos", ",'keep':[{'at':'desc'}]")).at("largest.0.of.id"));
    assertEquals(0, succeeded(groups("nanos", ",'scope':['at']")).at("groups"));
  }

  /** The next field decides among those without a value, not between these and others. */
  public void testAFieldBehindDecidesNothingBetweenAValueAndNone() throws IOException {
    index(
        "news", "", "'print':{'type':'simhash'},'n':{'type':'unsigned_long'},'m':{'type':'long'}");
    same("news", "a", ",'m':1");
    same("news", "b", ",'m':0");
    same("news", "z", ",'n':0,'m':9");
    String keep = ",'keep':[{'n':'desc'},{'m':'asc'}]";
    assertEquals("z", succeeded(groups("news", keep)).at("largest.0.of.id"));
    String without = keep + ",'query':{'bool':{'must_not':{'exists':{'field':'n'}}}}";
    assertEquals("b", succeeded(groups("news", without)).at("largest.0.of.id"));
  }

  public void testKeywords() throws IOException {
    index(
        "news",
        "'number_of_shards':3",
        "'print':{'type':'simhash'},'lang':{'type':'keyword'},'at':{'type':'ip'}");
    same("news", "a", "");
    same("news", "b", ",'lang':'fr','at':'10.0.0.2'");
    same("news", "c", ",'lang':['zh','de'],'at':'10.0.0.10'");
    same("news", "d", ",'lang':'en','at':'9.0.0.1'");
    assertKept("c", "[{'lang':'asc'}]");
    assertKept("c", "[{'lang':'desc'}]");
    assertKept("d", "[{'at':'asc'}]");
    assertKept("c", "[{'at':'desc'}]");
    index("other", "", "'print':{'type':'simhash'},'lang':{'type':'integer'}");
    assertRefused(
        400,
        "[keep] must name fields that are of one kind in all indexes, got [lang], which is of"
            + " kinds [integer, keyword]",
        groups("news,other", ",'keep':[{'lang':'asc'}]"));
  }

  private void assertKept(String id, String keep) throws IOException {
    Answer answer = succeeded(groups("news", ",'keep':" + keep));
    assertEquals(4, answer.at("largest.0.size"));
    assertEquals(keep, id, answer.at("largest.0.of.id"));
  }

  /** Nobody would learn that documents were not compared, since what tells them apart is a form. */
  public void testScopesOfTwoKinds() throws IOException {
    String[][] kinds = {
      {"long", "double", "5", "double, integer"},
      {"float", "double", "0.1", "double, float"},
      {"date", "date_nanos", "5", "date, date_nanos"},
      {"boolean", "keyword", "true", "integer, keyword"},
      {"ip", "keyword", "'::1'", "ip, keyword"},
      {"integer", "long", "5", null},
      {"double", "double", "0.1", null},
      {"keyword", "keyword", "'x'", null},
    };
    for (int i = 0; i < kinds.length; i++) {
      String[] kind = kinds[i];
      for (int j = 0; j < 2; j++) {
        index("kind" + i + j, "", "'print':{'type':'simhash'},'s':{'type':'" + kind[j] + "'}");
        same("kind" + i + j, "a", ",'s':" + kind[2]);
      }
      Answer answer = groups("kind" + i + "*", ",'scope':['s']");
      if (kind[3] == null) {
        assertEquals(kind[0] + " " + kind[1], 1, succeeded(answer).at("groups"));
      } else {
        assertRefused(
            400,
            "[scope] must name fields that are of one kind in all indexes, got [s], which is of"
                + " kinds ["
                + kind[3]
                + "]",
            answer);
      }
    }
  }

  /** Each keyword of a job that is put in order is held until the end of it. */
  public void testLongKeywordsAreCharged() throws IOException {
    pipeline("signed", "{'minhash':{'fields':['text'],'target_field':'sign'}}");
    index(
        "signed",
        "'index.default_pipeline':'signed'",
        "'sign':{'type':'minhash'},'url':{'type':'keyword'},'near_dup':{'type':'near_dup'}");
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      bulk.append("{'index':{}}\n{'text':'a storm hit the coast on monday','url':'")
          .append(i + "x".repeat(30_000))
          .append("'}\n");
    }
    succeeded(post("signed/_bulk?refresh=true", bulk.toString()));
    String body = "{'field':'sign','similarity':0.8,'action':'tag','decide':'anew','keep':[{'url':";
    clusterSetting("plugins.near_dup.groups.memory", "'1mb'");
    try {
      Answer refused = post("signed" + GROUPS_PATH, body + "'desc'}]}");
      assertEquals(refused.toString(), 400, refused.status());
      assertThat(refused.reason(), containsString("that [plugins.near_dup.groups.memory] allows"));
    } finally {
      clusterSetting("plugins.near_dup.groups.memory", "null");
    }
    succeeded(post("signed" + GROUPS_PATH, body + "'desc'}]}"));
  }

  /** Signatures are put in order by what searches sort by, and not by what they show. */
  public void testAddressesOrderTagsBySignatures() throws IOException {
    index(
        "signed",
        "'number_of_shards':2,'number_of_replicas':0",
        "'sign':{'type':'minhash'},'at':{'type':'ip'},'near_dup':{'type':'near_dup'}");
    pipeline("signed", "{'minhash':{'fields':['text'],'target_field':'sign'}}");
    String[] addresses = {"10.0.0.2", "9.0.0.1", "::1"};
    for (int i = 0; i < addresses.length; i++) {
      document(
          "signed",
          i + "?pipeline=signed",
          "{'at':'" + addresses[i] + "','text':'a storm with winds hit the coast on monday'}");
    }
    for (String query : new String[] {"", ",'query':{'range':{'at':{'gte':'0.0.0.0'}}}"}) {
      String body = "{'field':'sign','similarity':0.8,'keep':[{'at':'asc'}]" + query;
      Answer found = succeeded(post("signed" + GROUPS_PATH, body + "}"));
      succeeded(post("signed" + GROUPS_PATH, body + ",'action':'tag','decide':'anew'}"));
      String first = query.isEmpty() ? "2" : "1";
      assertEquals(first, found.at("largest.0.of.id"));
      assertEquals("new", ((Map<?, ?>) source("signed", first).get("near_dup")).get("status"));
    }
  }

  /** As a report does, also where no search may ask for doc values. */
  public void testNumbersOfTwoTypesOrderTagsBySignatures() throws IOException {
    pipeline("signed", "{'minhash':{'fields':['text'],'target_field':'sign'}}");
    String[][] types = {
      {"integer", "long"},
      {"byte", "short"},
      {"float", "double"},
      {"unsigned_long", "unsigned_long"}
    };
    for (String[] pair : types) {
      for (int i = 0; i < 4; i++) {
        String index = pair[0] + i;
        // Unmapped in the third, in the last one without a value.
        String mapped = i == 2 ? "" : "'n':{'type':'" + pair[i % 2] + "'},";
        index(
            index,
            "'number_of_replicas':0,'max_docvalue_fields_search':0",
            "'sign':{'type':'minhash'}," + mapped + "'near_dup':{'type':'near_dup'}");
        document(
            index,
            i + "?pipeline=signed",
            "{"
                + (i < 2 ? "'n':" + (3 - i) + "," : "")
                + "'text':'a storm hit the coast on monday'}");
      }
      for (String order : new String[] {"asc", "desc"}) {
        String body = "{'field':'sign','similarity':0.8,'keep':[{'n':'" + order + "'}]";
        String path = pair[0] + "*" + GROUPS_PATH;
        succeeded(post(path, body + ",'action':'tag','decide':'anew'}"));
        String first = "asc".equals(order) ? "1" : "0";
        assertEquals(first, succeeded(post(path, body + "}")).at("largest.0.of.id"));
        Map<?, ?> tag = (Map<?, ?>) source(pair[0] + first, first).get("near_dup");
        assertEquals(pair[0] + " " + order, "new", tag.get("status"));
      }
    }
  }

  /** For evaluation sets: what was met in training is left out, and so is what occurs twice. */
  public void testEveryCopyIsADuplicateWhereNoneIsKept() throws IOException {
    index("news", "", "'print':{'type':'simhash'},'n':{'type':'integer'}");
    same("news", "a", ",'n':1");
    same("news", "b", ",'n':2");
    document("news", "c", "{'print':'ffffffff00000000'}");
    Answer none = succeeded(groups("news", ",'keep':'none','dest':'found'"));
    assertEquals(1, none.at("groups"));
    assertEquals(2, none.at("duplicates"));
    assertEquals(2, none.at("largest.0.size"));
    Answer records =
        succeeded(post("found/_search", "{'sort':'id','query':{'term':{'status':'duplicate'}}}"));
    assertEquals(2, records.at("hits.total.value"));
    assertNull(records.at("hits.hits.0._source.of"));
    assertEquals("a", records.at("hits.hits.1._source.of.id"));
    String against = ",'query':{'term':{'n':2}},'against':{'query':{'term':{'n':1}}}";
    Answer known = succeeded(groups("news", ",'keep':'none','dest':'known'" + against));
    assertEquals("what is canonical already stays", 1, known.at("duplicates"));
    Answer kept = succeeded(post("known/_search", "{'query':{'term':{'status':'new'}}}"));
    assertEquals("a", kept.at("hits.hits.0._source.id"));
    for (String action : new String[] {"tag", "delete"}) {
      assertRefused(
          400,
          "[keep] [none] leaves no document of a group to stay, which only [action] [report] can"
              + " tell; leave [keep] out to keep one, or look at the records of [dest] first",
          groups("news", ",'keep':'none','dest':'gone','action':'" + action + "'"));
    }
  }

  /** As at ingest. */
  public void testGreaterDistances() throws IOException {
    index("news", "", "'print':{'type':'simhash'}");
    document("news", "a", "{'print':'0000000000000000'}");
    document("news", "b", "{'print':'00000000000007ff'}");
    document("news", "c", "{'print':'0000000000800fff'}");
    for (int distance : new int[] {8, 10, 11}) {
      Answer answer = succeeded(groups("news", ",'max_distance':" + distance));
      assertEquals(1, answer.at("groups"));
      assertEquals(distance == 11 ? "a" : "b", answer.at("largest.0.of.id"));
    }
  }

  /** Documents would be grouped by none of their fingerprints, or by any. */
  public void testFieldsOfNestedObjects() throws IOException {
    for (String copied : new String[] {"", ",'include_in_root':true"}) {
      String index = "nested" + copied.length();
      index(
          index,
          "",
          "'print':{'type':'simhash'},'n':{'type':'nested'"
              + copied
              + ",'properties':{'print':{'type':'simhash'},'clicks':{'type':'integer'}}}");
      document(
          index, "a", "{'print':'0000000000000000','n':[{'print':'0000000000000000','clicks':1}]}");
      document(
          index, "b", "{'print':'0000000000000000','n':[{'print':'0000000000000000','clicks':2}]}");
      assertNested("field", "n.print", index, post(index + GROUPS_PATH, "{'field':'n.print'}"));
      assertNested("keep", "n.clicks", index, groups(index, ",'keep':[{'n.clicks':'desc'}]"));
      assertNested("scope", "n.clicks", index, groups(index, ",'scope':['n.clicks']"));
    }
  }

  private static void assertNested(String parameter, String field, String index, Answer answer)
      throws IOException {
    assertRefused(
        400,
        "["
            + parameter
            + "] must not be in an object of type [nested], got ["
            + field
            + "] in ["
            + index
            + "], where [n] is nested: write the value of the whole document into a field outside"
            + " of it",
        answer);
  }
}

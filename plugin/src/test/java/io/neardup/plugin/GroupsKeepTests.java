// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import java.io.IOException;

/** {@code _near_dup/groups}: by which fields documents can be ordered, and how far groups reach. */
public class GroupsKeepTests extends GroupsTestCase {
  private static final String[] TYPES = {
    "unsigned_long", "long", "integer", "short", "byte", "double", "float", "half_float", "date"
  };

  @Override
  protected void write() {
    // Each test has its own indexes.
  }

  private Answer groups(String index, String parameters) throws IOException {
    return post(index + "/_near_dup/groups", "{'field':'print'" + parameters + "}");
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
      assertRefused(
          400,
          "[field] must be a field of the documents themselves, and [n] is [nested]: a document"
              + " has a fingerprint for each of its objects; index each object as a document of"
              + " its own to group them, got [n.print] of type [simhash] in ["
              + index
              + "]",
          post(index + "/_near_dup/groups", "{'field':'n.print'}"));
      String keep = ",'keep':[{'n.clicks':'desc'}]";
      if (copied.isEmpty()) {
        String refused =
            " must not name fields of [nested] objects, such as those of [n], unless they have"
                + " [include_in_root], got [n.clicks] of type [integer] in ["
                + index
                + "]";
        assertRefused(400, "[keep]" + refused, groups(index, keep));
        assertRefused(400, "[scope]" + refused, groups(index, ",'scope':['n.clicks']"));
      } else {
        assertEquals("b", succeeded(groups(index, keep)).at("largest.0.of.id"));
      }
    }
  }
}

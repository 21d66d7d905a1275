// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Values in odd forms of JSON: whoever compares documents by them, at ingest, by tags of whole
 * indexes or in collapsed results, takes the same ones for equal, namely those that the index does.
 */
public class NearDupEqualValuesTests extends NodeTestCase {
  private static final String MAPPING =
      "'print':{'type':'simhash'},'near_dup':{'type':'near_dup'}"
          + ",'key':{'type':'keyword'},'low':{'type':'keyword','normalizer':'lowercase'},"
          + "'number':{'type':'long'},'real':{'type':'double'},'day':{'type':'date'},"
          + "'yes':{'type':'boolean'},'text':{'type':'text','fields':{'raw':{'type':'keyword'}}}";

  /** The forms of each field; those of one row are equal to the index. */
  private static final Map<String, List<List<String>>> FORMS =
      Map.of(
          "key",
          List.of(
              List.of("'en'", "['en']", "['en','en']", "[null,'en']"),
              List.of("'EN'", "['EN']"),
              List.of("1", "'1'", "[1]"),
              List.of("['en','de']", "['de','en','de']"),
              List.of("null", "[]", "[null]")),
          "low",
          List.of(List.of("'en'", "'EN'", "['En','eN']"), List.of("'de'", "['DE']")),
          "number",
          List.of(
              List.of("1", "1.0", "'1'", "[1,1.0]", "1.7"), List.of("2", "['2']"), List.of("-1")),
          "real",
          List.of(List.of("1", "1.0", "'1.00'"), List.of("1.5", "[1.5,'1.50']")),
          "day",
          List.of(
              List.of("'2026-01-01'", "'2026-01-01T00:00:00Z'", "1767225600000", "'2026-01'"),
              List.of("'1960-01-01'", "['1960-01-01T00:00:00.000Z']"),
              List.of("'2026-01-01T00:00:00.001Z'")),
          "yes",
          List.of(List.of("true", "'true'", "[true,true]"), List.of("false", "'false'", "''")),
          "text.raw",
          List.of(List.of("'a b'", "['a b']"), List.of("'A b'")));

  private static Map<String, Set<String>> partition(String index) throws IOException {
    Map<String, Set<String>> groups = new HashMap<>();
    Answer all = succeeded(post(index + "/_search", "{'size':100,'_source':['near_dup']}"));
    for (Object hit : (List<?>) all.at("hits.hits")) {
      Map<?, ?> source = (Map<?, ?>) ((Map<?, ?>) hit).get("_source");
      groups
          .computeIfAbsent(
              (String) ((Map<?, ?>) source.get("near_dup")).get("group"), key -> new TreeSet<>())
          .add((String) ((Map<?, ?>) hit).get("_id"));
    }
    return groups;
  }

  public void testAllAgree() throws IOException {
    for (Map.Entry<String, List<List<String>>> forms : FORMS.entrySet()) {
      assertAgreed(forms.getKey(), forms.getValue());
      for (String index : List.of("news", "plain")) {
        assertEquals(200, call("DELETE", index, null).status());
      }
    }
  }

  private static void assertAgreed(String field, List<List<String>> forms) throws IOException {
    String nearDup = "'precomputed':true,'field':'print','scope':'" + field + "'";
    pipeline("p", "{'near_dup':{" + nearDup + "}}");
    index("news", "'index.default_pipeline':'p'", MAPPING);
    index("plain", "", MAPPING);
    Map<Integer, Set<String>> expected = new HashMap<>();
    for (int i = 0; i < 12; i++) {
      int row = random().nextInt(forms.size());
      String value = RandomPicks.randomFrom(random(), forms.get(row));
      String json =
          "{'print':'00000000000000ff','" + field.replace(".raw", "") + "':" + value + "}";
      expected.computeIfAbsent(row, key -> new TreeSet<>()).add("d" + i);
      document("news", "d" + i, json);
      document("plain", "d" + i, json);
    }
    Set<Set<String>> classes = new HashSet<>(expected.values());
    assertEquals(field, classes, new HashSet<>(partition("news").values()));
    String scope = "'field':'print','max_distance':3,'scope':['" + field + "']";
    succeeded(post("plain/_near_dup/groups", "{" + scope + ",'action':'tag'}"));
    succeeded(post("plain/_refresh", null));
    assertEquals(field, classes, new HashSet<>(partition("plain").values()));
    Answer collapsed =
        succeeded(post("news/_search", "{'size':100,'ext':{'near_dup_collapse':{" + scope + "}}}"));
    assertEquals(field, classes.size(), ((List<?>) collapsed.at("hits.hits")).size());
  }
}

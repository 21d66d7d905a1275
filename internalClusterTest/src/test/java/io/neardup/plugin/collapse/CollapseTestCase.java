// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.collapse;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.After;

/** Searches that are collapsed by a pipeline or by {@code ext}. */
public abstract class CollapseTestCase extends NodeTestCase {
  static final String FIELDS =
      "'print':{'type':'simhash'},'n':{'type':'integer'},'when':{'type':'date'},"
          + "'tenant':{'type':'keyword'},'note':{'type':'text'},"
          + "'bare':{'type':'keyword','doc_values':false}";

  static final String BY_N = "'sort':[{'n':'asc'}]";
  static final String OVERSAMPLE =
      "'request_processors':[{'near_dup_oversample':{'field':'print','factor':3}}]";

  @After
  public void forgetSearchPipelines() throws IOException {
    call("DELETE", "_search/pipeline/*", null);
  }

  static String collapse(String more) {
    return OVERSAMPLE
        + ",'response_processors':[{'near_dup_collapse':{'field':'print'"
        + more
        + "}}]";
  }

  static Answer ask(String index, String body) throws IOException {
    return post(index + "/_search", "{" + body + "}");
  }

  /** With a pipeline of the request. */
  static Answer piped(String more, String body) throws IOException {
    return ask("news", "'search_pipeline':{" + collapse(more) + "}," + body);
  }

  static Answer ext(String more, String body) throws IOException {
    return ask("news", "'ext':{'near_dup_collapse':{'field':'print'" + more + "}}," + body);
  }

  /**
   * Sorted by n: two groups whose members take turns, one document without a fingerprint and one of
   * another tenant.
   */
  static void news() throws IOException {
    index("news", "'number_of_shards':2", FIELDS);
    String[] prints = {"00", "ff00", "01", "ff01", "03", null, "07", "ff0000"};
    for (int i = 0; i < prints.length; i++) {
      String print =
          prints[i] == null
              ? ""
              : "'print':'" + "0".repeat(16 - prints[i].length()) + prints[i] + "',";
      document(
          "news",
          "d" + i,
          "{"
              + print
              + "'n':"
              + i
              + ",'when':'2026-01-0"
              + (i + 1)
              + "','tenant':'"
              + (i == 4 ? "b" : "a")
              + "','note':'x'}");
    }
  }

  static List<String> collapsed(Answer answer, int hit) throws IOException {
    List<?> hits = (List<?>) answer.at("hits.hits." + hit + ".fields.near_dup_collapsed.0.hits");
    return hits.stream()
        .map(entry -> ((Map<?, ?>) entry).get("_id") + ":" + ((Map<?, ?>) entry).get("distance"))
        .toList();
  }

  static void assertSummary(int examined, int collapsed, boolean exhausted, Answer answer)
      throws IOException {
    assertEquals(summary(examined, collapsed, exhausted), answer.at("ext.near_dup_collapse"));
  }

  /** What the response of a collapsed search says, where nothing else is to be said. */
  static Map<String, Object> summary(int examined, int collapsed, boolean exhausted) {
    return new HashMap<>(
        Map.of("examined", examined, "collapsed", collapsed, "exhausted", exhausted));
  }
}

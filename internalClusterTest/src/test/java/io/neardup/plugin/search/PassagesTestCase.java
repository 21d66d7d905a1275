// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import io.neardup.plugin.Answer;
import io.neardup.plugin.HidingTestCase;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Texts with a field of passages below them, and what they are asked. */
public abstract class PassagesTestCase extends HidingTestCase {
  protected static final String MAPPING =
      "{'settings':{'number_of_shards':2,'number_of_replicas':0},'mappings':{'properties':{"
          + "'body':{'type':'text','fields':{'passages':{'type':'passages','min_passage':10}}},"
          + "'lang':{'type':'keyword'}}}}";

  protected static String words(String prefix, int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> prefix + i).collect(Collectors.joining(" "));
  }

  protected static void write(String id, String body, String more) throws IOException {
    succeeded(call("PUT", "news/_doc/" + id + "?refresh=true", "{'body':" + body + more + "}"));
  }

  protected static void write(String id, String body) throws IOException {
    write(id, "'" + body + "'", "");
  }

  protected static Map<String, Object> ask(String parameters) throws IOException {
    Answer answer =
        succeeded(post("news/_near_dup/passages", "{'field':'body.passages'," + parameters + "}"));
    return answer.body();
  }

  @SuppressWarnings("unchecked")
  protected static List<Map<String, Object>> list(Map<String, Object> object, String name) {
    return (List<Map<String, Object>>) object.get(name);
  }

  protected static List<Object> ids(Map<String, Object> answer) {
    return list(answer, "hits").stream().map(hit -> hit.get("_id")).toList();
  }

  protected static int number(Object object, String name) {
    return ((Number) ((Map<?, ?>) object).get(name)).intValue();
  }
}

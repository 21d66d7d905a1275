// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.test.rest.yaml.ObjectPath;

/** An HTTP answer: its status and its JSON. */
public record Answer(int status, Map<String, Object> body) {

  public static Answer of(HttpResponse<String> response) {
    return new Answer(
        response.statusCode(),
        XContentHelper.convertToMap(JsonXContent.jsonXContent, response.body(), false));
  }

  /** What stands at a path such as {@code results.0.hash}; null if nothing does. */
  public Object at(String path) throws IOException {
    return ObjectPath.evaluate(body, path);
  }

  /** The reason of the error, of its first cause for failures of shards. */
  public String reason() throws IOException {
    return (String) at("error.root_cause.0.reason");
  }

  public String hash() throws IOException {
    return (String) at("results.0.hash");
  }

  /** The ids of the hits of a {@code _near_dup}, in their order. */
  public List<String> ids() throws IOException {
    return ids(0);
  }

  public List<String> ids(int result) throws IOException {
    return idsOf(at("results." + result + ".hits"));
  }

  /** The ids of the hits of a {@code _search}, in their order. */
  public List<String> found() throws IOException {
    return idsOf(at("hits.hits"));
  }

  private static List<String> idsOf(Object hits) {
    return ((List<?>) hits).stream().map(hit -> (String) ((Map<?, ?>) hit).get("_id")).toList();
  }
}

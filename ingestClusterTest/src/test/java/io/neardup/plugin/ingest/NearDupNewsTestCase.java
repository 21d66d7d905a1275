// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.hamcrest.Matchers.containsString;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.Map;

/** Documents of an index of one node, which are written or refused. */
public abstract class NearDupNewsTestCase extends NodeTestCase {
  protected static Answer write(String id, String json) throws IOException {
    return call("PUT", "news/_doc/" + id, json);
  }

  protected static void assertDocumentRefused(String reason) throws IOException {
    assertRefused(400, reason, write("1", STORM));
    assertNothingWritten();
  }

  protected static void assertDocumentRefusedWith(String part) throws IOException {
    Answer refused = write("1", STORM);
    assertEquals(refused.toString(), 400, refused.status());
    assertThat(refused.reason(), containsString(part));
    assertNothingWritten();
  }

  protected static void assertNothingWritten() throws IOException {
    succeeded(post("news/_refresh", null));
    assertEquals(0, succeeded(get("news/_count")).at("count"));
  }

  protected static void forget(String... indexes) throws IOException {
    for (String index : indexes) {
      assertEquals(200, call("DELETE", index, null).status());
    }
  }

  /** Sends the request that a refusal ends with, as it is. */
  protected static void paste(Answer refused) throws IOException {
    String reason = refused.reason();
    String[] request = reason.substring(reason.indexOf(" PUT ") + 5).split(" ", 2);
    assertEquals(reason, 2, request.length);
    put(request[0], request[1]);
  }

  protected static Object status(String index, String id) throws IOException {
    return ((Map<?, ?>) source(index, id).get("near_dup")).get("status");
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertTrue;

import io.neardup.server.Rest;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/**
 * Documents are kept by types of the server's modules, also where an older index lacks the field.
 */
public class KeptTypesIT {
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private Rest rest;

  @Before
  public void connect() throws IOException {
    rest = Rest.to(Clusters.one().http());
  }

  @After
  public void cleanUp() throws IOException {
    rest.delete("/it-kept-*");
    rest.delete("/_ingest/pipeline/it-kept");
    rest.close();
  }

  private void pipeline(String keep) throws IOException {
    String nearDup = "'stages': [{'exact': 'key'}], 'indices': 'it-kept-*'" + keep;
    rest.put(
        "/_ingest/pipeline/it-kept", Json.of("{'processors': [{'near_dup': {" + nearDup + "}}]}"));
  }

  private void create(String index, String properties) throws IOException {
    rest.put(
        "/" + index,
        Json.of(
            "{'settings': {'index.default_pipeline': 'it-kept', 'number_of_replicas': 0},"
                + " 'mappings': {'properties': {"
                + properties
                + "}}}"));
  }

  private void assertKept(String type, String less, String more)
      throws IOException, InterruptedException {
    pipeline("");
    create("it-kept-old", "");
    rest.put("/it-kept-old/_doc/0", Json.of("{'key': 'other'}"));
    create("it-kept-new", "'rank': {" + type + "}");
    pipeline(", 'keep': [{'rank': 'desc'}]");
    rest.put("/it-kept-new/_doc/1", Json.of("{'key': 'a', 'rank': '$1'}", less));
    rest.put("/it-kept-new/_doc/2", Json.of("{'key': 'a', 'rank': '$1'}", more));
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (isNew("2") == false) {
      assertTrue(type, System.nanoTime() < end);
      TimeUnit.MILLISECONDS.sleep(100);
    }
    rest.delete("/it-kept-*");
  }

  private boolean isNew(String id) throws IOException {
    return rest.get("/it-kept-new/_doc/" + id)
        .at("/_source/near_dup/status")
        .asText()
        .equals("new");
  }

  @Test
  public void theFirstInTheirOrderIsCanonical() throws IOException, InterruptedException {
    assertKept("'type': 'scaled_float', 'scaling_factor': 100", "1.5", "2.5");
    assertKept("'type': 'token_count', 'analyzer': 'standard'", "one", "one two");
  }
}

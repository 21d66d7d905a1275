// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.action.support.PlainActionFuture;
import org.opensearch.ingest.CompoundProcessor;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.ingest.Pipeline;
import org.opensearch.test.OpenSearchTestCase;

public class DocFingerprinterTests extends OpenSearchTestCase {
  /** A row of calls becomes as many pipelines, one after the other. */
  public void testAnyNumberOfPipelines() {
    Pipeline pipeline = new Pipeline("p", null, null, new CompoundProcessor());
    PlainActionFuture<IngestDocument> processed = PlainActionFuture.newFuture();
    new DocFingerprinter(Collections.nCopies(20_000, pipeline), "news", List.of())
        .process(new HashMap<>(Map.of("a", 1)), processed);
    assertEquals(1, processed.actionGet().getSourceAndMetadata().get("a"));
  }
}

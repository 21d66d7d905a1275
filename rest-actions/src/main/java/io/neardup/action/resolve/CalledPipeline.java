// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import io.neardup.ingest.pipeline.PipelineConfigs;
import java.util.function.BiConsumer;
import org.opensearch.common.CheckedSupplier;
import org.opensearch.ingest.AbstractProcessor;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.ingest.Pipeline;

/** Calls a pipeline of a request; core's processor calls one of the node, which counts. */
final class CalledPipeline extends AbstractProcessor {
  private final String id;
  private final CheckedSupplier<Pipeline, Exception> pipeline;

  CalledPipeline(
      String tag, String description, String id, CheckedSupplier<Pipeline, Exception> pipeline) {
    super(tag, description);
    this.id = id;
    this.pipeline = pipeline;
  }

  @Override
  public void execute(IngestDocument document, BiConsumer<IngestDocument, Exception> handler) {
    Pipeline called;
    try {
      called = pipeline.get();
    } catch (Exception e) {
      handler.accept(null, e);
      return;
    }
    document.executePipeline(called, handler);
  }

  @Override
  public IngestDocument execute(IngestDocument document) {
    throw new UnsupportedOperationException("pipeline [" + id + "] is run with a handler");
  }

  @Override
  public String getType() {
    return PipelineConfigs.PIPELINE;
  }
}

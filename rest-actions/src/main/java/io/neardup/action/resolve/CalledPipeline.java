// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import io.neardup.ingest.pipeline.PipelineConfigs;
import java.util.function.BiConsumer;
import org.opensearch.common.CheckedSupplier;
import org.opensearch.ingest.AbstractProcessor;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.ingest.Pipeline;

/** Replaces core's {@code pipeline} processor, because the called pipeline may have been cut. */
final class CalledPipeline extends AbstractProcessor {
  private final String id;
  private final CheckedSupplier<Pipeline, Exception> loader;
  private Pipeline pipeline;

  CalledPipeline(
      String tag, String description, String id, CheckedSupplier<Pipeline, Exception> loader) {
    super(tag, description);
    this.id = id;
    this.loader = loader;
  }

  @Override
  public void execute(IngestDocument document, BiConsumer<IngestDocument, Exception> handler) {
    try {
      if (pipeline == null) {
        pipeline = loader.get();
      }
    } catch (Exception e) {
      handler.accept(null, e);
      return;
    }
    document.executePipeline(pipeline, handler);
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

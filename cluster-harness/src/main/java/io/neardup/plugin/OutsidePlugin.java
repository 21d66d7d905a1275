// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.opensearch.ingest.AbstractProcessor;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.ingest.Processor;
import org.opensearch.plugins.IngestPlugin;
import org.opensearch.plugins.Plugin;

/** Brings the processor {@code outside}, which has an effect outside of the document: it counts. */
public final class OutsidePlugin extends Plugin implements IngestPlugin {
  public static final AtomicInteger CALLS = new AtomicInteger();

  @Override
  public Map<String, Processor.Factory> getProcessors(Processor.Parameters parameters) {
    return Map.of(
        "outside", (factories, tag, description, config) -> new Outside(tag, description));
  }

  private static final class Outside extends AbstractProcessor {
    Outside(String tag, String description) {
      super(tag, description);
    }

    @Override
    public IngestDocument execute(IngestDocument document) {
      CALLS.incrementAndGet();
      document.setFieldValue("title", "from the outside comes another title");
      return document;
    }

    @Override
    public String getType() {
      return "outside";
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.features.SketchNode;
import io.neardup.ingest.features.SketchProcessor;
import io.neardup.ingest.features.SketchedFields;
import java.util.Map;
import org.opensearch.ingest.Processor;

/**
 * Writes the SimHash of a document's text into a field:
 *
 * <pre>{@code
 * {"simhash": {"fields": ["title", "content"], "target_field": "content_simhash"}}
 * }</pre>
 */
public final class SimHashProcessor extends SketchProcessor {
  /** The type's name in pipelines. */
  public static final String TYPE = "simhash";

  private SimHashProcessor(
      String tag,
      String description,
      SketchedFields fields,
      TextFingerprinter fingerprinter,
      SketchNode node) {
    super(TYPE, tag, description, fields, fingerprinter, node);
  }

  /** Creates processors from their configuration; every error in it is an HTTP 400. */
  public record Factory(SketchNode node) implements Processor.Factory {
    @Override
    public SimHashProcessor create(
        Map<String, Processor.Factory> processorFactories,
        String tag,
        String description,
        Map<String, Object> config) {
      ConfigReader reader = new ConfigReader(TYPE, tag, config);
      SketchedFields fields = SketchedFields.read(reader);
      FingerprintOptions options = FingerprintOptions.read(reader);
      SketchedFields.refuseTheRest(reader, FingerprintOptions.PARAMETERS);
      options.algorithm().refuseBoosts(reader, SketchedFields.FIELDS, fields.fields());
      TextFingerprinter fingerprinter =
          TextFingerprinter.create(
              reader, node.registry(), node.dictionaries()::get, node.limits(), options);
      return new SimHashProcessor(tag, description, fields, fingerprinter, node);
    }
  }
}

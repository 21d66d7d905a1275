// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.features.IngestLimits;
import io.neardup.ingest.features.SketchProcessor;
import io.neardup.ingest.features.SketchedFields;
import io.neardup.ingest.idf.IdfDictionaries;
import java.util.Map;
import org.opensearch.index.analysis.AnalysisRegistry;
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
      Factory node) {
    super(TYPE, tag, description, fields, fingerprinter, node.limits, node.counters);
  }

  /** Creates processors from their configuration; every error in it is an HTTP 400. */
  public static final class Factory implements Processor.Factory {
    private final AnalysisRegistry analysisRegistry;
    private final IdfDictionaries dictionaries;
    private final IngestLimits limits;
    private final SimHashCounters counters;

    /**
     * @param analysisRegistry the node's analyzers
     * @param dictionaries the node's dictionaries
     * @param limits the node's limits
     * @param counters shared by all processors of the node
     */
    public Factory(
        AnalysisRegistry analysisRegistry,
        IdfDictionaries dictionaries,
        IngestLimits limits,
        SimHashCounters counters) {
      this.analysisRegistry = analysisRegistry;
      this.dictionaries = dictionaries;
      this.limits = limits;
      this.counters = counters;
    }

    /** The same for documents that are fingerprinted but not indexed: they are not counted. */
    public Factory uncounted() {
      return new Factory(analysisRegistry, dictionaries, limits, new SimHashCounters());
    }

    @Override
    public SimHashProcessor create(
        Map<String, Processor.Factory> processorFactories,
        String tag,
        String description,
        Map<String, Object> config) {
      ConfigReader reader = new ConfigReader(TYPE, tag, "", config);
      SketchedFields fields = SketchedFields.read(reader);
      FingerprintOptions options = FingerprintOptions.read(TYPE, tag, config);
      SketchedFields.refuseTheRest(reader, FingerprintOptions.PARAMETERS);
      options.algorithm().refuseBoosts(reader, SketchedFields.FIELDS, fields.fields());
      TextFingerprinter fingerprinter =
          TextFingerprinter.create(TYPE, tag, analysisRegistry, dictionaries::get, limits, options);
      return new SimHashProcessor(tag, description, fields, fingerprinter, this);
    }
  }
}

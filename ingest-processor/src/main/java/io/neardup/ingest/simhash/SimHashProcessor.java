// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.TextFeatures;
import io.neardup.ingest.config.BoostedField;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.config.FieldPath;
import io.neardup.ingest.config.FieldPaths;
import io.neardup.ingest.idf.IdfDictionaries;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.opensearch.index.analysis.AnalysisRegistry;
import org.opensearch.ingest.AbstractProcessor;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.ingest.IngestDocumentWrapper;
import org.opensearch.ingest.Processor;

/**
 * Writes the SimHash of a document's text into a field:
 *
 * <pre>{@code
 * {"simhash": {"fields": ["title", "content"], "target_field": "content_simhash"}}
 * }</pre>
 *
 * <p>After it ran, the target holds the fingerprint of this very text, or nothing: a value that was
 * there before is removed first, so that neither a text too short for a fingerprint nor a failure
 * that the pipeline ignores leaves the fingerprint of an earlier text behind.
 *
 * <p>The work is the processor's own CPU time, so cutting a bulk into batches of some size would
 * gain nothing and there is no {@code batch_size}: a batch is taken as it comes and shares one
 * buffer.
 */
public final class SimHashProcessor extends AbstractProcessor {
  /** The name in pipelines. */
  public static final String TYPE = "simhash";

  private final DocumentText text;
  private final String targetField;
  private final TextFingerprinter fingerprinter;
  private final SimHashCounters counters;

  private SimHashProcessor(
      String tag,
      String description,
      DocumentText text,
      String targetField,
      TextFingerprinter fingerprinter,
      SimHashCounters counters) {
    super(tag, description);
    this.text = text;
    this.targetField = targetField;
    this.fingerprinter = fingerprinter;
    this.counters = counters;
  }

  @Override
  public String getType() {
    return TYPE;
  }

  /** The paths of the fields whose texts are joined, in order, without boosts. */
  public List<String> fields() {
    return text.fields();
  }

  /** The path of the field that gets the fingerprint, without {@code _source.}. */
  public String targetField() {
    return targetField;
  }

  /** What turns the text into a fingerprint. */
  public TextFingerprinter fingerprinter() {
    return fingerprinter;
  }

  @Override
  public IngestDocument execute(IngestDocument document) {
    try (TextFeatures buffer = fingerprinter.newFeatures()) {
      process(document, buffer);
    }
    return document;
  }

  @Override
  public void batchExecute(
      List<IngestDocumentWrapper> batch, Consumer<List<IngestDocumentWrapper>> handler) {
    List<IngestDocumentWrapper> results = new ArrayList<>(batch.size());
    try (TextFeatures buffer = fingerprinter.newFeatures()) {
      for (IngestDocumentWrapper wrapper : batch) {
        results.add(process(wrapper, buffer));
      }
    }
    handler.accept(results);
  }

  /** A new wrapper, because core goes back to the given one when failures are ignored. */
  private IngestDocumentWrapper process(IngestDocumentWrapper wrapper, TextFeatures buffer) {
    IngestDocument document = wrapper.getIngestDocument();
    Exception failure = null;
    try {
      process(document, buffer);
    } catch (Exception e) {
      document = null;
      failure = e;
    }
    return new IngestDocumentWrapper(wrapper.getSlot(), wrapper.getChildSlot(), document, failure);
  }

  private void process(IngestDocument document, TextFeatures buffer) {
    long start = System.nanoTime();
    try {
      fingerprint(document, buffer);
    } catch (RuntimeException e) {
      counters.countFailed();
      throw e;
    } finally {
      counters.countTime(System.nanoTime() - start);
    }
  }

  private void fingerprint(IngestDocument document, TextFeatures buffer) {
    if (document.hasField(targetField)) {
      document.removeField(targetField);
    }
    List<FieldText> texts = text.of(document);
    fingerprinter.read(texts, buffer);
    counters.countText(JoinedText.length(texts), JoinedText.utf8Length(texts));
    OptionalLong fingerprint = fingerprinter.fingerprint(buffer);
    if (fingerprint.isPresent()) {
      document.setFieldValue(targetField, Fingerprint.toHex(fingerprint.getAsLong()));
      counters.countFingerprinted();
    } else {
      counters.countSkipped();
    }
  }

  /** Makes processors from their configuration; every fault in it is an HTTP 400. */
  public static final class Factory implements Processor.Factory {
    private static final String FIELDS = "fields";
    private static final String TARGET_FIELD = "target_field";
    private static final String IGNORE_MISSING = "ignore_missing";

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

    /**
     * The same, for documents that are fingerprinted but not indexed: the node does not count them.
     */
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
      List<BoostedField> fields = FieldPaths.read(reader, FIELDS);
      FieldPath target = FieldPaths.readTarget(reader, TARGET_FIELD, fields);
      boolean ignoreMissing = reader.bool(IGNORE_MISSING, false);
      FingerprintOptions options = FingerprintOptions.read(TYPE, tag, config);
      options.algorithm().refuseBoosts(reader, FIELDS, fields);
      return new SimHashProcessor(
          tag,
          description,
          new DocumentText(fields, ignoreMissing, limits),
          target.path(),
          TextFingerprinter.create(TYPE, tag, analysisRegistry, dictionaries, limits, options),
          counters);
    }
  }
}

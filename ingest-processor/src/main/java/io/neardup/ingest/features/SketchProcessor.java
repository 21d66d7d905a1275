// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.ingest.config.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.opensearch.ingest.AbstractProcessor;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.ingest.IngestDocumentWrapper;

/**
 * Writes a sketch of a document's text, a fingerprint or a signature, into a field.
 *
 * <p>After it ran, the target holds the sketch of this very text, or nothing: a value that was
 * there before is removed first, so that neither a text too short for a sketch nor a failure that
 * the pipeline ignores leaves the sketch of an earlier text behind.
 *
 * <p>The work is the processor's own CPU time, so cutting a bulk into batches of some size would
 * gain nothing and there is no {@code batch_size}: a batch is taken as it comes and shares one
 * buffer.
 */
public abstract class SketchProcessor extends AbstractProcessor {
  private final String type;
  private final DocumentText text;
  private final String targetField;
  private final DocumentSketcher sketcher;
  private final SketchCounters counters;
  private final SharedFeatures shared;

  /**
   * @param type the name in pipelines
   * @param limits of texts
   * @param shared of the node
   */
  protected SketchProcessor(
      String type,
      String tag,
      String description,
      SketchedFields fields,
      FeatureSketcher sketcher,
      IngestLimits limits,
      SketchCounters counters,
      SharedFeatures shared) {
    super(tag, description);
    this.type = type;
    this.text = new DocumentText(type, fields.fields(), fields.ignoreMissing(), limits);
    this.targetField = fields.target().path();
    this.sketcher = new DocumentSketcher(text, sketcher);
    this.counters = counters;
    this.shared = shared;
    shared.register(this.sketcher);
  }

  @Override
  public final String getType() {
    return type;
  }

  /** The paths of the fields whose texts are joined, in order, without boosts. */
  public final List<String> fields() {
    return text.paths().stream().map(FieldPath::path).toList();
  }

  /** The path of the field that gets the sketch, without {@code _source.}. */
  public final String targetField() {
    return targetField;
  }

  /**
   * What is made of a document's text, its parts joined by line feeds, and of its features, which
   * are closed afterwards.
   *
   * @throws IllegalArgumentException if a field is missing, is no text, or is too long
   */
  public final <R> R read(IngestDocument document, BiFunction<String, TextFeatures, R> make) {
    List<FieldText> texts = text.of(document);
    try (TextFeatures features = sketcher.reader().newFeatures()) {
      sketcher.reader().read(texts, features);
      return make.apply(
          texts.stream().map(FieldText::text).collect(Collectors.joining("\n")), features);
    }
  }

  @Override
  public final IngestDocument execute(IngestDocument document) {
    try (SketchRun run = new SketchRun(shared, sketcher)) {
      process(document, run);
    }
    return document;
  }

  @Override
  public final void batchExecute(
      List<IngestDocumentWrapper> batch, Consumer<List<IngestDocumentWrapper>> handler) {
    List<IngestDocumentWrapper> results = new ArrayList<>(batch.size());
    try (SketchRun run = new SketchRun(shared, sketcher)) {
      for (IngestDocumentWrapper wrapper : batch) {
        results.add(process(wrapper, run));
      }
    }
    handler.accept(results);
  }

  /** A new wrapper, because core goes back to the given one when failures are ignored. */
  private IngestDocumentWrapper process(IngestDocumentWrapper wrapper, SketchRun run) {
    IngestDocument document = wrapper.getIngestDocument();
    Exception failure = null;
    try {
      process(document, run);
    } catch (Exception e) {
      document = null;
      failure = e;
    }
    return new IngestDocumentWrapper(wrapper.getSlot(), wrapper.getChildSlot(), document, failure);
  }

  private void process(IngestDocument document, SketchRun run) {
    long start = System.nanoTime();
    try {
      sketch(document, run);
    } catch (RuntimeException e) {
      counters.countFailed();
      throw e;
    } finally {
      counters.countTime(System.nanoTime() - start);
    }
  }

  private void sketch(IngestDocument document, SketchRun run) {
    if (document.hasField(targetField)) {
      document.removeField(targetField);
    }
    List<FieldText> texts = text.of(document);
    String sketch = run.sketch(document, texts);
    counters.countText(JoinedText.length(texts), JoinedText.utf8Length(texts));
    if (sketch == null) {
      counters.countSkipped();
    } else {
      document.setFieldValue(targetField, sketch);
      counters.countFingerprinted();
    }
  }
}

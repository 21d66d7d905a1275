// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.analyzer.VisibleText;
import io.neardup.fingerprint.features.TextFeatures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
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
  private final SketchedFields fields;
  private final FeatureSketcher sketcher;
  private final IngestLimits limits;
  private final SketchCounters counters;

  /**
   * @param type the name in pipelines
   */
  protected SketchProcessor(
      String type,
      String tag,
      String description,
      SketchedFields fields,
      FeatureSketcher sketcher,
      SketchNode node) {
    super(tag, description);
    this.type = type;
    this.fields = fields;
    this.sketcher = sketcher;
    this.limits = node.limits();
    this.counters = node.counters();
  }

  @Override
  public final String getType() {
    return type;
  }

  /** The paths of the fields whose texts are joined, in order, without boosts. */
  public final List<String> fields() {
    return fields.fields().stream().map(field -> field.path().path()).toList();
  }

  /** The path of the field that gets the sketch, without {@code _source.}. */
  public final String targetField() {
    return fields.target().path();
  }

  /**
   * What is made of a document's text, its parts joined by line feeds, and of its features, which
   * are closed afterwards.
   *
   * @param check called every few milliseconds; throws to stop
   * @throws IllegalArgumentException if a field is missing, is no text, or is too long
   */
  public final <R> R read(
      IngestDocument document, Runnable check, BiFunction<String, TextFeatures, R> make) {
    List<FieldText> texts = fields.texts(document, type, limits);
    try (TextFeatures features = sketcher.reader().newFeatures().checkedBy(check)) {
      sketcher.reader().read(texts, features);
      return make.apply(
          texts.stream().map(FieldText::text).collect(Collectors.joining("\n")), features);
    }
  }

  /** What it reads of a text: all but tags, if its analyzer leaves these out. */
  public final VisibleText visible(String text) {
    return sketcher.reader().visible(text);
  }

  @Override
  public final IngestDocument execute(IngestDocument document) {
    try (TextFeatures buffer = sketcher.reader().newFeatures()) {
      process(document, buffer, sketcher.sketchOf(buffer));
    }
    return document;
  }

  @Override
  public final void batchExecute(
      List<IngestDocumentWrapper> batch, Consumer<List<IngestDocumentWrapper>> handler) {
    List<IngestDocumentWrapper> results = new ArrayList<>(batch.size());
    try (TextFeatures buffer = sketcher.reader().newFeatures()) {
      Supplier<String> sketch = sketcher.sketchOf(buffer);
      for (IngestDocumentWrapper wrapper : batch) {
        results.add(process(wrapper, buffer, sketch));
      }
    }
    handler.accept(results);
  }

  /** A new wrapper, because core goes back to the given one when failures are ignored. */
  private IngestDocumentWrapper process(
      IngestDocumentWrapper wrapper, TextFeatures buffer, Supplier<String> sketch) {
    IngestDocument document = wrapper.getIngestDocument();
    Exception failure = null;
    try {
      process(document, buffer, sketch);
    } catch (Exception e) {
      document = null;
      failure = e;
    }
    return new IngestDocumentWrapper(wrapper.getSlot(), wrapper.getChildSlot(), document, failure);
  }

  private void process(IngestDocument document, TextFeatures buffer, Supplier<String> sketch) {
    long start = System.nanoTime();
    try {
      sketch(document, buffer, sketch);
    } catch (RuntimeException e) {
      counters.countFailed();
      throw e;
    } finally {
      counters.countTime(System.nanoTime() - start);
    }
  }

  private void sketch(IngestDocument document, TextFeatures buffer, Supplier<String> sketch) {
    fields.target().remove(document);
    List<FieldText> texts = fields.texts(document, type, limits);
    sketcher.reader().read(texts, buffer);
    String value = sketch.get();
    counters.countText(JoinedText.length(texts), JoinedText.utf8Length(texts));
    if (value == null) {
      counters.countSkipped();
    } else {
      document.setFieldValue(targetField(), value);
      counters.countFingerprinted();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.fingerprint.features.TextFeatures;
import java.util.List;
import java.util.function.Supplier;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.ingest.IngestDocument;

/**
 * Makes the sketches of some documents, one after another, with one buffer; and those of the
 * companion where it has one. For one thread.
 */
final class SketchRun implements AutoCloseable {
  private final SketchMemo memo;
  private final DocumentSketcher own;
  @Nullable private final DocumentSketcher companion;
  private final TextFeatures buffer;
  private final Supplier<String> sketch;
  @Nullable private final Supplier<String> companionSketch;

  SketchRun(SharedFeatures shared, DocumentSketcher own) {
    this.memo = shared.memo();
    this.own = own;
    this.companion = shared.companion(own);
    // Without weights, a sketch can be made of features with any.
    boolean theirs = companion != null && companion.weighted();
    this.buffer = (theirs ? companion : own).reader().newFeatures();
    this.sketch = own.sketcher().sketchOf(buffer);
    this.companionSketch = companion == null ? null : companion.sketcher().sketchOf(buffer);
  }

  /**
   * The sketch of a document; null if its text is not enough for one.
   *
   * @param texts of the document
   */
  @Nullable String sketch(IngestDocument document, List<FieldText> texts) {
    SketchMemo.Sketch made = memo.take(own, texts);
    if (made != null) {
      return made.value();
    }
    List<FieldText> theirs = companion == null ? null : theirs(document);
    own.reader().read(theirs == null || own.weighted() ? texts : theirs, buffer);
    if (theirs != null) {
      hashOnce();
    }
    String value = sketch.get();
    if (theirs != null) {
      makeAhead(theirs);
    }
    return value;
  }

  /** The same texts with the companion's boosts; null if it will refuse them. */
  @Nullable private List<FieldText> theirs(IngestDocument document) {
    try {
      return companion.text().of(document);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Both sketches need the hashes. */
  private void hashOnce() {
    try {
      buffer.hashAll();
    } catch (CircuitBreakingException e) {
      // Each sketch computes them itself, which takes longer.
    }
  }

  private void makeAhead(List<FieldText> theirs) {
    try {
      memo.put(companion, theirs, companionSketch.get());
    } catch (CircuitBreakingException e) {
      // It will try itself and say so: this document is done.
    }
  }

  /** Gives the memory of the buffer back. */
  @Override
  public void close() {
    buffer.close();
  }
}

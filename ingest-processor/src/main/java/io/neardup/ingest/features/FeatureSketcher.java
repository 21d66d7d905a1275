// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.fingerprint.features.TextFeatures;
import java.util.function.Supplier;

/**
 * Makes of the features of a text what a processor writes: a fingerprint, a signature. Immutable
 * and for any number of threads.
 */
public interface FeatureSketcher {
  /** What cuts texts into these features. */
  FeatureReader reader();

  /**
   * Makes, each time it is asked, the sketch of what the buffer holds then; null if that is not
   * enough for one. For one thread, and as long as the buffer.
   */
  Supplier<String> sketchOf(TextFeatures buffer);
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import io.neardup.console.Progress;
import io.neardup.evaluate.features.AnalyzedTexts;
import io.neardup.evaluate.features.FeatureSet;
import io.neardup.evaluate.features.Weights;
import java.util.List;

/** All feature sets with all weights, tried by the same methods. */
record Trial(List<FeatureSet> sets, List<Weights> weights, Methods methods) {
  /** Number of steps for one sample. */
  int steps() {
    return sets.size() * weights.size();
  }

  /** Measures one sample. */
  void run(Sample sample, AnalyzedTexts texts, Measurements results, Progress progress) {
    Evaluator evaluator = new Evaluator(sample, texts, methods);
    for (FeatureSet set : sets) {
      evaluator.measure(set, weights, results, progress);
    }
  }
}

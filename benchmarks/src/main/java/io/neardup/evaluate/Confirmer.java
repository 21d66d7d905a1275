// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import io.neardup.evaluate.candidates.BandPairs;
import io.neardup.evaluate.candidates.BandSearch;
import io.neardup.evaluate.candidates.Candidates;
import io.neardup.evaluate.candidates.Fingerprints;
import io.neardup.evaluate.features.FeatureSet;
import io.neardup.evaluate.features.Weights;
import java.util.ArrayList;
import java.util.List;

/** Confirms the candidates of a sample, unless they are too many, by each measure that is asked. */
final class Confirmer {
  private final Sample sample;
  private final Methods methods;
  private final TextMeasures texts;

  Confirmer(Sample sample, Methods methods, TextMeasures texts) {
    this.sample = sample;
    this.methods = methods;
    this.texts = texts;
  }

  /**
   * Those within each of the distances.
   *
   * @param simHash by which it is known how many there are
   */
  List<Confirmed> confirm(
      FeatureSet set, Weights weights, Fingerprints fingerprints, Curve simHash) {
    List<Confirmed> results = new ArrayList<>();
    int widest =
        methods.within().stream()
            .mapToInt(Integer::intValue)
            .filter(distance -> affordable(simHash.at(distance)))
            .max()
            .orElse(Candidates.NOT_FOUND);
    Candidates candidates = fingerprints.within(Math.max(0, widest));
    for (Measure measure : methods.measures()) {
      ConfirmedPairs pairs =
          widest == Candidates.NOT_FOUND
              ? null
              : new ConfirmedPairs(candidates, widest, texts.by(measure), sample);
      for (int distance : methods.within()) {
        Confirmed.Search search =
            new Confirmed.Search(weights.label(), "within " + distance, Double.NaN);
        Curve curve = distance <= widest ? pairs.within(distance) : null;
        results.add(result(set, search, measure, simHash.at(distance), curve));
      }
    }
    return results;
  }

  /** Those that these bands find among the signatures of {@code own}. */
  List<Confirmed> confirm(FeatureSet set, BandSearch bands, TextMeasures own) {
    Candidates candidates = new BandPairs(bands.bands(), own.signatures());
    Curve.Point all = sample.curve(candidates, 0).at(0);
    Confirmed.Search search = new Confirmed.Search("", bands.label(), bands.promised());
    List<Confirmed> results = new ArrayList<>();
    for (Measure measure : methods.measures()) {
      Curve curve =
          affordable(all)
              ? new ConfirmedPairs(candidates, 0, texts.by(measure), sample).within(0)
              : null;
      results.add(result(set, search, measure, all, curve));
    }
    return results;
  }

  private boolean affordable(Curve.Point candidates) {
    return 2 * candidates.found() <= (long) methods.maxCandidates() * sample.documents().size();
  }

  private Confirmed result(
      FeatureSet set, Confirmed.Search search, Measure measure, Curve.Point all, Curve curve) {
    Confirmed.ConfirmedBy by = new Confirmed.ConfirmedBy(measure, methods.confirming());
    return new Confirmed(sample, set, search, by, all, curve);
  }
}

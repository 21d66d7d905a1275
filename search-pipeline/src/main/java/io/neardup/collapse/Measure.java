// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.collapse.FingerprintHits;
import io.neardup.fingerprint.collapse.HitDistances;
import io.neardup.fingerprint.collapse.SignatureHits;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.request.MaxDistance;
import io.neardup.target.TargetKind;
import java.util.List;
import java.util.Map;
import org.opensearch.common.Nullable;

/**
 * How near fingerprints must be. Whatever neither a mapping nor the request tells is null, and
 * chosen by the first value: only hits of other clusters have to do with that.
 */
record Measure(
    @Nullable TargetKind kind,
    @Nullable Integer maxDistance,
    @Nullable Double similarity,
    NumbersRule numbers) {
  private static final int HEX_DIGITS = Fingerprint.BITS / 4;

  /** What a minhash field has if its mapping says nothing. */
  private static final double DEFAULT_SIMILARITY = 0.7;

  /** More digits than an estimate has. */
  private static final double SHOWN = 1e6;

  /** Chooses by what a value looks like, if need be. */
  Measure chosenBy(@Nullable Object value) {
    if (kind != null || value == null) {
      return this;
    }
    boolean hex = value.toString().length() == HEX_DIGITS;
    return new Measure(
        hex ? TargetKind.SIMHASH : TargetKind.MINHASH, maxDistance, similarity, numbers);
  }

  /**
   * Hits with these values; a hit without is null.
   *
   * @throws IllegalArgumentException saying what is wrong with a value
   */
  HitDistances distances(List<Object> values) {
    return switch (known()) {
      case SIMHASH -> fingerprints(values);
      case MINHASH -> signatures(values);
    };
  }

  private TargetKind known() {
    return kind == null ? TargetKind.SIMHASH : kind;
  }

  private HitDistances fingerprints(List<Object> values) {
    FingerprintHits hits =
        new FingerprintHits(values.size(), maxDistance == null ? MaxDistance.DEFAULT : maxDistance);
    for (int hit = 0; hit < values.size(); hit++) {
      if (values.get(hit) != null) {
        hits.set(hit, Fingerprint.parseValue(values.get(hit)));
      }
    }
    return hits;
  }

  private HitDistances signatures(List<Object> values) {
    SignatureHits hits =
        new SignatureHits(values.size(), similarity == null ? DEFAULT_SIMILARITY : similarity);
    for (int hit = 0; hit < values.size(); hit++) {
      if (values.get(hit) != null) {
        hits.set(hit, TargetKind.signature(values.get(hit)).under(numbers));
      }
    }
    return hits;
  }

  /** Says how far a hit is. */
  void write(Map<String, Object> entry, double distance) {
    switch (known()) {
      case SIMHASH -> entry.put("distance", (int) distance);
      case MINHASH -> entry.put("similarity", Math.round((1 - distance) * SHOWN) / SHOWN);
    }
  }
}

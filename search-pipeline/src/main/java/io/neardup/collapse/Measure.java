// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.collapse.FingerprintHits;
import io.neardup.fingerprint.collapse.HitDistances;
import io.neardup.fingerprint.collapse.SignatureHits;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.query.PassagesOptions;
import io.neardup.request.MaxDistance;
import io.neardup.target.TargetKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.opensearch.common.Nullable;

/**
 * How near fingerprints must be, or how much of a text must stand in another one. Whatever neither
 * a mapping nor the request tells is null, and chosen by the first value: only hits of other
 * clusters have to do with that.
 */
record Measure(
    @Nullable TargetKind kind,
    @Nullable Integer maxDistance,
    @Nullable Double similarity,
    NumbersRule numbers,
    @Nullable PassagesMeasure passages) {
  private static final int HEX_DIGITS = Fingerprint.BITS / 4;

  /** What a minhash field has if its mapping says nothing. */
  private static final double DEFAULT_SIMILARITY = 0.7;

  /** More digits than an estimate has. */
  private static final double SHOWN = 1e6;

  static Measure of(PassagesMeasure passages) {
    return new Measure(null, null, null, NumbersRule.KEPT, passages);
  }

  /** Chooses by what a value looks like, if need be. */
  Measure chosenBy(@Nullable Object value) {
    if (kind != null || passages != null || value == null) {
      return this;
    }
    boolean hex = value.toString().length() == HEX_DIGITS;
    return new Measure(
        hex ? TargetKind.SIMHASH : TargetKind.MINHASH, maxDistance, similarity, numbers, null);
  }

  /**
   * Hits with these values; none of a hit without.
   *
   * @param memory charged with what is made of texts
   * @param check ends work on texts that is not wanted any more
   * @throws IllegalArgumentException saying what is wrong with a value
   */
  HitDistances distances(List<List<Object>> all, MemoryAccount memory, Runnable check) {
    if (passages != null) {
      return passages.distances(all, memory, check);
    }
    List<Object> values = new ArrayList<>();
    all.forEach(of -> values.add(of.isEmpty() ? null : of.get(0)));
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
    if (passages != null) {
      entry.put(PassagesOptions.COVERAGE, Math.round((1 - distance) * SHOWN) / SHOWN);
      return;
    }
    switch (known()) {
      case SIMHASH -> entry.put("distance", (int) distance);
      case MINHASH -> entry.put("similarity", Math.round((1 - distance) * SHOWN) / SHOWN);
    }
  }
}

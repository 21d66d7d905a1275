// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.minhash.JaccardEstimate;
import io.neardup.fingerprint.minhash.OtherNumbers;
import io.neardup.lucene.minhash.JaccardDistance;
import io.neardup.target.TargetKind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.opensearch.common.document.DocumentField;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.search.SearchHit;

/**
 * How near a hit is, which the hit itself carries from whoever measured it: as its score, which
 * says a Hamming distance exactly, and a Jaccard distance as a field of its own.
 */
final class HitNearness {
  private static final String JACCARD = "_near_dup.jaccard_distance";

  private static final String TEXT = "_near_dup.text";

  /** The name of what a hit matches that a verdict has found. */
  static final String SAID = "_near_dup.said";

  /** Of what tells two texts apart, that which the hit alone has. */
  static final String HIT = "hit";

  /** The same of the document asked about. */
  static final String ASKED = "asked";

  /** More digits than an estimate has. */
  private static final double SHOWN = 1e6;

  private HitNearness() {}

  /** Has the hit carry its distance to a target of this kind. */
  static void tell(SearchHit hit, TargetKind kind, long distance) {
    switch (kind) {
      case SIMHASH -> hit.score(Fingerprint.similarity((int) distance));
      case MINHASH -> {
        hit.score((float) JaccardDistance.decode(distance).jaccard());
        tellJaccard(hit, distance);
      }
    }
  }

  /** Has the hit carry the Jaccard distance that decided about it. */
  static void tellJaccard(SearchHit hit, long distance) {
    hit.setDocumentField(JACCARD, new DocumentField(JACCARD, List.of(distance)));
  }

  /** Has the hit carry what was measured of its text, by name. */
  static void tellText(SearchHit hit, Map<String, Object> measured) {
    hit.setDocumentField(TEXT, new DocumentField(TEXT, List.of(measured)));
  }

  /** Has the hit carry that a verdict decided about it. */
  static void tellSaid(SearchHit hit) {
    hit.setDocumentField(SAID, new DocumentField(SAID, List.of(true)));
  }

  /** The Hamming distance that the hit carries. */
  static int distance(SearchHit hit) {
    return Math.round((1 - hit.getScore()) * Fingerprint.BITS);
  }

  /** The fields of the hit that are not its nearness. */
  static List<DocumentField> othersOf(SearchHit hit) {
    return hit.getDocumentFields().values().stream()
        .filter(field -> field.getName().equals(JACCARD) == false)
        .filter(field -> field.getName().equals(TEXT) == false)
        .filter(field -> field.getName().equals(SAID) == false)
        .toList();
  }

  /** Whether a look at the hit's text has confirmed it. */
  static boolean isConfirmed(SearchHit hit) {
    return hit.field(TEXT) != null;
  }

  /** Writes what the hit carries. */
  static void write(XContentBuilder builder, TargetKind kind, SearchHit hit) throws IOException {
    DocumentField jaccard = hit.field(JACCARD);
    DocumentField text = hit.field(TEXT);
    if (kind == TargetKind.SIMHASH) {
      int distance = distance(hit);
      builder.field("distance", distance).field("similarity", Fingerprint.similarity(distance));
    }
    if (jaccard != null) {
      long distance = jaccard.<Number>getValue().longValue();
      JaccardEstimate estimate = JaccardDistance.decode(distance);
      if (kind == TargetKind.MINHASH) {
        builder.field("similarity", shown(estimate.jaccard()));
      }
      if (text == null || estimate.exact() == false) {
        write(builder, estimate);
      }
      write(builder, JaccardDistance.numbers(distance));
    }
    if (hit.field(SAID) != null) {
      builder.field("decided_by", "verdict");
    }
    if (text != null) {
      // Its own [jaccard] is that of the texts themselves.
      for (Map.Entry<?, ?> measure : ((Map<?, ?>) text.getValue()).entrySet()) {
        builder.field(
            (String) measure.getKey(),
            measure.getValue() instanceof Double value ? shown(value) : measure.getValue());
      }
    }
  }

  private static void write(XContentBuilder builder, JaccardEstimate estimate) throws IOException {
    if (estimate.exact()) {
      builder.field("jaccard", shown(estimate.jaccard()));
    } else {
      builder
          .field("jaccard_estimate", shown(estimate.jaccard()))
          .field("standard_deviation", shown(estimate.deviation()));
    }
  }

  private static void write(XContentBuilder builder, OtherNumbers numbers) throws IOException {
    if (numbers.any()) {
      builder
          .startObject(OtherNumbers.NAME)
          .field(HIT, numbers.theirs())
          .field(ASKED, numbers.ours())
          .endObject();
    }
  }

  private static double shown(double value) {
    return Math.round(value * SHOWN) / SHOWN;
  }
}

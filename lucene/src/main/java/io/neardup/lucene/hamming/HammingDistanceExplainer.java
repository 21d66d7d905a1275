// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.lucene.field.FingerprintValues;
import io.neardup.lucene.field.HashSegmentLayout;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.Explanation;

/** Explains why a document is near enough, or why not. */
final class HammingDistanceExplainer {
  private final HammingDistanceQuery query;
  private final float boost;

  HammingDistanceExplainer(HammingDistanceQuery query, float boost) {
    this.query = query;
    this.boost = boost;
  }

  Explanation explain(LeafReader reader, int doc) throws IOException {
    FingerprintValues values = FingerprintValues.of(reader, query.field());
    if (values == null || values.advanceExact(doc) == false) {
      return Explanation.noMatch("the document has no fingerprint in [" + query.field() + "]");
    }
    long fingerprint = nearest(values);
    long nearest = query.fingerprints().nearest(fingerprint);
    int distance = Fingerprint.distance(fingerprint, nearest);
    Explanation measured = Explanation.match(distance, describe(fingerprint, nearest));
    if (distance > query.maxDistance()) {
      return Explanation.noMatch(
          "the distance is " + distance + ", more than " + query.maxDistance(), measured);
    }
    List<String> equal = equalSegments(fingerprint, nearest);
    return Explanation.match(
        HammingDistanceScorer.score(boost, distance),
        query + ", computed as boost * (1 - distance / " + Fingerprint.BITS + ") from:",
        Explanation.match(boost, "boost"),
        measured,
        Explanation.match(equal.size(), describe(equal)));
  }

  /** The fingerprint of the document that is nearest to the query. */
  private long nearest(FingerprintValues values) throws IOException {
    FingerprintSet fingerprints = query.fingerprints();
    long nearest = values.next();
    for (int i = 1, count = values.count(); i < count; i++) {
      long other = values.next();
      if (Fingerprint.distance(other, fingerprints.nearest(other))
          < Fingerprint.distance(nearest, fingerprints.nearest(nearest))) {
        nearest = other;
      }
    }
    return nearest;
  }

  private static String describe(long fingerprint, long nearest) {
    return "distance of the document's fingerprint "
        + Fingerprint.toHex(fingerprint)
        + " to the nearest of the query, "
        + Fingerprint.toHex(nearest);
  }

  private String describe(List<String> equalSegments) {
    String noun = query.layout().noun();
    return switch (equalSegments.size()) {
      case 0 -> "no equal " + noun + ": found by similar ones, or by scan";
      case 1 -> noun + " " + equalSegments.get(0) + " is equal";
      default -> noun + "s " + String.join(", ", equalSegments) + " are equal";
    };
  }

  private List<String> equalSegments(long left, long right) {
    HashSegmentLayout layout = query.layout();
    return IntStream.range(0, layout.segments())
        .filter(s -> layout.value(left, s) == layout.value(right, s))
        .mapToObj(layout::name)
        .toList();
  }
}

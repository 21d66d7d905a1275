// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.simhash;

import io.neardup.action.texts.FeatureOverlap;
import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * What two texts have in common, and whether a lookup of one finds the other.
 *
 * @param left fingerprint of the first text
 * @param right fingerprint of the second text
 * @param overlap of their features
 * @param maxDistance of the lookup
 */
public record TextComparison(long left, long right, FeatureOverlap overlap, int maxDistance)
    implements ToXContentFragment {

  private int distance() {
    return Fingerprint.distance(left, right);
  }

  private boolean found() {
    return distance() <= maxDistance;
  }

  private List<Integer> sharedSegments() {
    return IntStream.range(0, Fingerprint.SEGMENTS)
        .filter(s -> Fingerprint.segment(left, s) == Fingerprint.segment(right, s))
        .boxed()
        .toList();
  }

  /** Whether the lookup finds them, and why. */
  String reason() {
    if (left == right) {
      return "Found at any distance: the fingerprints are equal.";
    }
    String differ = distance() + " of " + Fingerprint.BITS + " bits differ";
    return found()
        ? "Found: " + differ + ", and max_distance is " + maxDistance + ". " + way()
        : "Not found: "
            + differ
            + ", and max_distance is "
            + maxDistance
            + ". "
            + candidates()
            + "A max_distance of "
            + distance()
            + " or more finds them.";
  }

  private String way() {
    if (sharedSegments().isEmpty()) {
      return "No segment is equal; above a max_distance of "
          + Fingerprint.MAX_LOOKUP_DISTANCE
          + " segments that differ in a bit or more are looked up as well, or all fingerprints are"
          + " compared.";
    }
    return segments() + " equal, so a lookup finds one from the other.";
  }

  private String candidates() {
    return sharedSegments().isEmpty()
        ? "No segment is equal. "
        : segments() + " equal, which makes them candidates only. ";
  }

  private String segments() {
    List<String> names = sharedSegments().stream().map(s -> "s" + s).toList();
    return names.size() == 1
        ? "Segment " + names.get(0) + " is"
        : "Segments "
            + String.join(", ", names.subList(0, names.size() - 1))
            + " and "
            + names.get(names.size() - 1)
            + " are";
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.field("distance", distance());
    builder.field("similarity", Fingerprint.similarity(distance()));
    builder.field("shared_segments", sharedSegments());
    builder.field("jaccard", overlap);
    return builder
        .startObject("lookup")
        .field("max_distance", maxDistance)
        .field("found", found())
        .field("reason", reason())
        .endObject();
  }
}

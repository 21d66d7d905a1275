// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.minhash;

import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.JaccardEstimate;
import io.neardup.fingerprint.minhash.MinHashSignature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * Whether a lookup by one of two signatures finds the other, and why: it must be equal in a band
 * that is read, and the two must be similar enough.
 *
 * @param similarity that the lookup asks for
 * @param recall that it asks for; with 1, all signatures are compared and no bands read
 * @param read how many bands it reads, from the first on
 * @param given the recall that these give at this similarity
 * @param equal the bands of the field that are equal
 * @param estimate of how similar the two are
 * @param numbersDiffer whether each has a number that the other lacks, so that they are not similar
 */
public record SignatureLookup(
    double similarity,
    double recall,
    int read,
    double given,
    List<Integer> equal,
    JaccardEstimate estimate,
    boolean numbersDiffer)
    implements ToXContentObject {

  static SignatureLookup of(MinHashSignature left, MinHashSignature right, MinHashDetail detail) {
    Bands bands = detail.bands();
    double similarity = detail.similarity();
    double recall = detail.recall();
    boolean all = recall == 1;
    int read = all ? 0 : bands.read(similarity, recall);
    return new SignatureLookup(
        similarity,
        recall,
        read,
        all ? 1 : bands.recall(similarity, read),
        equal(bands.keys(left), bands.keys(right)),
        left.jaccard(right),
        left.numbersDiffer(right));
  }

  private static List<Integer> equal(long[] left, long[] right) {
    List<Integer> equal = new ArrayList<>();
    for (int band = 0; band < left.length; band++) {
      if (left[band] == right[band]) {
        equal.add(band);
      }
    }
    return equal;
  }

  private boolean similar() {
    return estimate.jaccard() >= similarity;
  }

  private List<Integer> met() {
    return equal.stream().filter(band -> band < read).toList();
  }

  boolean found() {
    return similar() && (recall == 1 || met().isEmpty() == false);
  }

  /** Whether the lookup finds it, and why. */
  String reason() {
    String found = found() ? "Found: " : "Not found: ";
    if (recall == 1) {
      return found + "a recall of 1 compares all signatures, and " + compared() + ".";
    }
    if (met().isEmpty()) {
      return found
          + "none of the "
          + read
          + " bands that are read is equal, "
          + (similar() ? "although " : "and ")
          + compared()
          + "."
          + wayOut();
    }
    return found
        + named(met())
        + " equal, of the "
        + read
        + " that are read, "
        + (similar() ? "and " : "which makes them candidates, but ")
        + compared()
        + ".";
  }

  private String compared() {
    if (numbersDiffer) {
      return "each text has a number that the other one lacks";
    }
    return String.format(
        Locale.ROOT,
        "the similarity, %.3f (%s), is %s %s",
        estimate.jaccard(),
        estimate.exact() ? "exact" : "estimated",
        similar() ? "at least" : "less than",
        similarity);
  }

  /** Of two that are similar, but equal in no band that is read. */
  private String wayOut() {
    if (similar() == false) {
      return "";
    }
    return equal.isEmpty()
        ? " A recall of 1 finds them."
        : " A higher recall finds them: of the other bands, " + named(equal) + " equal.";
  }

  private static String named(List<Integer> bands) {
    String last = bands.get(bands.size() - 1).toString();
    return bands.size() == 1
        ? "band " + last + " is"
        : "bands "
            + bands.subList(0, bands.size() - 1).stream()
                .map(String::valueOf)
                .collect(Collectors.joining(", "))
            + " and "
            + last
            + " are";
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder
        .startObject()
        .field("similarity", similarity)
        .field("recall", recall)
        .field("bands_read", read)
        .field("recall_given", given)
        .field("found", found())
        .field("reason", reason())
        .endObject();
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.candidates;

import io.neardup.fingerprint.minhash.Bands;
import java.util.regex.Pattern;

/**
 * A search by bands of MinHash signatures: those that a field has for this similarity and recall.
 */
public record BandSearch(double similarity, double recall, Bands bands) {
  private static final Pattern NUMBER = Pattern.compile("\\d(\\.\\d{1,6})?");

  /** As the command says it: {@code 0.7:0.95}. */
  public static BandSearch of(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length != 2
        || NUMBER.matcher(parts[0]).matches() == false
        || NUMBER.matcher(parts[1]).matches() == false) {
      throw new IllegalArgumentException(
          "[bands] must be SIMILARITY:RECALL, such as 0.7:0.95, got [" + text + "]");
    }
    double similarity = Double.parseDouble(parts[0]);
    double recall = Double.parseDouble(parts[1]);
    return new BandSearch(similarity, recall, Bands.of(similarity, recall));
  }

  /** How many bands, and of how many rows. */
  public String label() {
    return bands.count() + " bands of " + bands.rows() + " (" + similarity + ")";
  }

  /**
   * The recall that so many bands promise at the similarity, which is the one asked for or more.
   */
  public double promised() {
    return bands.recall(similarity, bands.count());
  }
}

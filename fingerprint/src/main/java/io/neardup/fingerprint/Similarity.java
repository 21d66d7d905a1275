// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

/** The Jaccard similarity that a search asks for, as the parameter {@code similarity}. */
public final class Similarity {
  private Similarity() {}

  /**
   * Refuses what is out of bounds.
   *
   * @param similarity greater than 0 and at most 1
   * @throws IllegalArgumentException naming the bounds and the value
   */
  public static void check(double similarity) {
    if ((similarity > 0 && similarity <= 1) == false) {
      throw new IllegalArgumentException(
          "[similarity] must be greater than 0 and at most 1, got [" + similarity + "]");
    }
  }
}

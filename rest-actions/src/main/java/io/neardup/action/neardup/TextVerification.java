// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.fingerprint.hamming.SearchRadius;
import io.neardup.target.Nearness;
import java.io.IOException;
import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;

/**
 * How similar texts must be, each by a measure from 0 to 1, of which at least one is asked for.
 *
 * @param jaccard least part of their features that both have, or null
 * @param containment least part of the smaller set of features that the larger one has, or null
 * @param edit least part that is left as it is when one is edited to become the other, or null
 * @param maxCandidates how many of the nearest documents are looked at
 */
record TextVerification(
    @Nullable Double jaccard,
    @Nullable Double containment,
    @Nullable Double edit,
    int maxCandidates)
    implements HitVerification {
  static final String TEXT = "text";
  static final String MAX_CANDIDATES = "max_candidates";
  static final String JACCARD = "jaccard";
  static final String CONTAINMENT = "containment";
  static final String EDIT = "edit";

  /** Analyzing a text of 2 KB takes 64 microseconds, so these take 64 ms. */
  static final int MOST_CANDIDATES = 1000;

  private static final int DEFAULT_CANDIDATES = 200;

  TextVerification {
    if (jaccard == null && containment == null && edit == null) {
      throw new IllegalArgumentException(
          "[verify] [text] requires at least one of [jaccard], [containment] and [edit], got none");
    }
    check(JACCARD, jaccard);
    check(CONTAINMENT, containment);
    check(EDIT, edit);
    if (maxCandidates < 1 || maxCandidates > MOST_CANDIDATES) {
      throw badCandidates(maxCandidates);
    }
  }

  private static void check(String measure, Double least) {
    if (least != null && (least > 0 && least <= 1) == false) {
      throw new IllegalArgumentException(
          "[verify] [text] ["
              + measure
              + "] must be greater than 0 and at most 1, got ["
              + least
              + "]");
    }
  }

  private static IllegalArgumentException badCandidates(Object seen) {
    return new IllegalArgumentException(
        "[verify] [max_candidates] must be an integer from 1 to "
            + MOST_CANDIDATES
            + ", got ["
            + seen
            + "]");
  }

  TextVerification(StreamInput in) throws IOException {
    this(in.readOptionalDouble(), in.readOptionalDouble(), in.readOptionalDouble(), in.readVInt());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeOptionalDouble(jaccard);
    out.writeOptionalDouble(containment);
    out.writeOptionalDouble(edit);
    out.writeVInt(maxCandidates);
  }

  /** Reads its parameters. */
  static TextVerification parse(Map<?, ?> given) {
    if (given.containsKey(Nearness.SIMILARITY)) {
      throw new IllegalArgumentException(
          "[verify] [similarity] belongs to [minhash], got it with [text]; use [jaccard] in [text]");
    }
    Map<?, ?> text = (Map<?, ?>) given.get(TEXT);
    return new TextVerification(
        Nearness.fraction(JACCARD, text),
        Nearness.fraction(CONTAINMENT, text),
        Nearness.fraction(EDIT, text),
        candidates(given));
  }

  private static int candidates(Map<?, ?> given) {
    if (given.containsKey(MAX_CANDIDATES) == false) {
      return DEFAULT_CANDIDATES;
    }
    if (given.get(MAX_CANDIDATES) instanceof Integer candidates) {
      return candidates;
    }
    throw badCandidates(given.get(MAX_CANDIDATES));
  }

  /**
   * How far candidates may be: as far as texts with this Jaccard similarity.
   *
   * @throws IllegalArgumentException if neither that nor a distance is given
   */
  Nearness candidates(Nearness given) {
    if (given.equals(Nearness.DEFAULT) == false) {
      return given;
    }
    if (jaccard == null) {
      throw new IllegalArgumentException(
          "[verify] with [text] and without [jaccard] requires [max_distance], how far candidates"
              + " may be, got none");
    }
    return Nearness.within(SearchRadius.of(jaccard));
  }

  @Override
  public String shown() {
    return TEXT;
  }
}

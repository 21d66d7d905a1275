// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.fingerprint.hamming.SearchRadius;
import io.neardup.fingerprint.lost.AllowedLoss;
import io.neardup.target.Nearness;
import io.neardup.target.Verify;
import org.opensearch.common.Nullable;

/**
 * How similar texts must be, each by a measure from 0 to 1, and what may be lost with a duplicate.
 * At least one of these is asked for.
 *
 * @param jaccard least part of their features that both have, or null
 * @param containment least part of the smaller set of features that the larger one has, or null
 * @param edit least part that is left as it is when one is edited to become the other, or null
 * @param loss what a hit may say that the document asked about does not, or null
 * @param diff whether hits show where the texts differ
 * @param maxCandidates how many of the nearest documents are looked at
 */
record TextVerification(
    @Nullable Double jaccard,
    @Nullable Double containment,
    @Nullable Double edit,
    @Nullable AllowedLoss loss,
    boolean diff,
    int maxCandidates) {
  private static final int DEFAULT_CANDIDATES = 200;

  TextVerification {
    if (jaccard == null && containment == null && edit == null && loss == null) {
      throw new IllegalArgumentException(
          "[verify] [text] requires at least one of [jaccard], [containment], [edit] and [lost],"
              + " got none");
    }
    check(Verify.JACCARD, jaccard);
    check(Verify.CONTAINMENT, containment);
    check(Verify.EDIT, edit);
    Verify.checkCandidates(maxCandidates);
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

  /**
   * What a parameter says.
   *
   * @throws IllegalArgumentException naming what is missing or does not belong here
   */
  static TextVerification of(Verify verify) {
    if (verify.similarity() != null || verify.signature() != null) {
      throw new IllegalArgumentException(
          "[verify] ["
              + (verify.similarity() == null ? Verify.SIGNATURE : Nearness.SIMILARITY)
              + "] belongs to [minhash], got it with [text]; use [jaccard] in [text]");
    }
    if (verify.numbers() != null) {
      throw new IllegalArgumentException(
          "[verify] [numbers] belongs to [minhash], got it with [text]; use [lost] in [text], with"
              + " [max_doc_freq] [0] for numbers alone");
    }
    Verify.Text text = verify.text();
    if (text.fields() != null) {
      throw new IllegalArgumentException(
          "[verify] [text] [fields] belongs to [_near_dup/groups]: here, texts are read as the"
              + " processor reads them that writes [field]; leave it out");
    }
    return new TextVerification(
        text.jaccard(),
        text.containment(),
        text.edit(),
        text.loss(),
        text.diff(),
        verify.maxCandidates() == null ? DEFAULT_CANDIDATES : verify.maxCandidates());
  }

  /**
   * How far candidates may be: as far as texts with this Jaccard similarity. If nothing but a loss
   * is asked for, as far as without it.
   *
   * @throws IllegalArgumentException if neither that nor a distance is given
   */
  Nearness candidates(Nearness given) {
    boolean onlyLoss = jaccard == null && containment == null && edit == null;
    if (onlyLoss || given.equals(Nearness.DEFAULT) == false) {
      return given;
    }
    if (jaccard == null) {
      throw new IllegalArgumentException(
          "[verify] with [text] and without [jaccard] requires [max_distance], how far candidates"
              + " may be, got none");
    }
    return Nearness.within(SearchRadius.of(jaccard));
  }
}

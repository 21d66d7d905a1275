// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.target.Verify;

/**
 * The parameter {@code verify}: what a search finds is a near-duplicate only if it passes a second
 * look, at its signature or at its text.
 */
sealed interface HitVerification permits SignatureVerification, TextVerification {

  /**
   * What a parameter says.
   *
   * @throws IllegalArgumentException naming what is missing or does not belong here
   */
  static HitVerification of(Verify verify) {
    if ((verify.text() == null) == (verify.minhash() == null)) {
      throw new IllegalArgumentException(
          "[verify] requires [minhash], a field of signatures to compare, or [text], how similar"
              + " the texts themselves must be, got "
              + verify.names());
    }
    return verify.text() == null ? SignatureVerification.of(verify) : TextVerification.of(verify);
  }

  /** For the descriptions of tasks. */
  String shown();
}

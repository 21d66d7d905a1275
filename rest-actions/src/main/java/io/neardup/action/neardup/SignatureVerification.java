// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.fingerprint.Similarity;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.target.Verify;

/**
 * The parameter {@code verify}: what a fingerprint finds is a near-duplicate only if its signature
 * is similar, too.
 *
 * @param field of type {@code minhash}
 * @param similarity least Jaccard similarity
 * @param numbers which numbers of the texts may differ
 */
public record SignatureVerification(String field, double similarity, NumbersRule numbers) {
  public SignatureVerification {
    Similarity.check(similarity);
  }

  /**
   * What a parameter says.
   *
   * @throws IllegalArgumentException naming what is missing or does not belong here
   */
  public static SignatureVerification of(Verify verify) {
    verify.requireSignatures();
    if (verify.signature() != null) {
      throw new IllegalArgumentException(
          "[verify] [signature] belongs to queries: here, documents are compared by what they have"
              + " in [minhash]; leave it out");
    }
    return new SignatureVerification(verify.minhash(), verify.similarity(), verify.numbersRule());
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.fingerprint.Similarity;
import io.neardup.target.FieldName;
import io.neardup.target.Nearness;
import java.io.IOException;
import java.util.Map;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;

/**
 * The parameter {@code verify}: what a fingerprint finds is a near-duplicate only if its signature
 * is similar, too.
 *
 * @param field of type {@code minhash}
 * @param similarity least Jaccard similarity
 */
public record SignatureVerification(String field, double similarity) implements HitVerification {
  public static final String MINHASH = "minhash";

  public SignatureVerification {
    Similarity.check(similarity);
  }

  public SignatureVerification(StreamInput in) throws IOException {
    this(in.readString(), in.readDouble());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(field);
    out.writeDouble(similarity);
  }

  @Override
  public String shown() {
    return field;
  }

  /**
   * Reads its parameters.
   *
   * @throws IllegalArgumentException naming what is missing or wrong
   */
  public static SignatureVerification parse(Map<?, ?> given) {
    Object field = given.get(MINHASH);
    Double similarity = Nearness.fraction(Nearness.SIMILARITY, given);
    if (field == null || similarity == null || given.size() > 2) {
      throw new IllegalArgumentException(
          "[verify] requires [minhash], the field of signatures to compare, and [similarity], the"
              + " least Jaccard similarity, got "
              + given.keySet());
    }
    return new SignatureVerification(
        FieldName.require("verify] [" + MINHASH, (String) field), similarity);
  }
}

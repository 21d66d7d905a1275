// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.target;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.minhash.MinHashSignature;
import java.util.Arrays;
import java.util.Optional;

/** The kinds of fields that can be searched for near-duplicates, each with its values. */
public enum TargetKind {
  /** 64-bit fingerprints, near by Hamming distance. */
  SIMHASH("simhash", "hash") {
    @Override
    public Target parse(Object value) {
      return Target.of(Fingerprint.parseValue(value));
    }
  },

  /** MinHash signatures, near by Jaccard similarity. */
  MINHASH("minhash", "signature") {
    @Override
    public Target parse(Object value) {
      return Target.of(signature(value));
    }
  };

  private final String type;
  private final String parameter;

  TargetKind(String type, String parameter) {
    this.type = type;
    this.parameter = parameter;
  }

  /** The kind of fields of this type; empty if they cannot be searched for near-duplicates. */
  public static Optional<TargetKind> ofType(String type) {
    return Arrays.stream(values()).filter(kind -> kind.type.equals(type)).findFirst();
  }

  /**
   * A signature as it stands in {@code _source} or in a request.
   *
   * @throws IllegalArgumentException saying what is wrong with the value
   */
  public static MinHashSignature signature(Object value) {
    if (value instanceof String text) {
      return MinHashSignature.parse(text);
    }
    throw new IllegalArgumentException(
        "a signature must be a string, got [" + Fingerprint.shown(String.valueOf(value)) + "]");
  }

  /** The field type in mappings, and the processor that writes such fields. */
  public String type() {
    return type;
  }

  /** The parameter of requests that takes one value. */
  public String parameter() {
    return parameter;
  }

  /**
   * A target of one value, as it stands in {@code _source} or in a request.
   *
   * @throws IllegalArgumentException saying what is wrong with the value
   */
  public abstract Target parse(Object value);
}

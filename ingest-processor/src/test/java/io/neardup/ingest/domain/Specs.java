// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.sequencer.Claim;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.keys.Keys;
import io.neardup.sequencer.keys.Stage;
import java.util.List;

/** Domains of one index each, in which nothing counts but one stage, and claims in them. */
public final class Specs {
  private Specs() {}

  /** Of the fingerprints in {@code print}. */
  public static DomainSpec simHash(String index, int maxDistance) {
    return new DomainSpec(
        index,
        List.of(index),
        List.of(new Stage(Stage.Kind.SIMHASH, "print", maxDistance)),
        List.of(),
        List.of(),
        new WindowOptions(null, "", -1, false),
        "near_dup",
        List.of(),
        List.of(),
        PassageFields.NONE,
        null);
  }

  /** Of a document with this fingerprint. */
  public static Claim claim(DocRef ref, boolean ownId, long print) {
    Keys keys =
        new Keys(0, 0, 0, new long[] {print, 0}, new MinHashSignature[1], null, 1, Keys.UNRANKED);
    return new Claim(ref, ownId, keys, null, -1, null, null, null);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.sequencer.keys.Keys;
import io.neardup.sequencer.keys.Rules;
import io.neardup.sequencer.keys.Stage;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/** Claims of documents that are near each other by a fingerprint, and answers to them. */
final class Claims {
  static final Rules RULES =
      new Rules(List.of(new Stage(Stage.Kind.SIMHASH, "print", 3)), -1, false, false);

  private Claims() {}

  static Keys keys(long print) {
    return keys(print, Keys.UNRANKED);
  }

  static Keys keys(long print, byte[] rank) {
    return new Keys(0, 0, 0, new long[] {print, 0}, new MinHashSignature[1], null, 1, rank);
  }

  static Claim claim(DocRef ref, Keys keys) {
    return heir(ref, keys, null);
  }

  static Claim heir(DocRef ref, Keys keys, Group group) {
    return new Claim(ref, true, keys, group, -1, null, null, null);
  }

  static Answer found(List<Hit> canonicals) {
    return answer(canonicals, List.of(), Map.of(), Map.of());
  }

  static Answer answer(
      List<Hit> canonicals,
      List<Hit> standIns,
      Map<ClaimedVersion, Boolean> there,
      Map<DocRef, Boolean> taken) {
    return new Answer(canonicals, standIns, there, taken, new BitSet(), TextCheck.NONE);
  }
}

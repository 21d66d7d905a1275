// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer.keys;

import java.util.List;

/**
 * Which documents of a domain are compared with each other, and when they match.
 *
 * @param stages in order
 * @param age how much older a match may be, in milliseconds; negative for no limit
 * @param both whether a match may not be more than that newer either
 * @param differing whether a match must have another {@link Keys#origin}
 */
public record Rules(List<Stage> stages, long age, boolean both, boolean differing) {
  /** Copies the stages. */
  public Rules {
    stages = List.copyOf(stages);
  }

  /**
   * Whether a group outlives its canonical, in one of its members. What stood in a canonical need
   * not stand in another one that did, so that each is then decided for itself.
   */
  public boolean haveHeirs() {
    return stages.stream().allMatch(stage -> stage.containment() == null);
  }

  /** Whether a document is compared with this candidate. */
  public boolean compares(Keys keys, Keys candidate) {
    return comparesItself(keys, candidate)
        && (differing == false || keys.origin() != candidate.origin());
  }

  /** Whether a document is compared with its own earlier version, wherever that came from. */
  boolean comparesItself(Keys keys, Keys candidate) {
    long older = keys.time() - candidate.time();
    return keys.scope() == candidate.scope()
        && (age < 0 || (older <= age && (both == false || -older <= age)));
  }

  /** The first stage at which a document matches this candidate; -1 if there is none. */
  public int stage(Keys keys, Keys candidate) {
    for (int i = 0; compares(keys, candidate) && i < stages.size(); i++) {
      if (keys.has(i) && candidate.has(i) && stages.get(i).compare(keys, candidate, i) != null) {
        return i;
      }
    }
    return -1;
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import java.util.Locale;

/**
 * What is written to in a round, and one domain of {@code near_dup}.
 *
 * @param name an index, or an alias of several
 * @param mode what becomes of duplicates
 * @param rolls whether it is an alias that rolls over
 */
record Lane(String name, Mode mode, boolean rolls) {
  /** What the pipeline does with duplicates. */
  enum Mode {
    TAG,
    DROP,
    FAIL,
    REROUTE,
    /** They are tagged, and of each group the document that was written last is canonical. */
    KEEP,
    /** Of each group only the document that was written last stays. */
    REPLACE;

    String parameter() {
      return this == KEEP ? TAG.parameter() : name().toLowerCase(Locale.ROOT);
    }

    /** Whether a later document may become canonical. */
    boolean keeps() {
      return this == KEEP || this == REPLACE;
    }
  }

  /** Whether documents are overwritten and updated; elsewhere they are only added and deleted. */
  boolean edits() {
    return rolls == false && (mode == Mode.TAG || mode == Mode.DROP || mode == Mode.KEEP);
  }

  /** Whether documents are deleted. */
  boolean deletes() {
    return mode == Mode.TAG || mode == Mode.DROP || mode.keeps();
  }

  String pipeline() {
    return name + "-pipeline";
  }

  /** Where duplicates go when they are rerouted. */
  String reroutedTo() {
    return name + "-duplicates";
  }

  /** An index of the alias, from 1. */
  String part(int number) {
    return String.format(Locale.ROOT, "%s-%06d", name, number);
  }
}

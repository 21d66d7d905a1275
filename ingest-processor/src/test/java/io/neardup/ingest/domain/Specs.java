// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.sequencer.keys.Stage;
import java.util.List;

/** Domains of one index each, in which nothing counts but one stage. */
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
        null,
        "",
        -1,
        false,
        "near_dup",
        List.of(),
        List.of(),
        PassageFields.NONE,
        null);
  }
}

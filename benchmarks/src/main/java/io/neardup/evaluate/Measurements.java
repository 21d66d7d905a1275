// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** All that was measured, to be added to. */
record Measurements(List<Measurement> byDistance, List<Confirmed> confirmed) {
  Measurements() {
    this(new ArrayList<>(), new ArrayList<>());
  }

  /** Those of all. */
  static Measurements all(Collection<Measurements> parts) {
    Measurements all = new Measurements();
    for (Measurements part : parts) {
      all.byDistance.addAll(part.byDistance);
      all.confirmed.addAll(part.confirmed);
    }
    return all;
  }
}

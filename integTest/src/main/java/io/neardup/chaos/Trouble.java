// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import java.io.IOException;

/** Something that is done to a cluster while others write. All but a loss leave it whole. */
record Trouble(String name, Strike strike) {
  /** What is done. */
  @FunctionalInterface
  interface Strike {
    void on(Scene scene) throws IOException, InterruptedException;
  }
}

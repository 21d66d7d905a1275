// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import java.util.function.IntToDoubleFunction;

/** The similarity of documents, by their places in the list. */
@FunctionalInterface
interface Confirmation {
  /** Steps in which similarities are told apart. */
  int STEPS = 1000;

  /** The similarity of others to this document, 0 to 1; for one thread. */
  IntToDoubleFunction to(int document);

  /** The similarity from which on a pair is in this bucket or one before it. */
  static double similarity(int bucket) {
    return 1 - bucket / (double) STEPS;
  }

  /** The bucket of a similarity: 0 for equal ones, {@value #STEPS} for none. */
  static int bucket(double similarity) {
    return STEPS - (int) Math.floor(STEPS * similarity + 1e-9);
  }
}

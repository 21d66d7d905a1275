// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import io.neardup.fingerprint.idf.Idf;

/** How often, or how much, a feature counts. */
public enum Weighting {
  /** Every distinct feature counts once. */
  NONE,
  /** A feature counts as often as it occurs. */
  TF,
  /** A feature counts as often as it occurs, times the mean {@link Idf} of its units. */
  TF_IDF
}

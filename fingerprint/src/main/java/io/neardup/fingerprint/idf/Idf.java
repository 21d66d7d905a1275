// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.idf;

/**
 * How rare the units of features (tokens, code points) are: their inverse document frequency.
 * Implementations are immutable and thread-safe.
 */
@FunctionalInterface
public interface Idf {
  /**
   * The idf of a unit, from {@link Weights#idf}: a whole number of {@code 1 / } {@value
   * Weights#IDF_ONE}. An unknown unit has one, too.
   */
  int idf(byte[] utf8, int offset, int length);
}

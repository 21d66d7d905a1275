// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * Measures how well feature sets, weights, distances and MinHash bands find the near-duplicates of
 * a set whose pairs are known, alone and confirmed by the text. {@code ./mvnw -Pevaluate} runs it,
 * docs/quality.md tells what came out.
 */
package io.neardup.evaluate;

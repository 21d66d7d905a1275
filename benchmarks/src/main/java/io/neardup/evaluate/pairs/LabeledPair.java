// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

/**
 * Two documents by their places in a list, and what a reader said.
 *
 * @param kind of pair, such as what an editor did; empty if unknown
 */
record LabeledPair(int left, int right, Label label, String kind) {}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

/**
 * A document that is to be decided, and another one that it is near to.
 *
 * @param claim number of the first
 * @param text of it; null if it is not at hand
 * @param candidate the other one
 * @param candidateText of that, if it is on its way; null if it is to be read
 * @param found the other one in the index; null if it is on its way
 */
public record NearPair(
    long claim, String text, ClaimedVersion candidate, String candidateText, Hit found) {}

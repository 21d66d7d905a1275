// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

/**
 * What became of a claim.
 *
 * @param isNew whether the document is the first of its kind, else it is a duplicate
 * @param seq the claim's number: decisions are a greedy replay in this order
 * @param group of the document
 * @param of what it is a duplicate of; null for a new one
 * @param stage the number of the stage that matched, from 0; -1 for a new one
 * @param distance at that stage; -1 for a new one
 * @param indexOnly whether something could not be known, so that the guarantee does not hold for it
 * @param confirmed whether what it is a duplicate of is known to be there, or is in the same bulk
 * @param tracked whether its outcome must be told
 */
public record Decision(
    boolean isNew,
    long seq,
    Group group,
    DocRef of,
    int stage,
    int distance,
    boolean indexOnly,
    boolean confirmed,
    boolean tracked) {}

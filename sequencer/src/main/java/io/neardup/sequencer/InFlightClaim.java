// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

/**
 * A claim decided by another window, with its write in flight.
 *
 * @param claim the original claim
 * @param seq its number there
 * @param group its group
 * @param isNew whether it is canonical
 * @param bulk id of its request
 */
public record InFlightClaim(Claim claim, long seq, Group group, boolean isNew, String bulk) {}

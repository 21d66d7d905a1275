// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

/**
 * A claim that was decided by another window and whose write is on its way.
 *
 * @param claim as it was made
 * @param seq its number there
 * @param group its group
 * @param isNew whether it is canonical
 * @param bulk that it belongs to
 */
public record InFlightClaim(Claim claim, long seq, Group group, boolean isNew, String bulk) {}

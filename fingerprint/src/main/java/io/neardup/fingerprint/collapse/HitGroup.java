// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.collapse;

/**
 * Hits of which one is shown.
 *
 * @param shown the hit that stands for the group
 * @param collapsed the others, in the order of the hits
 */
public record HitGroup(int shown, int... collapsed) {}

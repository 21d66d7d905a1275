// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * Shows one hit of each group of near-duplicates among the hits of a search: the kernel of the
 * search processor {@code near_dup_collapse}, which knows hits by their places only.
 */
package io.neardup.fingerprint.collapse;

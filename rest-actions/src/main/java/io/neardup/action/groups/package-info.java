// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * {@code POST /{index}/_near_dup/groups}: the near-duplicate groups of all documents of an index,
 * exact on a snapshot. Fingerprints are read by searches of the user, joined and replayed on one
 * node, and the groups reported or written to an index of their own.
 */
package io.neardup.action.groups;

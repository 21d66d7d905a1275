// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * {@code POST /{index}/_near_dup/groups}: the near-duplicate groups of all documents of an index,
 * exact on a point in time. Fingerprints are read by searches of the user, joined and replayed on
 * one node, and the groups reported, written to an index of their own, or applied to the documents.
 */
package io.neardup.groups;

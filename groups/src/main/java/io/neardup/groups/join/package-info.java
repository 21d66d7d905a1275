// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** Finds the documents that have a near one: on this node, or range by range on all. */
package io.neardup.groups.join;

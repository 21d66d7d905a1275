// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** The aggregation by which fingerprints, ranks and scopes of a shard are read page by page. */
package io.neardup.groups.page;

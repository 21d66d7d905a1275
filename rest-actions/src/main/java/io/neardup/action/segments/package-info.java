// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * {@code GET /{index}/_near_dup/_segments}: how evenly the fingerprints of an index are
 * distributed, and so what a lookup costs.
 */
package io.neardup.action.segments;

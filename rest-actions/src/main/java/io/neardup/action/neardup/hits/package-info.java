// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * The aggregation with which one search answers many questions of {@code _near_dup}: per
 * fingerprint, its nearest documents and their number. Internal: requests cannot use it.
 */
package io.neardup.action.neardup.hits;

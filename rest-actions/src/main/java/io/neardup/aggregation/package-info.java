// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * The aggregation by which one search answers many questions of {@code _near_dup}: per fingerprint,
 * its nearest documents and how many there are. Internal: no request can name it.
 */
package io.neardup.aggregation;

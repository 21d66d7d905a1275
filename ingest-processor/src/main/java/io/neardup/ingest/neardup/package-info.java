// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * The processor {@code near_dup}, and the filter around the bulk action that says what became of
 * its claims.
 */
package io.neardup.ingest.neardup;

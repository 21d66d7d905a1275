// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * Resolves ids and documents to fingerprints, for the query {@code near_dup} and the endpoint
 * {@code _near_dup}.
 */
package io.neardup.resolve;

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * Searches and gets that find canonical documents for a claim, and the keys that are read from
 * documents.
 */
package io.neardup.ingest.search;

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * The processor {@code near_dup}: claims go to the one node that decides for a domain, and a filter
 * around the bulk action tells that node what became of the documents.
 */
package io.neardup.ingest.neardup;

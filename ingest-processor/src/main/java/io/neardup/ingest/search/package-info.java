// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * What the index says about a claim: the searches and gets by which canonical documents are found,
 * and the keys that are read from documents.
 */
package io.neardup.ingest.search;

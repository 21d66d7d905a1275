// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * What is indexed for a MinHash signature, and the query that finds similar ones by their bands.
 */
package io.neardup.lucene.minhash;

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * What is indexed for a fingerprint, and the exact Hamming-distance query over it; plain Lucene.
 */
package io.neardup.lucene;

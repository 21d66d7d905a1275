// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * The index fields of a fingerprint, and the exact Hamming-distance query over them; plain Lucene.
 */
package io.neardup.lucene;

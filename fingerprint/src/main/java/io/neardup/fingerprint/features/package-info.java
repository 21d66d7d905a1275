// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/**
 * Text in, weighted features and SimHash out: tokens, shingles and character n-grams, their hashes,
 * and the sums of bits.
 */
package io.neardup.fingerprint.features;

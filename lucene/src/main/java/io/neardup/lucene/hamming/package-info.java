// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/**
 * The exact query by Hamming distance: how each leaf is searched, and what that costs. {@code
 * docs/design/lookup.md} explains it.
 */
package io.neardup.lucene.hamming;

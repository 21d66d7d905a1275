// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * Sets of text features in, MinHash signatures out: estimated or exact Jaccard similarity of two
 * texts, and bands under which similar texts meet. Everything persisted is pinned by {@code
 * docs/minhash-format.md}.
 */
package io.neardup.fingerprint.minhash;

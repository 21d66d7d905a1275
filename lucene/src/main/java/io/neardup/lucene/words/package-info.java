// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/** The tokens of {@code near_dup_text_v1} as Lucene's. */
package io.neardup.lucene.words;

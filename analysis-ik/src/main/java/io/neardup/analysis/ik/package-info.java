// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * The analyzers {@code ik_smart} and {@code ik_max_word}: Lucene tokens from the core of IK
 * Analyzer 2012, which knows nothing of Lucene and is wrong at the edges of its buffer.
 *
 * <p>A text goes through {@link io.neardup.analysis.ik.TextBlocks}, which cuts it where {@link
 * io.neardup.analysis.ik.BlockCutter} says, then block by block through {@link
 * io.neardup.analysis.ik.BlockSegmenter}, and comes out of {@link
 * io.neardup.analysis.ik.IkTokenizer}.
 */
package io.neardup.analysis.ik;

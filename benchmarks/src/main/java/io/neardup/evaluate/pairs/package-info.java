// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * What rules say about pairs of texts that people read and labeled, or that an editor's operations
 * made; and pairs to read. {@code ./mvnw -Pevaluate -Devaluator=pairs.Judge} runs it,
 * docs/quality.md tells what came out.
 */
package io.neardup.evaluate.pairs;

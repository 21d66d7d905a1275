// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import java.util.List;

/**
 * Documents and which of them are near-duplicates; all other pairs are none.
 *
 * @param name for headings and files
 */
record Sample(String name, List<Document> documents, PairSet pairs) {}

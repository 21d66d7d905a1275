// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/** What is indexed for passages, and their query. */
package io.neardup.lucene.passages;

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/** What every query here shares: cancellation, the memory of a search, and counts of its work. */
package io.neardup.lucene.search;

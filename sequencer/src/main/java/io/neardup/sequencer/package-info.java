// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * Who came first: claims of documents on being new, numbered and decided in one place, and the
 * window of those that a search cannot see yet. No OpenSearch in here.
 */
package io.neardup.sequencer;

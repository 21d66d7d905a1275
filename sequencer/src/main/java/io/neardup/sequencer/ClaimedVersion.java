// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

/**
 * One version of a document, as a claim wrote it.
 *
 * @param ref the document
 * @param seq the claim
 */
public record ClaimedVersion(DocRef ref, long seq) {}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

/**
 * A version of a document, written by a claim.
 *
 * @param ref the document
 * @param seq number of the claim
 */
public record ClaimedVersion(DocRef ref, long seq) {}

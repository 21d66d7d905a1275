// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

/**
 * A document that asks whether it is new.
 *
 * @param ref where it will be written
 * @param ownId whether its {@code _id} was given, so that it may replace a document
 * @param keys what it is compared by
 */
public record Claim(DocRef ref, boolean ownId, Keys keys) {}

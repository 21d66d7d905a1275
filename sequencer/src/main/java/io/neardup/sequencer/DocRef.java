// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

/**
 * One document.
 *
 * @param index concrete, never an alias or a data stream
 * @param id the {@code _id}
 * @param routing the {@code _routing}, or null
 */
public record DocRef(String index, String id, String routing) {}

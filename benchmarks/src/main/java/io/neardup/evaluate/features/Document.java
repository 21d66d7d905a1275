// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.features;

/**
 * A text with a name.
 *
 * @param id what pairs call it
 */
public record Document(String id, String text) {}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer.keys;

import io.neardup.fingerprint.passages.PassageLength;

/**
 * How much of a document's text must stand in another document, word for word, for it to match.
 *
 * @param text the field of the text
 * @param html whether it has tags to leave out
 * @param length of the shortest passage that counts
 * @param coverage the least part of the text
 */
public record Containment(String text, boolean html, PassageLength length, double coverage) {}

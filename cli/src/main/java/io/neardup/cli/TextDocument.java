// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

/**
 * A text to compare.
 *
 * @param id the path of a file, or what a line of JSON says, or else the line's place
 */
record TextDocument(String id, String text) {}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

/** A text is longer than {@link IngestLimits#MAX_TEXT_LENGTH} allows: an error of the request. */
public final class TextTooLongException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  TextTooLongException(String message) {
    super(message);
  }
}

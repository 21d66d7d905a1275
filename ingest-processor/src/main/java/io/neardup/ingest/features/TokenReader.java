// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.fingerprint.features.TextFeatures;
import java.io.IOException;

/** Splits a text into tokens. Thread-safe. */
interface TokenReader {
  /** Appends all tokens of the text, in order. */
  void read(JoinedText text, TextFeatures features) throws IOException;
}

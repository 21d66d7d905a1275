// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.fingerprint.TextFeatures;
import java.io.IOException;

/** Cuts a text into tokens. For any number of threads. */
interface TokenReader {
  /** Appends all tokens of this text, in its order. */
  void read(JoinedText text, TextFeatures features) throws IOException;
}

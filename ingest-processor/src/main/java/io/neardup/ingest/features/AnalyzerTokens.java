// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.fingerprint.features.TextFeatures;
import java.io.IOException;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.util.BytesRef;

/**
 * The tokens of any analyzer.
 *
 * @param analyzer used and never closed
 */
record AnalyzerTokens(Analyzer analyzer) implements TokenReader {
  /** Analyzers require a field name; the registered ones ignore it. */
  private static final String FIELD = "text";

  @Override
  public void read(JoinedText text, TextFeatures features) throws IOException {
    read(text, 0, text.normalized().length(), features);
  }

  /** Appends the tokens of a part of this text. */
  void read(JoinedText text, int start, int end, TextFeatures features) throws IOException {
    // Closing returns the stream to the analyzer, which must also happen after a failure.
    try (TokenStream stream =
        analyzer.tokenStream(FIELD, text.normalized().substring(start, end))) {
      TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
      OffsetAttribute place = stream.addAttribute(OffsetAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        BytesRef bytes = term.getBytesRef();
        int boost = text.boostAt(start + place.startOffset());
        features.addToken(bytes.bytes, bytes.offset, bytes.length, boost);
      }
      stream.end();
    }
  }
}

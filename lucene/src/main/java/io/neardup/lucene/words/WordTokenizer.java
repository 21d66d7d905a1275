// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.words;

import io.neardup.fingerprint.words.Words;
import java.io.IOException;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/**
 * Makes the tokens of {@link Words}; offsets are those of the text as it was written, and types
 * {@code <ALPHANUM>}, {@code <NUM>}, {@code <CLUSTER>} and {@code <EMOJI>}.
 */
public final class WordTokenizer extends Tokenizer {
  private final Words words = new Words();
  private final boolean decodes;
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
  private final TypeAttribute type = addAttribute(TypeAttribute.class);

  /**
   * @param decodes whether character entities are decoded
   */
  public WordTokenizer(boolean decodes) {
    this.decodes = decodes;
    words.reset(input, decodes);
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    words.reset(input, decodes);
  }

  @Override
  public void close() throws IOException {
    super.close();
    words.reset(input, decodes);
  }

  @Override
  public boolean incrementToken() throws IOException {
    clearAttributes();
    if (words.next() == false) {
      return false;
    }
    term.append(words.term());
    offset.setOffset(correctOffset(words.startOffset()), correctOffset(words.endOffset()));
    type.setType(
        switch (words.kind()) {
          case WORD -> "<ALPHANUM>";
          case NUMBER -> "<NUM>";
          case CLUSTER -> "<CLUSTER>";
          case EMOJI -> "<EMOJI>";
        });
    return true;
  }

  @Override
  public void end() throws IOException {
    super.end();
    int end = correctOffset(words.read());
    offset.setOffset(end, end);
  }
}

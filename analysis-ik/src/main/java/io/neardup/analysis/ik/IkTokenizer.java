// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

import java.io.IOException;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.wltea.analyzer.core.Lexeme;

/**
 * Cuts text into the words of IK Analyzer: Chinese by dictionary, Latin and numbers by their
 * characters and in lower case, kana, hangul and unknown Han one by one, and emoji and Han beyond
 * the basic plane too, which the core has no eye for. English stop words are left out, without a
 * gap in the positions.
 */
final class IkTokenizer extends Tokenizer {
  /** The 33 of Lucene, as in the plugin analysis-ik. */
  private static final CharArraySet STOP_WORDS = EnglishAnalyzer.ENGLISH_STOP_WORDS_SET;

  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
  private final TypeAttribute type = addAttribute(TypeAttribute.class);
  private final TextBlocks blocks;
  private final BlockSegmenter segmenter;

  /** The next word of the block; null if there is none. */
  private Lexeme word;

  /** Where the next symbol of the block is; its end if there is none. */
  private int symbol;

  IkTokenizer(IkMode mode) {
    blocks = new TextBlocks(new BlockCutter(IkDictionary.get()));
    segmenter = new BlockSegmenter(mode);
  }

  @Override
  public boolean incrementToken() throws IOException {
    clearAttributes();
    do {
      if (symbol < blocks.length() && (word == null || symbol < word.getBeginPosition())) {
        takeSymbol();
        return true;
      }
      if (word != null) {
        takeWord();
        return true;
      }
    } while (nextBlock());
    return false;
  }

  private boolean nextBlock() throws IOException {
    if (blocks.next(input) == false) {
      return false;
    }
    segmenter.start(blocks.text(), blocks.length());
    word = nextWord();
    symbol = Symbols.next(blocks.text(), 0, blocks.length());
    return true;
  }

  private Lexeme nextWord() throws IOException {
    Lexeme next = segmenter.next();
    while (next != null && STOP_WORDS.contains(next.getLexemeText())) {
      next = segmenter.next();
    }
    return next;
  }

  private void takeWord() throws IOException {
    term.append(word.getLexemeText());
    setOffset(word.getBeginPosition(), word.getEndPosition());
    type.setType(word.getLexemeTypeString());
    word = nextWord();
  }

  private void takeSymbol() {
    char[] text = blocks.text();
    int length = Symbols.length(text, symbol, blocks.length());
    term.copyBuffer(text, symbol, length);
    setOffset(symbol, symbol + length);
    type.setType(Symbols.type(text, symbol, length));
    symbol = Symbols.next(text, symbol + length, blocks.length());
  }

  private void setOffset(int begin, int end) {
    offset.setOffset(correctOffset(blocks.start() + begin), correctOffset(blocks.start() + end));
  }

  @Override
  public void end() throws IOException {
    super.end();
    setOffset(blocks.length(), blocks.length());
  }

  /** Nobody may go on after this, so that the next text finds nothing of this one. */
  @Override
  public void close() throws IOException {
    super.close();
    blocks.reset();
    word = null;
  }
}

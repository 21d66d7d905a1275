// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.wltea.analyzer.core.IKSegmenter;
import org.wltea.analyzer.core.Lexeme;

/** A token as the tests compare it. */
record Token(String term, int start, int end, String type) {

  /** What the analyzer makes of a text. */
  static List<Token> of(IkMode mode, String text) {
    return of(mode, new StringReader(text));
  }

  static List<Token> of(IkMode mode, Reader reader) {
    try (Analyzer analyzer = new IkAnalyzer(mode);
        TokenStream stream = analyzer.tokenStream("f", reader)) {
      return read(stream);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Token> read(TokenStream stream) throws IOException {
    CharTermAttribute term = stream.getAttribute(CharTermAttribute.class);
    OffsetAttribute offset = stream.getAttribute(OffsetAttribute.class);
    TypeAttribute type = stream.getAttribute(TypeAttribute.class);
    List<Token> tokens = new ArrayList<>();
    stream.reset();
    while (stream.incrementToken()) {
      tokens.add(new Token(term.toString(), offset.startOffset(), offset.endOffset(), type.type()));
    }
    stream.end();
    return tokens;
  }

  static List<String> terms(IkMode mode, String text) {
    return of(mode, text).stream().map(Token::term).toList();
  }

  /** What the core itself makes of a text; right for fewer than 4096 characters. */
  static List<Token> ofCore(IkMode mode, String text) throws IOException {
    IkDictionary.get();
    IKSegmenter core = new IKSegmenter(new StringReader(text), mode.configuration());
    List<Token> tokens = new ArrayList<>();
    for (Lexeme next = core.next(); next != null; next = core.next()) {
      if (EnglishAnalyzer.ENGLISH_STOP_WORDS_SET.contains(next.getLexemeText()) == false) {
        tokens.add(of(next));
      }
    }
    return tokens;
  }

  private static Token of(Lexeme lexeme) {
    return new Token(
        lexeme.getLexemeText(),
        lexeme.getBeginPosition(),
        lexeme.getEndPosition(),
        lexeme.getLexemeTypeString());
  }

  Token movedBy(int distance) {
    return new Token(term, start + distance, end + distance, type);
  }
}

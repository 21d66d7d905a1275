// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.analyzer.NearDupAnalyzer;
import io.neardup.analyzer.NearDupAnalyzerProvider;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.passages.Boilerplate;
import io.neardup.fingerprint.passages.PassageText;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.idf.IdfDictionaries;
import io.neardup.ingest.idf.IdfName;
import io.neardup.lucene.passages.PassageTokens;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import org.opensearch.OpenSearchException;
import org.opensearch.common.Nullable;

/**
 * Cuts the passages of a dictionary out of texts before these become features: the parameter {@code
 * without}. Immutable.
 */
public record LeftOutPassages(Boilerplate boilerplate, NearDupAnalyzer analyzer) {
  /** The parameter. */
  public static final String WITHOUT = "without";

  /** The name of the dictionary; null if nothing is left out. */
  @Nullable public static IdfName read(ConfigReader reader) {
    return IdfName.read(reader, WITHOUT);
  }

  /**
   * The passages of this dictionary.
   *
   * @param reader of the configuration
   * @param name null if nothing is left out
   * @param of the features; that for HTML leaves out tags
   * @return null if nothing is left out
   * @throws OpenSearchException (HTTP 400) if this node has no such dictionary
   */
  @Nullable public static LeftOutPassages find(
      ConfigReader reader,
      Function<IdfName, IdfDictionaries.Named> dictionaries,
      @Nullable IdfName name,
      @Nullable String of) {
    return name == null
        ? null
        : IdfName.find(
            reader,
            WITHOUT,
            () ->
                new LeftOutPassages(
                    new Boilerplate(dictionaries.apply(name).dictionary()),
                    NearDupAnalyzer.of(NearDupAnalyzerProvider.HTML_NAME.equals(of))));
  }

  /** The texts without these passages. */
  List<FieldText> cut(List<FieldText> texts, MemoryAccount memory) {
    return texts.stream()
        .map(text -> new FieldText(cut(text.text(), memory), text.boost()))
        .toList();
  }

  /** A text without these passages. */
  String cut(String text, MemoryAccount memory) {
    try (MemoryAccount here = memory.part()) {
      PassageText tokens = PassageTokens.read(analyzer, text, here, () -> {});
      BitSet marked = boilerplate.in(tokens);
      return marked.isEmpty() ? text : cut(text, tokens, marked);
    }
  }

  /**
   * With what stands between such a passage and the next word. An empty line is left, since a word
   * before a single line end may go on behind it.
   */
  private static String cut(String text, PassageText tokens, BitSet marked) {
    StringBuilder rest = new StringBuilder();
    int kept = 0;
    for (int from = marked.nextSetBit(0); from >= 0; ) {
      int to = marked.nextClearBit(from);
      rest.append(text, kept, tokens.start(from)).append("\n\n");
      kept = to < tokens.count() ? tokens.start(to) : text.length();
      from = marked.nextSetBit(to);
    }
    return rest.append(text, kept, text.length()).toString();
  }
}

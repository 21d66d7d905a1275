// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import io.neardup.cli.io.Fault;
import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.features.HashFunction;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.fingerprint.unicode.Normalization;
import io.neardup.fingerprint.words.Words;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/**
 * How texts become features: as the processors do with the same {@code features}, {@code hash} and
 * {@code numbers}, and the analyzer {@code near_dup}. For any number of threads.
 */
final class Features {
  private static final Pattern NAME =
      Pattern.compile("(token|token_pair|shingle|char_ngram)(?::(\\d{1,4}))?");

  @Option(
      names = "--features",
      paramLabel = "KIND[:SIZE]",
      description =
          "token, token_pair, shingle:3 or char_ngram:4 (default: token_pair, and shingle:3 with"
              + " fingerprint)")
  private String features;

  @Option(
      names = "--hash",
      defaultValue = "xxh64",
      description = "of features: xxh64, xxh3_64, murmur3_x64_128 or md5_low64 (default: xxh64)")
  private HashFunction hash;

  @Option(
      names = "--numbers",
      negatable = true,
      description =
          "signatures keep the numbers of a text, and texts with other numbers are not similar"
              + " (default: true for pairs and groups, false for fingerprint)")
  private Boolean numbers;

  private FeatureOptions options;

  /** Says what is meant where the user said nothing. */
  void orElse(boolean otherNumbers, String otherFeatures) {
    numbers = numbers == null ? otherNumbers : numbers;
    options = option(features == null ? otherFeatures : features).withHash(hash);
  }

  private static FeatureOptions option(String name) {
    Matcher matcher = NAME.matcher(name);
    if (matcher.matches() == false) {
      throw Fault.usage(
          "[--features] must be one of [token, token_pair, shingle:N, char_ngram:N], got ["
              + name
              + "]");
    }
    FeatureKind kind = FeatureKind.valueOf(matcher.group(1).toUpperCase(Locale.ROOT));
    String size = matcher.group(2);
    return FeatureOptions.of(kind, size == null ? kind.defaultSize() : Integer.parseInt(size));
  }

  /**
   * What is kept of a text.
   *
   * @param fingerprint null for a text without features, and of {@code token_pair}
   * @param signature null for a text without features
   */
  record Sketch(Long fingerprint, MinHashSignature signature) {}

  /** Makes sketches; for one thread. */
  Sketcher sketcher() {
    return new Sketcher();
  }

  /** Keeps its buffers from one text to the next. */
  final class Sketcher {
    private final TextFeatures buffer = new TextFeatures(options);
    private final MinHasher hasher = new MinHasher();
    private final Words words = new Words();

    Sketch sketch(String text) {
      String normalized = Normalization.normalize(text);
      hasher.clear();
      buffer.clear();
      if (buffer.kind().usesAnalyzer()) {
        addWords(normalized);
      } else {
        buffer.addCodePoints(Normalization.foldForCharNgrams(normalized));
      }
      if (numbers) {
        buffer.addNumbers(text);
      }
      hasher.addAll(buffer);
      boolean hasFingerprint = buffer.kind() != FeatureKind.TOKEN_PAIR && buffer.count() > 0;
      return new Sketch(hasFingerprint ? buffer.fingerprint() : null, hasher.signature());
    }

    private void addWords(String text) {
      words.reset(new StringReader(text), true);
      try {
        while (words.next()) {
          byte[] utf8 = words.term().toString().getBytes(StandardCharsets.UTF_8);
          buffer.addToken(utf8, 0, utf8.length);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}

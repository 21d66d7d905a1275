// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.ingest.config.ConfigReader;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.opensearch.common.hash.MessageDigests;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.analysis.AnalysisRegistry;

/**
 * Tells whether an analyzer is the same on two nodes, by its tokens of a probe text. They may
 * differ because of different plugins, releases or dictionaries. A difference that the text does
 * not exercise, such as one rare word of a dictionary, goes unnoticed. Costs some ten microseconds.
 */
public final class AnalyzerProbe {
  /** Must never change: nodes of different releases compare its tokens. */
  private static final String TEXT =
      """
      The quick brown foxes weren't jumping over 1,234.5 lazy dogs' U.S. e-mails: a.b@example.org \
      https://example.org/x?y=z C++ 3D wi-fi AT&T don't can’t snake_case CamelCase état naïve \
      Straße Größen l'été aujourd'hui mañana coração İstanbul ılık ŁÓDŹ žluťoučký Ελληνικούς \
      Быстрая лисица ёлка חתול כלבים القطط والكتب کتاب हिन्दी किताबें বাংলা தமிழ் ไทยภาษาไทย \
      ភាសាខ្មែរ မြန်မာ 日本語の文章を書きました東京都 カタカナ ｶﾀｶﾅ 한국어를 공부합니다 \
      中华人民共和国国歌 研究生命的起源 南京市长江大桥 结婚的和尚未结婚的 他说的确实在理 \
      北京大学生前来应聘 中文分词器处理文本 近似重复文档检测 繁體中文電腦軟體 一九九八年 三百二十五台 \
      2026年11月 第3章 iPhone15手机 Ⅷ ½ ﬁ Ａｂｃ１２３ 👩‍👩‍👧 🇩🇪 ☃ 𝒜𝓑 a\u0301 \u200d \u00ad
      """;

  private static final int DIGEST_DIGITS = 12;
  private static final FeatureOptions TOKENS = FeatureOptions.of(FeatureKind.TOKEN, 1);
  private static final IngestLimits UNBOUNDED = new IngestLimits(Settings.EMPTY);

  private AnalyzerProbe() {}

  /**
   * A digest of the analyzer's tokens, as twelve hex digits.
   *
   * @throws org.opensearch.OpenSearchException (HTTP 400) if the node has no such analyzer, or it
   *     fails to load
   * @throws IllegalArgumentException if it fails on the text
   */
  public static String digest(AnalysisRegistry registry, String analyzer) {
    FeatureReader reader =
        FeatureReader.create(
            new ConfigReader(null, null, Map.of()),
            registry,
            analyzer,
            TOKENS,
            Folding.NORMALIZED,
            UNBOUNDED,
            false,
            null);
    MessageDigest digest = MessageDigests.sha256();
    try (TextFeatures tokens = reader.features(TEXT, () -> {})) {
      for (int i = 0; i < tokens.count(); i++) {
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(tokens.hash(i)).array());
      }
    }
    return HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), DIGEST_DIGITS / 2));
  }
}

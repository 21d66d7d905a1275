// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.Test;

public class TextFeaturesTests {
  @Test
  public void tokensAreFeatures() {
    assertEquals(List.of("to", "be", "to"), texts(FeatureKind.TOKEN, 1, "to be to"));
  }

  @Test
  public void shinglesAreRunsOfTokens() {
    assertEquals(List.of("a b c", "b c d"), texts(FeatureKind.SHINGLE, 3, "a b c d"));
    assertEquals(List.of("a", "b"), texts(FeatureKind.SHINGLE, 1, "a b"));
  }

  @Test
  public void tokensAndPairsOfThem() {
    assertEquals(List.of("a", "b", "c", "a b", "b c"), texts(FeatureKind.TOKEN_PAIR, 2, "a b c"));
    assertEquals(List.of("a"), texts(FeatureKind.TOKEN_PAIR, 2, "a"));
    assertEquals(List.of(), texts(FeatureKind.TOKEN_PAIR, 2, ""));
    TextFeatures pairs = features(FeatureKind.TOKEN_PAIR, 2, "a b");
    assertEquals(features(FeatureKind.TOKEN, 1, "b").hash(0), pairs.hash(1));
    assertEquals(features(FeatureKind.SHINGLE, 2, "a b").hash(0), pairs.hash(2));
  }

  @Test
  public void shorterTextsAreOneFeature() {
    assertEquals(List.of("a b"), texts(FeatureKind.SHINGLE, 3, "a b"));
    assertEquals(List.of("a"), texts(FeatureKind.SHINGLE, 16, "a"));
    assertEquals(List.of("a b c"), texts(FeatureKind.SHINGLE, 3, "a b c"));
    assertEquals(List.of("ab"), texts(FeatureKind.CHAR_NGRAM, 4, "ab"));
  }

  @Test
  public void textsWithoutUnitsHaveNone() {
    assertEquals(List.of(), texts(FeatureKind.SHINGLE, 3, ""));
    assertEquals(List.of(), texts(FeatureKind.CHAR_NGRAM, 4, ""));
  }

  @Test
  public void characterNgramsAreRunsOfCodePoints() {
    assertEquals(List.of("ab ", "b c"), texts(FeatureKind.CHAR_NGRAM, 3, "ab c"));
    // One to four bytes in UTF-8; a surrogate pair is one code point.
    assertEquals(List.of("aé", "é新", "新😀"), texts(FeatureKind.CHAR_NGRAM, 2, "aé新😀"));
  }

  @Test
  public void weighingAndReportingAreCheckedToo() {
    int[] checks = new int[1];
    int distinct = 100_000;
    for (int kept : new int[] {distinct, distinct / 2}) {
      TextFeatures features =
          new TextFeatures(FeatureOptions.of(FeatureKind.CHAR_NGRAM, 1).withTopFeatures(kept))
              .checkedBy(() -> checks[0]++);
      features.addCodePoints(
          new String(IntStream.range(0x10000, 0x10000 + distinct).toArray(), 0, distinct));
      checks[0] = 0;
      features.fingerprint();
      assertEquals("enough", true, checks[0] > 90);
      checks[0] = 0;
      features.report(10);
      assertEquals("enough", true, checks[0] > 180);
    }
  }

  @Test
  public void emptyTokensAreNone() {
    TextFeatures features = new TextFeatures(FeatureKind.SHINGLE, 2);
    byte[] bytes = "xab".getBytes(StandardCharsets.UTF_8);
    features.addToken(bytes, 0, 0);
    features.addToken(bytes, 1, 1);
    features.addToken(bytes, 3, 0);
    features.addToken(bytes, 2, 1);
    assertEquals(List.of("a b"), texts(features));
  }

  @Test
  public void tokensAreCopied() {
    TextFeatures features = new TextFeatures(FeatureKind.TOKEN, 1);
    byte[] reused = {'a'};
    features.addToken(reused, 0, 1);
    reused[0] = 'b';
    features.addToken(reused, 0, 1);
    assertEquals(List.of("a", "b"), texts(features));
  }

  @Test
  public void hashIsThatOfTheText() {
    TextFeatures shingles = features(FeatureKind.SHINGLE, 3, "the quick brown fox");
    // XXH64 of "the quick brown", see ReferenceVectorTests.
    assertEquals(0xf7ddf37e33344503L, shingles.hash(0));
    assertEquals(
        features(FeatureKind.TOKEN, 1, "fox").hash(0),
        features(FeatureKind.CHAR_NGRAM, 3, "fox").hash(0));
    assertNotEquals(shingles.hash(0), shingles.hash(1));
  }

  @Test
  public void buffersGrow() {
    String text = "0123456789 ".repeat(5_000).strip();
    TextFeatures tokens = features(FeatureKind.SHINGLE, 2, text);
    assertEquals(4_999, tokens.count());
    assertEquals("0123456789 0123456789", tokens.text(4_998));
    TextFeatures codePoints = features(FeatureKind.CHAR_NGRAM, 4, text);
    // 5,000 times 11, without the last space, in windows of 4.
    assertEquals(54_999 - 3, codePoints.count());
    assertEquals("6789", codePoints.text(codePoints.count() - 1));
  }

  @Test
  public void clearForgetsTheText() {
    TextFeatures features = features(FeatureKind.SHINGLE, 2, "a b c d e f");
    features.clear();
    assertEquals(0, features.count());
    addTokens(features, "x y z");
    assertEquals(List.of("x y", "y z"), texts(features));
    assertEquals(
        features(FeatureKind.SHINGLE, 2, "x y z").fingerprint(Weighting.TF),
        features.fingerprint(Weighting.TF));
  }

  @Test
  public void fingerprintOfOneFeatureIsItsHash() {
    TextFeatures features = features(FeatureKind.SHINGLE, 3, "the quick brown");
    assertEquals(features.hash(0), features.fingerprint(Weighting.TF));
    assertEquals(features.hash(0), features.fingerprint(Weighting.NONE));
  }

  @Test
  public void weightsDecideWhetherRepetitionsCount() {
    TextFeatures features = features(FeatureKind.TOKEN, 1, "a a a b");
    // Three of four outvote the fourth; without repetitions it is one against one.
    assertEquals(features.hash(0), features.fingerprint(Weighting.TF));
    assertEquals(features.hash(0) & features.hash(3), features.fingerprint(Weighting.NONE));
  }

  @Test
  public void heaviestFirst() {
    TextFeatures features = features(FeatureKind.TOKEN, 1, "c b b a d d");
    assertEquals(List.of("b", "d", "a"), heaviest(features, Weighting.TF, 3));
    assertEquals(List.of("a", "b"), heaviest(features, Weighting.NONE, 2));
    assertEquals(4, heaviest(features, Weighting.TF, 100).size());
    assertEquals(List.of(), heaviest(features, Weighting.TF, 0));
  }

  private static List<String> heaviest(TextFeatures features, Weighting weighting, int limit) {
    return features.report(weighting, limit).heaviest().stream()
        .map(FeatureReport.Entry::text)
        .toList();
  }

  @Test
  public void sizeHasBounds() {
    assertSizeRefused(
        FeatureKind.SHINGLE, 0, "[size] of [shingle] features must be between 1 and 16, got [0]");
    assertSizeRefused(
        FeatureKind.SHINGLE, 99, "[size] of [shingle] features must be between 1 and 16, got [99]");
    assertSizeRefused(
        FeatureKind.TOKEN, 2, "[size] of [token] features must be between 1 and 1, got [2]");
    assertSizeRefused(
        FeatureKind.CHAR_NGRAM,
        33,
        "[size] of [char_ngram] features must be between 1 and 32, got [33]");
    assertEquals(FeatureKind.SHINGLE, new TextFeatures(FeatureKind.SHINGLE, 16).kind());
  }

  private static void assertSizeRefused(FeatureKind kind, int size, String message) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> new TextFeatures(kind, size));
    assertEquals(message, e.getMessage());
  }

  private static List<String> texts(FeatureKind kind, int size, String text) {
    return texts(features(kind, size, text));
  }

  private static List<String> texts(TextFeatures features) {
    return IntStream.range(0, features.count()).mapToObj(features::text).toList();
  }

  /** Tokens are separated by white space here. */
  static TextFeatures features(FeatureKind kind, int size, String text) {
    TextFeatures features = new TextFeatures(kind, size);
    if (kind.usesAnalyzer()) {
      addTokens(features, text);
    } else {
      features.addCodePoints(text);
    }
    return features;
  }

  static void addTokens(TextFeatures features, String text) {
    for (String token : text.split(" ", -1)) {
      byte[] bytes = token.getBytes(StandardCharsets.UTF_8);
      features.addToken(bytes, 0, bytes.length);
    }
  }

  @Test
  public void aLongTextCanBeStopped() {
    int[] checks = {0};
    String text = "x".repeat(10 << 10);
    TextFeatures features =
        new TextFeatures(FeatureKind.CHAR_NGRAM, 1).checkedBy(() -> checks[0]++);
    features.addCodePoints(text);
    assertEquals(10, checks[0]);
    features.checkedBy(
        () -> {
          throw new IllegalStateException("enough");
        });
    features.clear();
    assertThrows(IllegalStateException.class, () -> features.addCodePoints(text));
    assertEquals(1 << 10, features.count());
  }

  @Test
  public void hashesOfUnits() {
    TextFeatures pairs = new TextFeatures(FeatureKind.CHAR_NGRAM, 2);
    pairs.addCodePoints("añb");
    TextFeatures single = new TextFeatures(FeatureKind.CHAR_NGRAM, 1);
    single.addCodePoints("añb");
    assertArrayEquals(
        new long[] {single.hash(0), single.hash(1), single.hash(2)}, pairs.unitHashes());
    pairs.clear();
    assertEquals(0, pairs.unitHashes().length);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import static io.neardup.fingerprint.features.TextFeaturesTests.features;
import static org.junit.Assert.assertEquals;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.unicode.Normalization;
import java.util.Random;
import org.junit.Test;

/**
 * Pins {@code simhash64_v1} bit for bit: fingerprints are stored in indexes, and a change of any of
 * these values makes those unreadable.
 *
 * <p>Expected values come from a second implementation in Python that has nothing in common with
 * this one: XXH64 written down from its specification and checked against the 2,050 vectors of
 * {@link Xxh64Tests}, {@code unicodedata.normalize('NFKC')}, windows by list slices, and 64 signed
 * sums.
 */
public class ReferenceVectorTests {
  private static final String FOX = "the quick brown fox jumps over the lazy dog";
  private static final String HAMLET = "to be or not to be that is the question to be or not to be";

  @Test
  public void tokens() {
    assertTokens("593b03225397e4ae", "193303025216e48a", FeatureKind.TOKEN, 1, FOX);
    assertTokens("0a1f034230139948", "0a1f0342380b1158", FeatureKind.TOKEN, 1, HAMLET);
    assertTokens("6ac490c22178335e", "6ac490c22178335e", FeatureKind.TOKEN, 1, "重复 新闻 检测");
  }

  @Test
  public void shingles() {
    assertTokens("39edbf7f29b4b877", "39edbf7f29b4b877", FeatureKind.SHINGLE, 3, FOX);
    assertTokens(
        "24edff772120943e",
        "24edff772120943e",
        FeatureKind.SHINGLE,
        3,
        FOX.replace("jumps", "leaps"));
    assertTokens("3665b6e4a8872e93", "162496e4ea060c0b", FeatureKind.SHINGLE, 2, HAMLET);
    assertTokens("a6381aa443ce019a", "861812a043c6019a", FeatureKind.SHINGLE, 3, HAMLET);
    assertTokens("10814200c6400130", "10814200c6400130", FeatureKind.SHINGLE, 3, "重复 新闻 检测 插件");
  }

  @Test
  public void fewerTokensThanTheWindow() {
    assertTokens("45ab6734b21e6968", "45ab6734b21e6968", FeatureKind.SHINGLE, 3, "hello world");
    assertTokens("26c7827d889f6da3", "26c7827d889f6da3", FeatureKind.SHINGLE, 3, "hello");
    assertTokens("ed714233c5a9a792", "ed714233c5a9a792", FeatureKind.SHINGLE, 16, FOX);
  }

  @Test
  public void characterNgrams() {
    assertNgrams(
        "05cf0b80a672edb2", "054f0a8086726db2", 4, "The quick brown fox jumps over the lazy dog.");
    // Full width, an ideographic space, a tab and a ligature, all gone: "full width and fine …".
    assertNgrams("3129f2917cc40860", "3129f2917cc40860", 4, "  Ｆｕｌｌ　Ｗｉｄｔｈ\tand   ﬁne ligatures ");
    assertNgrams("8f0fbd9bb411bb3e", "8f0fbd9bb411bb3e", 4, "重复新闻检测插件");
    assertNgrams("65f708ca92d04a61", "65f708ca92d04a61", 4, "ab");
    assertNgrams("3255f63d2c9a5f7b", "3255b6352c9a5f7b", 3, "caf\u00e9 Cafe\u0301");
    assertNgrams("164a472bbe079478", "164a472bbe079478", 2, "😀😁😂🤣😃");
    assertNgrams("42a70d1abf84bf32", "42a70d1abf84bf32", 4, "aaaaaaaa");
    assertNgrams("97062684a9165cb8", "97062684a9165cb8", 4, "x".repeat(5000));
  }

  /** The random numbers of Java were rebuilt in Python, so that both sides see the same texts. */
  @Test
  public void checksumOfRandomTexts() {
    Random random = new Random(20261120);
    int[] sizes = {1, 2, 3, 5};
    long checksum = 0;
    for (int i = 0; i < 4000; i++) {
      int size = sizes[random.nextInt(sizes.length)];
      Weighting weighting = random.nextInt(2) == 0 ? Weighting.TF : Weighting.NONE;
      String text = words(random);
      long fingerprint = features(FeatureKind.SHINGLE, size, text).fingerprint(weighting);
      checksum = checksum * 31 + fingerprint;
    }
    assertEquals("b771e290c5435447", Fingerprint.toHex(checksum));
  }

  /** 0 to 59 words; those of two letters often repeat. */
  private static String words(Random random) {
    StringBuilder words = new StringBuilder();
    for (int left = random.nextInt(60); left > 0; left--) {
      int length = 1 + random.nextInt(9);
      for (int i = 0; i < length; i++) {
        words.append((char) ('a' + random.nextInt(length < 3 ? 3 : 26)));
      }
      words.append(left > 1 ? " " : "");
    }
    return words.toString();
  }

  private static void assertTokens(
      String tf, String none, FeatureKind kind, int size, String tokens) {
    assertFingerprints(tf, none, features(kind, size, tokens), tokens);
  }

  private static void assertNgrams(String tf, String none, int size, String text) {
    String folded = Normalization.foldForCharNgrams(Normalization.normalize(text));
    assertFingerprints(tf, none, features(FeatureKind.CHAR_NGRAM, size, folded), text);
  }

  private static void assertFingerprints(
      String tf, String none, TextFeatures features, String text) {
    assertEquals(text, tf, Fingerprint.toHex(features.fingerprint(Weighting.TF)));
    assertEquals(text, none, Fingerprint.toHex(features.fingerprint(Weighting.NONE)));
  }
}

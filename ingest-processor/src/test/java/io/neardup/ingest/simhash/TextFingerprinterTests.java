// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.features.Weighting;
import io.neardup.ingest.features.FeatureReader;
import io.neardup.ingest.features.Folding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.apache.lucene.tests.analysis.MockAnalyzer;
import org.opensearch.core.tasks.TaskCancelledException;

public class TextFingerprinterTests extends IngestTestCase {

  private static final Map<String, Object> TOKENS = Map.of("features", "token");

  private static List<String> features(TextFingerprinter fingerprinter, String text) {
    return features(fingerprinter.reader(), text);
  }

  private static List<String> features(FeatureReader reader, String text) {
    TextFeatures features = reader.features(text, () -> {});
    return IntStream.range(0, features.count()).mapToObj(features::text).toList();
  }

  private List<String> tokens(String text) {
    return features(fingerprinter(TOKENS), text);
  }

  private static Map<String, Object> config(String type, int size, String weights) {
    return Map.of("features", Map.of("type", type, "size", size), "weights", weights);
  }

  private static String hex(OptionalLong fingerprint) {
    return Fingerprint.toHex(fingerprint.orElseThrow());
  }

  /**
   * Computed by an implementation in another language, written from the format's description alone.
   */
  public void testReferenceValues() {
    String fox = "The quick brown fox jumps over the lazy dog.";
    TextFingerprinter defaults = fingerprinter(Map.of());
    assertEquals("39edbf7f29b4b877", hex(fingerprint(defaults, fox)));
    assertEquals("45ab6734b21e6968", hex(fingerprint(defaults, "Hello, World!")));
    assertEquals("4080e04981075a65", hex(fingerprint(defaults, "海量网络文本去重系统")));
    assertEquals("0a1d513188211140", hex(fingerprint(defaults, "東京はタワー。")));
    assertEquals("20908012402382a0", hex(fingerprint(defaults, "I ❤️ 👍🏽 pizza")));
    assertEquals(
        "593b03225397e4ae", hex(fingerprint(fingerprinter(config("token", 1, "tf")), fox)));
    assertEquals(
        "193303025216e48a", hex(fingerprint(fingerprinter(config("token", 1, "none")), fox)));
    assertEquals(
        "58dc0783281a0119",
        hex(fingerprint(fingerprinter(config("char_ngram", 4, "tf")), "  Straße\t\n10 ")));
  }

  /** With one feature the fingerprint is its hash: "abc" hashed by standard tools. */
  public void testHashFunctions() {
    Map<String, String> hashes =
        Map.of(
            "xxh64", "44bc2cf5ad770999",
            "xxh3_64", "78af5f94892f3950",
            "murmur3_x64_128", "b4963f3f3fad7867",
            "md5_low64", "d6963f7d28e17f72");
    hashes.forEach(
        (name, hash) ->
            assertEquals(hash, hex(fingerprint(fingerprinter(Map.of("hash", name)), "ABC"))));
  }

  public void testTopFeaturesKeepsTheHeaviest() {
    String text = "b c a b c b";
    assertEquals(one("b"), top(1, text));
    assertEquals(majority(List.of("b", "b", "b", "c", "c")), top(2, text));
    for (int all : new int[] {3, 4, 1_000_000}) {
      assertEquals(majority(List.of(text.split(" "))), top(all, text));
    }
    // Among equal weights, the one whose bytes sort first.
    assertEquals(one("a"), top(1, "c b a"));
  }

  private OptionalLong one(String token) {
    return fingerprint(fingerprinter(TOKENS), token);
  }

  private OptionalLong top(int number, String text) {
    return fingerprint(
        fingerprinter(Map.of("features", "token", "weights", "tf", "top_features", number)), text);
  }

  public void testEqualsANaiveComputation() {
    for (int i = 0; i < 300; i++) {
      FeatureKind kind = randomFrom(FeatureKind.TOKEN, FeatureKind.SHINGLE, FeatureKind.CHAR_NGRAM);
      int size = between(kind.minSize(), kind.maxSize());
      Weighting weights = randomFrom(Weighting.NONE, Weighting.TF);
      Map<String, Object> config =
          kind.usesAnalyzer()
              ? Map.of(
                  "features",
                  Map.of("type", lower(kind), "size", size),
                  "weights",
                  lower(weights),
                  "analyzer",
                  "whitespace")
              : config(lower(kind), size, lower(weights));
      String text = randomText();
      assertEquals(
          config + " of " + text,
          naive(text, kind, size, weights),
          fingerprint(fingerprinter(config), text));
    }
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** Few distinct words, so that weights matter, some of them not normalized. */
  private static String randomText() {
    List<String> words = List.of("a", "b", "c", "über", "u\u0308ber", "ＦＵＬＬ", "去重", "😀", "ﬁn");
    StringBuilder text = new StringBuilder();
    for (int i = between(0, 40); i > 0; i--) {
      text.append(randomFrom(words)).append(randomFrom(" ", "  ", "\n"));
    }
    return text.toString();
  }

  private static OptionalLong naive(String text, FeatureKind kind, int size, Weighting weights) {
    String normalized = Normalizer.normalize(text, Normalizer.Form.NFKC).strip();
    String spaced = normalized.replaceAll("\\s+", " ");
    boolean words = kind.usesAnalyzer();
    List<String> units =
        spaced.isEmpty()
            ? List.of()
            : words
                ? Arrays.asList(spaced.split(" ", -1))
                : spaced
                    .toLowerCase(Locale.ROOT)
                    .codePoints()
                    .mapToObj(Character::toString)
                    .toList();
    Collection<String> features = new ArrayList<>();
    for (int i = 0; i < units.size() && (i == 0 || i + size <= units.size()); i++) {
      features.add(
          String.join(words ? " " : "", units.subList(i, Math.min(i + size, units.size()))));
    }
    return majority(weights == Weighting.TF ? features : new LinkedHashSet<>(features));
  }

  private static OptionalLong majority(Collection<String> features) {
    int[] balance = new int[64];
    for (String feature : features) {
      byte[] utf8 = feature.getBytes(StandardCharsets.UTF_8);
      long hash = Hashing.xxh64().hashBytesToLong(utf8);
      for (int bit = 0; bit < 64; bit++) {
        balance[bit] += (hash >>> bit & 1) == 1 ? 1 : -1;
      }
    }
    long fingerprint = 0;
    for (int bit = 0; bit < 64; bit++) {
      fingerprint |= balance[bit] > 0 ? 1L << bit : 0;
    }
    return features.isEmpty() ? OptionalLong.empty() : OptionalLong.of(fingerprint);
  }

  public void testNoTokensNoFingerprint() {
    for (String text : List.of("", " \n\t", "!?!", "…")) {
      assertEquals(OptionalLong.empty(), fingerprint(fingerprinter(Map.of()), text));
    }
    TextFingerprinter characters = fingerprinter(Map.of("features", "char_ngram"));
    assertEquals(OptionalLong.empty(), fingerprint(characters, " \n\t\u3000"));
    assertTrue(fingerprint(characters, "!").isPresent());
  }

  /** Some analyzers take quadratic time for such a run. */
  public void testNoAnalyzerSeesALongRun() {
    TextFingerprinter words = fingerprinter(Map.of("features", "token", "analyzer", "whitespace"));
    assertEquals(
        List.of("a".repeat(64), "b", "哈".repeat(64), "=".repeat(64)),
        features(words, "a".repeat(5000) + " b " + "哈".repeat(5000) + " " + "=".repeat(65)));
    TextFingerprinter pairs = fingerprinter(config("char_ngram", 2, "tf"));
    assertEquals(63, featuresOf(pairs, "x".repeat(5000)).count());
  }

  public void testMinFeaturesCountsRepetitions() {
    TextFingerprinter three =
        fingerprinter(Map.of("features", "token", "weights", "none", "min_features", 3));
    assertEquals(OptionalLong.empty(), fingerprint(three, "one two"));
    assertTrue(fingerprint(three, "one two three").isPresent());
    assertTrue(fingerprint(three, "one one one").isPresent());
    TextFingerprinter shingles = fingerprinter(Map.of("min_features", 2));
    assertEquals(OptionalLong.empty(), fingerprint(shingles, "one two three"));
    assertTrue(fingerprint(shingles, "one two three four").isPresent());
  }

  public void testShortTextsHaveOneFeature() {
    assertEquals(List.of("hello world"), features(fingerprinter(Map.of()), "Hello world"));
    assertEquals(
        List.of("one two three", "two three four"),
        features(fingerprinter(Map.of()), "One, two, three: four!"));
  }

  public void testChineseAndJapanese() {
    assertEquals(List.of("去", "重", "系", "统"), tokens("去重,系统。"));
    assertEquals(List.of("東", "京", "タワー", "は", "333m"), tokens("東京タワーは３３３ｍ"));
    assertEquals(List.of("안녕하세요", "세계"), tokens("안녕하세요 세계"));
    // A Han character outside the basic plane is one token and one code point.
    assertEquals(List.of("𠮷", "野", "家"), tokens("𠮷野家"));
    assertEquals(
        List.of("𠮷野", "野家"), features(fingerprinter(config("char_ngram", 2, "tf")), "𠮷野家"));
  }

  public void testEmoji() {
    assertEquals(List.of("i", "❤️", "👍🏽", "👩‍👩‍👧"), tokens("I ❤️ 👍🏽 👩‍👩‍👧!"));
  }

  public void testWritingVariantsOfOneTextHaveOneFingerprint() {
    List<List<String>> variants =
        List.of(
            List.of("Über Café", "U\u0308ber Cafe\u0301"),
            List.of("OpenSearch 3", "Ｏｐｅｎ\uFF33earch\u3000３"),
            List.of("ガ行の文字", "カ\u3099行の文字", "ｶﾞ行の文字"),
            List.of("final office", "ﬁnal oﬃce"),
            List.of("한국어 문서", Normalizer.normalize("한국어 문서", Normalizer.Form.NFD)));
    for (Map<String, Object> config :
        List.<Map<String, Object>>of(Map.of(), TOKENS, Map.of("features", "char_ngram"))) {
      TextFingerprinter fingerprinter = fingerprinter(config);
      for (List<String> same : variants) {
        List<OptionalLong> prints =
            same.stream().map(text -> fingerprint(fingerprinter, text)).toList();
        assertEquals(same.toString(), 1, prints.stream().distinct().count());
      }
      assertEquals(
          variants.size(),
          variants.stream().map(v -> fingerprint(fingerprinter, v.get(0))).distinct().count());
    }
  }

  public void testBrokenSurrogatesAreNoFailure() {
    assertEquals(List.of("ab", "cd"), tokens("ab \uDC00 cd \uD800"));
    assertTrue(fingerprint(fingerprinter(Map.of("features", "char_ngram")), "\uD800").isPresent());
  }

  public void testTheAnalyzerDecides() {
    Map<String, Object> english = Map.of("features", "token", "analyzer", "english");
    assertEquals(List.of("quick", "fox"), features(fingerprinter(english), "The quick foxes"));
    Map<String, Object> keyword = Map.of("analyzer", "keyword");
    String huge = "word ".repeat(100_000);
    assertEquals(List.of(huge), features(fingerprinter(keyword), huge));
  }

  /** The mock fails if reset, end or close is missing or out of order. */
  public void testKeepsTheContractOfTokenStreams() {
    try (MockAnalyzer analyzer = new MockAnalyzer(random())) {
      analyzer.setEnableChecks(true);
      FeatureOptions tokens = FeatureOptions.of(FeatureKind.TOKEN, 1);
      FeatureReader reader =
          new FeatureReader(analyzer, "mock", tokens, Folding.NORMALIZED, limits, false, null);
      for (int i = 0; i < 5; i++) {
        assertEquals(List.of("a", "b"), features(reader, "A b"));
        assertEquals(List.of(), features(reader, ""));
      }
    }
  }

  public void testAFailingAnalyzerFailsThatTextOnly() {
    TextFingerprinter fingerprinter =
        fingerprinter(Map.of("features", "token", "analyzer", "fragile"));
    for (int i = 0; i < 3; i++) {
      assertEquals(List.of("good", "text"), features(fingerprinter, "good text"));
      assertFails(
          fingerprinter,
          "one broken word",
          IllegalStateException.class,
          "analyzer [fragile] failed on a text of [15] characters:"
              + " java.lang.IllegalStateException: cannot break this word");
      assertFails(
          fingerprinter,
          "unreadable",
          IOException.class,
          "analyzer [fragile] failed on a text of [10] characters: java.io.IOException: cannot"
              + " read this word");
    }
  }

  private static void assertFails(
      TextFingerprinter fingerprinter, String text, Class<?> cause, String message) {
    IllegalArgumentException e =
        expectThrows(IllegalArgumentException.class, () -> featuresOf(fingerprinter, text));
    assertEquals(message, e.getMessage());
    assertEquals(cause, e.getCause().getClass());
  }

  /** Whatever an analyzer makes of exceptions, this one is not its failure. */
  public void testAnAnalysisThatIsCancelled() {
    TextFingerprinter fingerprinter = fingerprinter(Map.of("analyzer", "fragile"));
    String text = "word ".repeat(5_000);
    int[] checks = {0};
    expectThrows(
        TaskCancelledException.class,
        () ->
            fingerprinter
                .reader()
                .features(
                    text,
                    () -> {
                      if (++checks[0] == 3) {
                        throw new TaskCancelledException("enough");
                      }
                    }));
    assertEquals(3, checks[0]);
  }
}

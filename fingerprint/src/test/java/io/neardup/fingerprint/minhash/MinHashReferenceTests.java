// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.PythonScript;
import io.neardup.fingerprint.RandomCases;
import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.features.HashFunction;
import io.neardup.fingerprint.features.TextFeatures;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.Test;

/**
 * Pins {@code minhash_fss_v1}: the Python of {@code docs/minhash_fss_v1.py}, which has nothing in
 * common with this Java, makes the same signatures, bands, keys and estimates.
 */
public class MinHashReferenceTests {
  private static final PythonScript SCRIPT = new PythonScript("minhash_fss_v1.py");
  private static final int TEXTS = 1000;

  @Test
  public void randomTexts() throws Exception {
    RandomCases random = new RandomCases(1122);
    SplittableRandom bands = new SplittableRandom(1122);
    List<String> lines = new ArrayList<>();
    List<String> ours = new ArrayList<>();
    MinHashSignature before = null;
    for (int i = 0; i < TEXTS; i++) {
      RandomCases.Case one = random.next();
      double similarity = bands.nextInt(1, 101) / 100.0;
      double recall = bands.nextInt(1, 100) / 100.0;
      String json = one.json();
      lines.add(
          json.substring(0, json.length() - 1)
              + ",\"similarity\":"
              + similarity
              + ",\"recall\":"
              + recall
              + "}");
      MinHashSignature signature = signature(one.features());
      ours.add(signature == null ? "-" : line(signature, before, Bands.of(similarity, recall)));
      before = signature == null ? before : signature;
    }
    List<String> theirs = SCRIPT.run(lines);
    assertEquals(TEXTS, theirs.size());
    for (int i = 0; i < TEXTS; i++) {
      assertEquals(lines.get(i), theirs.get(i), ours.get(i));
    }
  }

  /** With numbers, of which a text has none, few, or more than are kept. */
  @Test
  public void randomTextsWithNumbers() throws Exception {
    RandomCases random = new RandomCases(1126);
    SplittableRandom numbers = new SplittableRandom(1126);
    List<String> lines = new ArrayList<>();
    List<String> ours = new ArrayList<>();
    MinHashSignature before = null;
    int differing = 0;
    for (int i = 0; i < TEXTS; i++) {
      RandomCases.Case one = random.next();
      int most = numbers.nextInt(3) == 0 ? 70 : 4;
      List<String> found =
          numbers
              .ints(numbers.nextInt(most == 70 ? 100 : 5), 0, most)
              .mapToObj(Integer::toString)
              .toList();
      String json = one.json();
      lines.add(
          json.substring(0, json.length() - 1)
              + ",\"numbers\":["
              + found.stream().map(n -> '"' + n + '"').collect(Collectors.joining(","))
              + "]}");
      TextFeatures features = one.features();
      features.addNumbers(String.join("; ", found));
      MinHashSignature signature = signature(features);
      ours.add(signature == null ? "-" : line(signature, before, Bands.of(0.7, 0.95)));
      if (signature != null) {
        assertEquals(signature, MinHashSignature.parse(signature.toString()));
        differing += before != null && before.numbersDiffer(signature) ? 1 : 0;
        before = signature;
      }
    }
    assertEquals(lines.toString(), SCRIPT.run(lines), ours);
    assertTrue("differing: " + differing, differing > 100 && differing < TEXTS - 100);
  }

  /** From the Python. */
  @Test
  public void vectors() {
    String fox = "the quick brown fox jumps over the lazy dog";
    assertSignature(
        "ERm8UlYb9AndKVuRAUUvNxNLGwOiXTP3YnAhLy685sAt",
        FeatureOptions.of(FeatureKind.TOKEN, 1),
        fox);
    assertSignature(
        "ERk6yZOZtAz3nMNEKKvAKxDALht41ZCkEe-szSw",
        FeatureOptions.of(FeatureKind.SHINGLE, 3).withHash(HashFunction.MD5_LOW64),
        fox);
    TextFeatures news = new TextFeatures(FeatureKind.CHAR_NGRAM, 2);
    news.addCodePoints("重复新闻检测插件");
    assertEquals("EUidddJQ25k5ZaJEgm9Ekqxy4JhCn6qCHbWbALQ", signature(news).toString());
  }

  private static void assertSignature(String expected, FeatureOptions options, String text) {
    TextFeatures features = new TextFeatures(options);
    for (String token : text.split(" ", -1)) {
      byte[] utf8 = token.getBytes(StandardCharsets.UTF_8);
      features.addToken(utf8, 0, utf8.length);
    }
    assertEquals(expected, signature(features).toString());
  }

  private static MinHashSignature signature(TextFeatures features) {
    MinHasher hasher = new MinHasher();
    hasher.addAll(features);
    return hasher.signature();
  }

  private static String line(MinHashSignature signature, MinHashSignature before, Bands bands) {
    JaccardEstimate estimate = (before == null ? signature : before).jaccard(signature);
    String keys =
        Arrays.stream(bands.keys(signature))
            .mapToObj(key -> String.format(Locale.ROOT, "%0" + bands.rows() + "x", key))
            .collect(Collectors.joining(" "));
    return String.format(
        Locale.ROOT,
        "%s %dx%d %s %.9f +- %.9f",
        signature,
        bands.rows(),
        bands.count(),
        keys,
        estimate.jaccard(),
        estimate.deviation());
  }

  /** Of texts without number, exact sets and sketches; the Python gives this checksum as well. */
  @Test
  public void checksum() {
    RandomCases random = new RandomCases(20261122);
    long checksum = 0;
    int exact = 0;
    for (int i = 0; i < 10_000; i++) {
      MinHashSignature signature = signature(random.next().features());
      if (signature != null) {
        exact += signature.isExact() ? 1 : 0;
        for (byte b : signature.toBytes()) {
          checksum = checksum * 31 + b;
        }
      }
    }
    assertEquals("d34a2b7abce604b2", Fingerprint.toHex(checksum));
    assertEquals(7788, exact);
  }

  /** Sets of every size up to 2,000, made of numbers: not even hashed. */
  @Test
  public void checksumOfSets() {
    long checksum = 0;
    for (int size = 1; size <= 2000; size++) {
      MinHasher hasher = new MinHasher();
      for (int i = 0; i < size; i++) {
        hasher.add(i * size);
      }
      for (byte b : hasher.signature().toBytes()) {
        checksum = checksum * 31 + b;
      }
    }
    assertEquals("1cc968b90ca8b88a", Fingerprint.toHex(checksum));
  }
}

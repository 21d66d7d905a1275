// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.Test;

/** Every hash function, by its name, against values that others published. */
public class HashFunctionTests {
  /** Beside the repository, where a checkout has them; the working directory is the module. */
  static final Path VECTORS = Path.of("..", "..", "shared", "data", "vectors");

  @Test
  public void xxh64() {
    assertHash("44bc2cf5ad770999", HashFunction.XXH64, utf8("abc"));
    assertHash("c346d2b59b4d8ee1", HashFunction.XXH64, looping(31));
  }

  /** From the test of Zero-Allocation-Hashing; the lengths use every branch of XXH3. */
  @Test
  public void xxh3() {
    assertHash("2d06800538d394c2", HashFunction.XXH3_64);
    assertHash("c44bdff4074eecdb", HashFunction.XXH3_64, looping(1));
    assertHash("60dab036a58211f2", HashFunction.XXH3_64, looping(4));
    assertHash("e9612598145bb9dc", HashFunction.XXH3_64, looping(9));
    assertHash("9ef341a99de37328", HashFunction.XXH3_64, looping(17));
    assertHash("ec7642b431ba3e5a", HashFunction.XXH3_64, looping(129));
    assertHash("02e8cd95421c6d02", HashFunction.XXH3_64, looping(241));
    assertHash("78c86e91ee939852", HashFunction.XXH3_64, looping(1025));
  }

  /** From Guava's tests, h1 of (h1, h2). */
  @Test
  public void murmur3() {
    assertHash("629942693e10f867", HashFunction.MURMUR3_X64_128, utf8("hell"));
    assertHash(
        "e34bbc7bbc071b6c",
        HashFunction.MURMUR3_X64_128,
        utf8("The quick brown fox jumps over the lazy dog"));
    assertHash("cfa0f7ddd84c76bc", HashFunction.MURMUR3_X64_128, new byte[4]);
  }

  /** From RFC 1321, its test suite, and the sentence that everybody hashes. */
  @Test
  public void md5() {
    assertHash("e9800998ecf8427e", HashFunction.MD5_LOW64);
    assertHash("31c399e269772661", HashFunction.MD5_LOW64, utf8("a"));
    assertHash("d6963f7d28e17f72", HashFunction.MD5_LOW64, utf8("abc"));
    assertHash("525a2f31aaf161d0", HashFunction.MD5_LOW64, utf8("message digest"));
    assertHash(
        "6bd81d3542a419d6",
        HashFunction.MD5_LOW64,
        utf8("The quick brown fox jumps over the lazy dog"));
  }

  @Test
  public void publishedVectorsOfXxh3() throws IOException {
    int checked = 0;
    for (String[] columns : vectors("xxh3_64_looping_bytes.tsv")) {
      if (columns[1].equals("0")) {
        assertHash(columns[2], HashFunction.XXH3_64, looping(Integer.parseInt(columns[0])));
        checked++;
      }
    }
    assertTrue("only " + checked + " vectors", checked > 1000);
  }

  @Test
  public void publishedVectorsOfMurmur3() throws IOException {
    int checked = 0;
    for (String[] columns : vectors("murmur3_x64_128.tsv")) {
      if (columns[2].equals("0")) {
        byte[] bytes = HexFormat.of().parseHex(columns[1]);
        assertHash(columns[3], HashFunction.MURMUR3_X64_128, bytes);
        checked++;
      }
    }
    assertEquals(5, checked);
  }

  @Test
  public void threadsDoNotDisturbEachOther() throws Exception {
    byte[] text = utf8("message digest");
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      for (HashFunction function : HashFunction.values()) {
        long expected = function.hasher().hash(text, 0, text.length);
        List<Future<Boolean>> same =
            IntStream.range(0, 2)
                .mapToObj(i -> threads.submit(() -> always(expected, function.hasher(), text)))
                .toList();
        for (Future<Boolean> one : same) {
          assertTrue(function.name(), one.get());
        }
      }
    }
  }

  private static boolean always(long expected, FeatureHasher hasher, byte... text) {
    return IntStream.range(0, 20_000).allMatch(i -> hasher.hash(text, 0, text.length) == expected);
  }

  @Test
  public void featuresAreHashedByTheFunctionOfTheirOptions() {
    for (HashFunction function : HashFunction.values()) {
      TextFeatures features =
          new TextFeatures(FeatureOptions.of(FeatureKind.TOKEN, 1).withHash(function));
      byte[] token = utf8("abc");
      features.addToken(token, 0, token.length);
      assertEquals(function.hasher().hash(token, 0, 3), features.hash(0));
      assertEquals(features.hash(0), features.fingerprint());
    }
  }

  static List<String[]> vectors(String file) throws IOException {
    Path path = VECTORS.resolve(file);
    assumeTrue("no vectors beside this repository", Files.exists(path));
    List<String> lines = Files.readAllLines(path, StandardCharsets.UTF_8);
    return lines.subList(1, lines.size()).stream().map(line -> line.split("\t", -1)).toList();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] looping(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) i;
    }
    return bytes;
  }

  /** Hashes the bytes as a slice of something longer. */
  private static void assertHash(String hex, HashFunction function, byte... bytes) {
    byte[] longer = new byte[bytes.length + 7];
    new Random(bytes.length).nextBytes(longer);
    System.arraycopy(bytes, 0, longer, 3, bytes.length);
    FeatureHasher hasher = function.hasher();
    String message = function + " of " + Arrays.hashCode(bytes) + ", " + bytes.length + " bytes";
    assertEquals(message, hex, Fingerprint.toHex(hasher.hash(longer, 3, bytes.length)));
    assertEquals(message, hex, Fingerprint.toHex(hasher.hash(longer, 3, bytes.length)));
  }
}

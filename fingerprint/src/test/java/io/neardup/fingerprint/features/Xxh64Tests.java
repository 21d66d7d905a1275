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
import java.util.List;
import org.junit.Test;

/** The hash of features is XXH64 with seed 0, as others compute it. */
public class Xxh64Tests {
  /** Beside the repository, where a checkout has it; the working directory is the module. */
  private static final Path VECTORS =
      Path.of("..", "..", "shared", "data", "vectors", "xxh64_looping_bytes.tsv");

  @Test
  public void texts() {
    assertHash("d24ec4f1a98c6e5b", "a");
    assertHash("44bc2cf5ad770999", "abc");
    assertHash("f7ddf37e33344503", "the quick brown");
    // 39 bytes: more than a stripe of 32.
    assertHash("fbcea83c8a378bf1", "Nobody inspects the spammish repetition");
    assertHash("0bb3f9d9fb38b6a7", "重复新闻 检测");
  }

  @Test
  public void loopingBytes() {
    // Bytes 0, 1, 2, …; the lengths use every branch: stripes of 32, then 8, then 4, then 1.
    assertHash("e934a84adb052768", looping(1));
    assertHash("ffced8604453cc1e", looping(4));
    assertHash("884a173614b81b8d", looping(8));
    assertHash("f76d60ec32541987", looping(10));
    assertHash("c346d2b59b4d8ee1", looping(31));
    assertHash("cbf59c5116ff32b4", looping(32));
    assertHash("e26aa9e2a95f8e4f", looping(63));
    assertHash("f7c67301db6713f0", looping(64));
    assertHash("93f85c1b6280ead3", looping(77));
    assertHash("6ef436b00eba4078", looping(1000));
  }

  @Test
  public void publishedVectors() throws IOException {
    assumeTrue("no vectors beside this repository", Files.exists(VECTORS));
    List<String> lines = Files.readAllLines(VECTORS, StandardCharsets.UTF_8);
    int checked = 0;
    for (String line : lines.subList(1, lines.size())) {
      String[] columns = line.split("\t", -1);
      int length = Integer.parseInt(columns[0]);
      // Another seed is none of this format; a feature has at least one byte.
      if (columns[1].equals("0") && length > 0) {
        assertHash(columns[2], looping(length));
        checked++;
      }
    }
    assertTrue("only " + checked + " vectors", checked > 1000);
  }

  private static byte[] looping(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) i;
    }
    return bytes;
  }

  private static void assertHash(String hex, String text) {
    assertHash(hex, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertHash(String hex, byte... bytes) {
    TextFeatures features = new TextFeatures(FeatureKind.TOKEN, 1);
    features.addToken(bytes, 0, bytes.length);
    assertEquals(bytes.length + " bytes", hex, Fingerprint.toHex(features.hash(0)));
  }
}

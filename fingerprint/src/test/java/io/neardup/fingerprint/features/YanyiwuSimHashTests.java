// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import static org.junit.Assert.assertEquals;
import static org.junit.Assume.assumeTrue;

import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.Test;

/** Values of yanyiwu/simhash, from its tests and its README. */
public class YanyiwuSimHashTests {
  private static final Pattern PAIR = Pattern.compile("\\[(\"[^\"]+\"|\\d+), ([\\d.]+)]");
  private static final Path NEWS =
      Path.of("..", "..", "shared", "data", "zh_simhash_news", "news_content");

  @Test
  public void hashOfWords() {
    assertHash("15142046212652221781", "日军");
    assertHash("14814508906697812479", "10");
    assertHash("13004687738940023035", "地区");
    assertHash("2117559126361955906", "集团军");
    assertHash("17676873585679812141", "你好");
  }

  /** From the self test of lookup3.c, driver5: no bytes, and thirty. */
  @Test
  public void hashOfLookup3() {
    assertEquals("deadbeefdeadbeef", Fingerprint.toHex(YanyiwuSimHash.hash("")));
    assertEquals(
        "17770551ce7226e6",
        Fingerprint.toHex(YanyiwuSimHash.hash("Four score and seven years ago")));
  }

  /** From a second implementation in Python, which agrees with all others here. */
  @Test
  public void hashOfWholeBlocks() {
    assertEquals("4012f87b75b50ec0", Fingerprint.toHex(YanyiwuSimHash.hash("abcdefghijkl")));
    assertEquals(
        "1b631feae0bd774e", Fingerprint.toHex(YanyiwuSimHash.hash("abcdefghijklmnopqrstuvwx")));
  }

  @Test
  public void hashOfLongText() throws IOException {
    assumeTrue("no vectors beside this repository", Files.exists(NEWS));
    byte[] news = Files.readAllBytes(NEWS);
    assertEquals(7818, news.length);
    assertEquals(
        "13697483439902700582", Long.toUnsignedString(new Lookup3().hash(news, 0, news.length)));
  }

  @Test
  public void weightedHashes() {
    YanyiwuSimHash simHash =
        new YanyiwuSimHash()
            .add(Long.parseUnsignedLong("15142046212652221781"), 318.452)
            .add(Long.parseUnsignedLong("2117559126361955906"), 151.001)
            .add(Long.parseUnsignedLong("14814508906697812479"), 140.87)
            .add(Long.parseUnsignedLong("13004687738940023035"), 106.978)
            .add(Long.parseUnsignedLong("18264030747823598625"), 103.739);
    assertEquals("15286165794479097173", Long.toUnsignedString(simHash.fingerprint()));
  }

  @Test
  public void weightedWords() {
    YanyiwuSimHash simHash =
        new YanyiwuSimHash()
            .add("蓝翔", 11.7392)
            .add("CEO", 11.7392)
            .add("升职", 10.8562)
            .add("加薪", 10.6426)
            .add("手扶拖拉机", 10.0089);
    assertEquals("17831459094038722629", Long.toUnsignedString(simHash.fingerprint()));
  }

  @Test
  public void tieIsZero() {
    assertEquals(0L, new YanyiwuSimHash().fingerprint());
    assertEquals(0L, new YanyiwuSimHash().add(5, 1.5).add(~5, 1.5).fingerprint());
  }

  @Test
  public void publishedVectors() throws IOException {
    int fingerprints = 0;
    int hashes = 0;
    for (String[] columns : HashFunctionTests.vectors("simhash_yanyiwu.tsv")) {
      if (columns[0].startsWith("keyword_hash")) {
        assertHash(columns[2].substring(0, columns[2].indexOf(':')), columns[1]);
        hashes++;
      } else if (columns[1].startsWith("[[")) {
        assertEquals(columns[2], Long.toUnsignedString(fingerprint(columns[1])));
        fingerprints++;
      }
    }
    assertEquals(5, hashes);
    assertEquals(2, fingerprints);
  }

  private static long fingerprint(String pairs) {
    YanyiwuSimHash simHash = new YanyiwuSimHash();
    for (Matcher pair = PAIR.matcher(pairs); pair.find(); ) {
      String key = pair.group(1);
      double weight = Double.parseDouble(pair.group(2));
      if (key.startsWith("\"")) {
        simHash.add(key.substring(1, key.length() - 1), weight);
      } else {
        simHash.add(Long.parseUnsignedLong(key), weight);
      }
    }
    return simHash.fingerprint();
  }

  private static void assertHash(String expected, String word) {
    assertEquals(word, expected, Long.toUnsignedString(YanyiwuSimHash.hash(word)));
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.idf.Weights;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.Test;

/** Values that the Python package simhash computed, or has in its own tests. */
public class PythonSimHashTests {
  @Test
  public void texts() {
    assertFingerprint("16825458760271544958", "");
    assertFingerprint("3585878926028121697", "a");
    assertFingerprint("15222026846552835557", "aaaa");
    assertFingerprint("14059535192703746532", "aaaaabb");
    assertFingerprint("13831624873712969754", "How are you? I AM fine. Thanks. And you?");
    assertFingerprint("15820109506574984036", "你好　世界！　　呼噜。");
    assertFingerprint("15820109506574984036", "你好，世界　呼噜");
    assertFingerprint("1811718099633183617", "Straße naïve café");
    assertFingerprint("17084134003644607612", "สวัสดีชาวโลก");
    assertFingerprint("5237735295151113347", "😀 emoji 😀 test");
  }

  /** Weights there may be any number; ours are whole, and enough for these. */
  @Test
  public void features() {
    WeightedSimHasher unweighted = new WeightedSimHasher();
    WeightedSimHasher weighted = new WeightedSimHasher();
    for (int i = 0; i < 500; i++) {
      unweighted.add(md5(Integer.toString(i)), 1);
      weighted.add(md5(Integer.toString(i)), 50L * i);
    }
    assertEquals("7984652473404407437", Long.toUnsignedString(unweighted.fingerprint()));
    assertEquals("3372825719632739723", Long.toUnsignedString(weighted.fingerprint()));
    WeightedSimHasher idf = new WeightedSimHasher();
    for (String word : List.of("am", "are", "fine", "how", "you")) {
      idf.add(md5(word), Weights.idf(0.1755344461408848));
    }
    idf.add(md5("blar"), Weights.idf(0.8776722307044239));
    idf.add(md5("thanks"), Weights.idf(0.2750086299380163));
    assertEquals("17583409636488780916", Long.toUnsignedString(idf.fingerprint()));
  }

  @Test
  public void publishedVectors() throws IOException {
    int texts = 0;
    for (String[] columns : HashFunctionTests.vectors("simhash_1e0ng_md5.tsv")) {
      if (columns[1].equals("text")) {
        assertFingerprint(columns[3], columns[2].substring(1, columns[2].length() - 1));
        texts++;
      }
    }
    assertEquals(31, texts);
  }

  @Test
  public void lettersDigitsAndUnderscoresInLowerCase() {
    assertEquals("a_bc½ⅷ²๔", PythonSimHash.fold("A_b-c ½ Ⅷ ² ๔"));
    // Marks are no letters, and half of a surrogate pair is none either.
    assertEquals("สวสด", PythonSimHash.fold("สวัสดี"));
    assertEquals("ab", PythonSimHash.fold("a\uD83Db"));
    assertEquals("istanbulßǆ", PythonSimHash.fold("İstanbul ẞ ǅ"));
  }

  /** As Python's lower(): at the end of a word, with punctuation inside of words. */
  @Test
  public void finalSigma() {
    assertEquals("οδοςοδοσα", PythonSimHash.fold("ΟΔΟΣ ΟΔΟΣ.Α"));
    assertEquals("ας", PythonSimHash.fold("ΑΣ'"));
    assertEquals("ας", PythonSimHash.fold("Α'Σ"));
    assertEquals("σ", PythonSimHash.fold("Σ"));
    assertEquals("σ", PythonSimHash.fold(" .Σ"));
    assertEquals("1σ", PythonSimHash.fold("1Σ"));
    assertEquals("ασ𝐚", PythonSimHash.fold("ΑΣ𝐚"));
    assertEquals("ασα", PythonSimHash.fold("ΑΣ\u0301Α"));
  }

  @Test
  public void featuresAreWindowsOfFour() {
    TextFeatures features = PythonSimHash.features("a b, c D e");
    assertEquals(
        List.of("abcd", "bcde"),
        IntStream.range(0, features.count()).mapToObj(features::text).toList());
    assertEquals(0, PythonSimHash.features(" . ").count());
    assertTrue(PythonSimHash.ALGORITHM, PythonSimHash.ALGORITHM.endsWith("_v1"));
  }

  private static long md5(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return HashFunction.MD5_LOW64.hasher().hash(utf8, 0, utf8.length);
  }

  private static void assertFingerprint(String expected, String text) {
    assertEquals(text, expected, Long.toUnsignedString(PythonSimHash.fingerprint(text)));
  }
}

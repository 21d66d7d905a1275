// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.TextFeatures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.Before;
import org.junit.Test;

/** The examples and bounds of {@code docs/minhash-format.md} are what the code does. */
public class MinHashFormatPageTests {
  private static final Pattern BANDS = Pattern.compile("(\\d+) (?:bands )?of (\\d)");
  private static final double[] RECALLS = {0.9, 0.95, 0.99};

  private String page;

  @Before
  public void readPage() throws IOException {
    page = Files.readString(Path.of("..", "docs", "minhash-format.md"));
  }

  private void assertSaid(String text) {
    assertTrue(text, page.replaceAll("\\s+", " ").contains(text));
  }

  @Test
  public void theExactExampleHolds() {
    TextFeatures features = new TextFeatures(FeatureKind.SHINGLE, 3);
    for (String token : "the cat sat on the mat".split(" ", -1)) {
      byte[] utf8 = token.getBytes(StandardCharsets.UTF_8);
      features.addToken(utf8, 0, utf8.length);
    }
    MinHasher hasher = new MinHasher();
    hasher.addAll(features);
    MinHashSignature signature = hasher.signature();
    assertSaid("the bytes `11` `4e09a049` `af3b0fa6` `cabda3a7` `d56595da`, written `" + signature);
    String values = "113d84e5adf377cfd730e1c1";
    assertSaid("places 0 to 23 are `" + values + "`");
    long[] keys = Bands.of(0.7, 0.95).keys(signature);
    String[] hex =
        Arrays.stream(keys)
            .mapToObj(key -> String.format(Locale.ROOT, "%06x", key))
            .toArray(String[]::new);
    assertEquals(values, hex[0] + hex[1] + hex[2] + hex[3]);
    assertSaid("are `" + hex[0] + "`, `" + hex[1] + "`, `" + hex[2] + "` and `" + hex[3] + "`");
  }

  @Test
  public void theExampleOfASketchHolds() {
    MinHashSignature sketch = RandomSets.signature(IntStream.rangeClosed(1, 65).toArray());
    assertTrue(page.contains("```\n" + sketch + "\n```"));
    long[] keys = new Bands(6, 21).keys(sketch);
    assertSaid(String.format(Locale.ROOT, "keys are `%06x` and `%06x`", keys[0], keys[1]));
    assertSaid("its tail is `" + HexFormat.of().toHexDigits(SignatureTail.of(sketch)) + "`");
    assertSaid("(" + SignatureTail.least(0.8) + " at similarity .8, by the binomial");
    JaccardEstimate estimate =
        sketch.jaccard(RandomSets.signature(IntStream.rangeClosed(1, 74).toArray()));
    assertEquals(0.877, estimate.jaccard(), 0.0005);
    assertEquals(0.015, estimate.deviation(), 0.0005);
    assertSaid("the estimate is .877 with a standard deviation of .015");
  }

  @Test
  public void theTableOfBandsHolds() {
    int rows = 0;
    for (double similarity = 0.4; similarity < 0.95; similarity += 0.1) {
      String row = String.format(Locale.ROOT, "| %.1f |", similarity).replace("0.", ".");
      int start = page.indexOf("\n" + row) + 1;
      assertTrue(row, start > 0);
      Matcher bands = BANDS.matcher(page.substring(start, page.indexOf('\n', start)));
      for (double recall : RECALLS) {
        assertTrue(row, bands.find());
        Bands made = Bands.of(Math.round(similarity * 10) / 10.0, recall);
        assertEquals(row, made.count(), Integer.parseInt(bands.group(1)));
        assertEquals(row, made.rows(), Integer.parseInt(bands.group(2)));
      }
      rows++;
    }
    assertEquals(6, rows);
  }

  @Test
  public void theBoundsAreThoseOfTheCode() {
    assertSaid(
        "# The signature formats `"
            + MinHashSignature.ALGORITHM
            + "` and `"
            + MinHashSignature.WITH_NUMBERS
            + "`");
    assertSaid("at most " + MinHashSignature.MAX_EXACT + " elements");
    assertSaid("as " + MinHashSignature.VALUES + " values of");
    assertSaid("from " + Bands.MAX_ROWS + " down");
    Bands bands = Bands.of(0.7, 0.95);
    assertSaid("reads " + bands.needed(0.8, 0.95) + " bands of six rows");
    assertEquals(6, bands.rows());
    assertSaid("A sketch has 343 characters");
    assertEquals(343, RandomSets.sketchSignature(1).toString().length());
    assertEquals(343, RandomSets.signature(IntStream.range(0, 64).toArray()).toString().length());
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.features.FeatureReport;
import io.neardup.fingerprint.features.HashFunction;
import io.neardup.fingerprint.features.PythonSimHash;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.features.Weighting;
import io.neardup.fingerprint.idf.IdfDictionary;
import io.neardup.fingerprint.idf.IdfDictionaryTests;
import io.neardup.fingerprint.idf.Weights;
import io.neardup.fingerprint.unicode.Runs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.Test;

/** The worked example of {@code docs/fingerprint-format.md} is what the code does. */
public class FormatPageTests {
  private static final Path PAGE = Path.of("..", "docs", "fingerprint-format.md");
  private static final Pattern ROW =
      Pattern.compile("^\\| `([a-z ]+)` \\| `([0-9a-f]{16})` \\|$", Pattern.MULTILINE);

  @Test
  public void theWorkedExampleHolds() throws IOException {
    String page = Files.readString(PAGE);
    TextFeatures features = new TextFeatures(FeatureKind.SHINGLE, 3);
    for (String token : "the cat sat on the mat".split(" ", -1)) {
      byte[] utf8 = token.getBytes(StandardCharsets.UTF_8);
      features.addToken(utf8, 0, utf8.length);
    }
    Map<String, String> ours = new LinkedHashMap<>();
    for (int i = 0; i < features.count(); i++) {
      ours.put(features.text(i), Fingerprint.toHex(features.hash(i)));
    }
    Map<String, String> printed = new LinkedHashMap<>();
    for (Matcher row = ROW.matcher(page); row.find(); ) {
      printed.put(row.group(1), row.group(2));
    }
    assertEquals(ours, printed);
    long fingerprint = features.fingerprint(Weighting.TF);
    assertTrue(page.contains("`" + Fingerprint.toHex(fingerprint) + "`, with the segments"));
    for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
      assertTrue(page.contains("`" + Fingerprint.segmentHex(fingerprint, s) + "`"));
    }
    assertTrue(page.contains("# The fingerprint format `" + Fingerprint.ALGORITHM + "`"));
  }

  @Test
  public void theWeightedExampleHolds() throws IOException {
    String page = Files.readString(PAGE);
    IdfDictionary idf = IdfDictionaryTests.read("the 0.5\ncat 4\nsat 4.25\non 0.75\nmat 5");
    FeatureOptions options =
        FeatureOptions.of(FeatureKind.SHINGLE, 3).withIdf(idf.withDefault("median"));
    TextFeatures features = weighted(options);
    double parts = 3 * Weights.IDF_ONE * Weights.BOOST_ONE;
    for (FeatureReport.Entry entry : features.report(9).heaviest()) {
      String row = "^\\| `" + entry.text() + "` .* \\| (\\d+) \\|$";
      Matcher printed = Pattern.compile(row, Pattern.MULTILINE).matcher(page);
      assertTrue(row, printed.find());
      assertEquals(printed.group(1), Long.toString((long) (entry.weight() * parts)));
    }
    assertTrue(page.contains("is\n`" + Fingerprint.toHex(features.fingerprint()) + "`. With"));
    long heaviest = weighted(options.withTopFeatures(1)).fingerprint();
    assertTrue(page.contains("the hash of `cat sat on`, `" + Fingerprint.toHex(heaviest) + "`"));
  }

  private static TextFeatures weighted(FeatureOptions options) {
    TextFeatures features = new TextFeatures(options);
    String[] tokens = {"the", "cat", "sat", "on", "the", "mat"};
    for (int i = 0; i < tokens.length; i++) {
      byte[] utf8 = tokens[i].getBytes(StandardCharsets.UTF_8);
      features.addToken(utf8, 0, utf8.length, Weights.boost(i < 2 ? 2 : 1));
    }
    return features;
  }

  @Test
  public void theBoundsOnThePageAreThoseOfTheCode() throws IOException {
    String page = Files.readString(PAGE);
    assertTrue(page.contains("greater than 0 and at most " + Weights.MAX_BOOST + "."));
    assertTrue(page.contains("greater than 0 and at most " + Weights.MAX_IDF + ";"));
    assertTrue(page.contains("whole number of 1/" + Weights.IDF_ONE + ":"));
    assertTrue(page.contains("whole number of 1/" + Weights.BOOST_ONE + ":"));
    assertTrue(page.contains("more than " + Runs.MAX + " combining marks"));
    assertTrue(page.contains("more than " + Runs.MAX + " equal code points"));
    for (HashFunction function : HashFunction.values()) {
      assertTrue(page.contains("| `" + function.name().toLowerCase(Locale.ROOT) + "`"));
    }
    assertTrue(page.contains("`" + PythonSimHash.ALGORITHM + "`"));
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.words;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.Test;

/** The tokens of texts in more than twenty scripts, and those that the format's page shows. */
public class WordVectorsTests {
  private static final Path PAGE = Path.of("..", "docs", "text-format.md");

  /** A text in backquotes, and its tokens, each in backquotes. */
  private static final Pattern ROW =
      Pattern.compile("^\\| `` (.*?) `` \\| (`.*`) \\|", Pattern.MULTILINE);

  private static List<String> lines() throws IOException {
    try (var vectors = WordVectorsTests.class.getResourceAsStream("near_dup_text_v1.tsv")) {
      return new String(vectors.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  @Test
  public void vectors() throws IOException {
    List<String> lines = lines();
    assertTrue(lines.size() > 40);
    for (String line : lines) {
      String[] columns = line.split("\t", -1);
      assertEquals(columns[0], columns[2], WordsReferenceTests.json(tokens(columns[1])));
    }
  }

  private static List<String> tokens(String json) throws IOException {
    Matcher escape = Pattern.compile("\\\\(?:u([0-9a-f]{4})|(.))").matcher(json);
    String text =
        escape.replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) != null
                        ? Character.toString((char) Integer.parseInt(found.group(1), 16))
                        : switch (found.group(2)) {
                          case "n" -> "\n";
                          case "r" -> "\r";
                          default -> found.group(2);
                        }));
    return WordsReferenceTests.tokens(text.substring(1, text.length() - 1));
  }

  @Test
  public void thePageShowsWhatTheCodeDoes() throws IOException {
    String page = Files.readString(PAGE);
    int rows = 0;
    for (Matcher row = ROW.matcher(page); row.find(); rows++) {
      String[] shown = row.group(2).substring(1, row.group(2).length() - 1).split("` `", -1);
      assertEquals(List.of(shown), WordsReferenceTests.tokens(row.group(1)));
    }
    assertTrue("rows: " + rows, rows > 10);
    assertTrue(page.contains("longer than " + Words.LONGEST + " code points"));
  }
}

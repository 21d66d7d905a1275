// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** The command, from its arguments to the files it writes. */
public class JudgeTests {
  private static final String STORY =
      "The board of Dorset Mills said on Monday that it will pay a dividend of 65.50 cents a share"
          + " in March, the largest since the mill opened, after a year of good harvests.";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path documents;
  private Path output;

  @Before
  public void write() throws IOException {
    documents =
        file(
            "texts.jsonl",
            document("story", STORY)
                + document("again", STORY)
                + document("shorter", STORY.replace(", after a year of good harvests", ""))
                + document("amount", STORY.replace("65.50", "66.50"))
                + document("name", STORY.replace("Dorset", "Aberdeen"))
                + document(
                    "other", "After seventy moves the champion keeps the title for two years"));
    output = folder.getRoot().toPath().resolve("output");
  }

  @Test
  public void rules() throws IOException {
    Path labels =
        file(
            "pairs.tsv",
            """
            a\tb\tlabel\tkind
            story\tshorter\t1\tcut
            amount\tstory\t0\tamount
            story\tname\t2\tname
            story\tother\t0
            """);
    assertEquals(err.toString(), 0, run("--labels=" + labels, "--name=mills"));
    List<String> table = Files.readAllLines(output.resolve("mills.md"));
    assertEquals("mills: 4 pairs of 6 documents", table.get(0));
    String same = "words and pairs >= 0.5, lost 0.04";
    assertTrue(table.toString(), table.contains("| " + same + " | 1 | 1 | 1.00 | 1.00 | 1.00 |"));
    assertTrue(
        "an amount is little to what only compares",
        table.contains("| words and pairs >= 0.7 | 2 | 1 | 0.50 | 1.00 | 0.67 |"));
    assertTrue(table.toString(), table.contains("| kind | pairs | distance 3 | " + same + " |"));
    assertTrue(table.toString(), table.contains("| same: cut | 1 | 0 | 1 |"));
    assertTrue(table.toString(), table.contains("| different: amount | 1 | 0 | 0 |"));
    assertTrue(out.toString(), out.toString().startsWith("mills: 4 pairs"));
  }

  @Test
  public void samples() throws IOException {
    assertEquals(err.toString(), 0, run("--sample=100"));
    List<String> pairs = Files.readAllLines(output.resolve("pairs-to-label.tsv"));
    assertEquals("a\tb\tlabel\tkind", pairs.get(0));
    assertFalse("the same letter by letter", pairs.contains("story\tagain\t\t"));
    assertFalse("not alike", pairs.toString().contains("other"));
    assertEquals("four stories but for the two that are equal", 1 + 9, pairs.size());
    String texts = Files.readString(output.resolve("pairs-to-label.md"));
    assertTrue(texts, texts.contains("## amount\n\n" + STORY.replace("65.50", "66.50") + "\n\n"));
    assertEquals(0, run("--sample=3", "--name=some"));
    assertEquals(1 + 3, Files.readAllLines(output.resolve("some-to-label.tsv")).size());
  }

  /** Only what the rule takes for the same, so that it can be counted how often it is wrong. */
  @Test
  public void audits() throws IOException {
    assertEquals(err.toString(), 0, run("--audit=100", "--name=audit"));
    List<String> pairs = Files.readAllLines(output.resolve("audit-to-label.tsv"));
    assertTrue(pairs.toString(), pairs.contains("story\tshorter\t\t"));
    assertTrue(pairs.toString(), pairs.contains("again\tshorter\t\t"));
    assertFalse("another amount", pairs.toString().contains("amount"));
  }

  @Test
  public void refusals() throws IOException {
    refused("[sample] must be at least 1, got [0]", "--sample=0");
    refused("[labels] must have a pair, got none in [", "--labels=" + file("none.tsv", "a\tb\n"));
    refused(
        "[labels] must have two ids and a label in each line, got [story\tname]",
        "--labels=" + file("two.tsv", "a\tb\nstory\tname\n"));
    refused(
        "[labels] names a document that is not there, got [z]",
        "--labels=" + file("nosuch.tsv", "a\tb\tlabel\nstory\tz\t1\n"));
    refused(
        "[labels] must be 1 for the same, 0 for different or 2 for undecidable, got [yes]",
        "--labels=" + file("yes.tsv", "a\tb\tlabel\nstory\tname\tyes\n"));
    refused("there is no file [nosuch.tsv]", "--labels=nosuch.tsv");
  }

  private void refused(String message, String... arguments) {
    err.getBuffer().setLength(0);
    assertEquals(2, run(arguments));
    assertTrue(err.toString(), err.toString().startsWith(message));
  }

  private int run(String... arguments) {
    return Judge.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(
            Stream.concat(
                    Stream.of("--documents=" + documents, "--output=" + output),
                    Stream.of(arguments))
                .toArray(String[]::new));
  }

  private static String document(String id, String text) {
    return "{\"id\": \"" + id + "\", \"text\": \"" + text + "\"}\n";
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.getRoot().toPath().resolve(name), content);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** The command, from its arguments to the files it writes. */
public class EvaluateTests {
  private static final String TEXTS =
      """
      {"id": "a", "text": "The storm cut power along the northern coast on Monday night"}
      {"id": "b", "text": "The storm cut power along the northern coast on Monday NIGHT!"}
      {"id": "c", "text": "After seventy moves the champion keeps the title for two years"}
      {"id": "empty"}
      """;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path documents;
  private Path output;

  @Before
  public void write() throws IOException {
    documents = file("texts.jsonl", TEXTS);
    output = folder.getRoot().toPath().resolve("output");
  }

  @Test
  public void pairs() throws IOException {
    Path pairs = file("pairs.tsv", "id_a\tid_b\tnote\nb\ta\tsame story\n");
    assertEquals(0, run("--pairs=" + pairs, "--name=storm", "--analyzers=standard"));
    assertTrue(out.toString(), out.toString().startsWith("storm: 3 documents, 1 pairs"));
    List<String> lines = Files.readAllLines(output.resolve("storm.tsv"));
    assertEquals("8 feature sets, 4 weights, 33 distances", 1 + 8 * 4 * 33, lines.size());
    assertTrue(
        lines.contains("storm\tstandard\tshingle 3\ttf\t0\t1\t1\t0\t1.0000\t1.0000\t1.0000"));
    String table = Files.readString(output.resolve("storm.md"));
    assertTrue(table, table.contains("| standard | shingle 3 | tf | 1.00 | 0 | 1.00, 1.00 |"));
  }

  @Test
  public void columnsInGzip() throws IOException {
    Path table = folder.getRoot().toPath().resolve("records.tsv.gz");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(
          "id\tname\tcity\tclass\n1\tArt's\tOslo\tx\n2\tArt's\tOslo\ty\n3\tBob's\tRome\tz\n"
              .getBytes(StandardCharsets.UTF_8));
    }
    Files.write(table, bytes.toByteArray());
    documents = table;
    assertEquals(0, run("--similar=1", "--fields=name,city", "--analyzers=english"));
    assertTrue(out.toString(), out.toString().startsWith("evaluation: 3 documents, 1 pairs"));
  }

  @Test
  public void edits() throws IOException {
    assertEquals(0, run("--edits=10,20", "--length=10", "--distances=3", "--analyzers=standard"));
    String table = Files.readString(output.resolve("evaluation.md"));
    assertTrue(table, table.startsWith("evaluation: 2 passages of 10 words"));
    assertTrue(table, table.contains("| units | features | weights | 10 % | 20 % | lowest P |"));
    assertEquals(
        "2 percentages of 4 edits",
        1 + 2 * 4 * 8 * 4 * 33,
        Files.readAllLines(output.resolve("evaluation.tsv")).size());
    assertTrue(
        table,
        table.contains(
            "| units | features | weights | candidates | confirmed by | 10 % | 20 % | lowest P |"));
  }

  @Test
  public void refusals() throws IOException {
    refused(
        "[analyzers] must be of [english, ik_max_word, ik_smart, near_dup, smartcn, standard], got [x]",
        "--similar=0.8",
        "--analyzers=x");
    refused("[similar] must be greater than 0 and at most 1, got [2.0]", "--similar=2");
    refused("[fields] must be of [id, text], got [nosuch]", "--similar=0.8", "--fields=nosuch");
    refused("[fields] must be of [id, text], got [txt]", "--similar=0.8", "--fields=text,txt");
    Path pairs = file("wrong.tsv", "a\tb\na\tz\n");
    refused("[pairs] names a document that is not there, got [z]", "--pairs=" + pairs);
    refused(
        "[pairs] must have two ids in a line, got [a]", "--pairs=" + file("short.tsv", "h\na\n"));
    refused("[distances] must be between 0 and 32, got [33]", "--similar=0.8", "--distances=33");
    refused("[edits] must be between 1 and 100, got [0]", "--edits=0");
    refused("[length] must be at least 2, got [1]", "--edits=1", "--length=1");
    refused("[pairs] must have a pair, got none", "--pairs=" + file("none.tsv", "a\tb\n"));
  }

  @Test
  public void refusedMethods() {
    refused(
        "[features] must be of [token, shingle:N, char_ngram:N], got [shingle:x]",
        "--similar=0.8",
        "--features=token,shingle:x");
    refused(
        "[size] of [shingle] features must be between 1 and 16, got [17]",
        "--similar=0.8",
        "--features=shingle:17");
    refused(
        "[weights] must be of [none, tf, tf_idf, tf_idf2], got [idf]",
        "--similar=0.8",
        "--weights=idf");
    refused(
        "[max-distance] must be between 0 and 64, got [65]", "--similar=1", "--max-distance=65");
    refused(
        "[confirm-within] must be between 0 and 32, got [-1]",
        "--similar=0.8",
        "--confirm-within=10,-1");
    refused(
        "[similarities] must be greater than 0 and at most 1, got [0.0]",
        "--similar=0.8",
        "--similarities=0");
    refused(
        "[bands] must be SIMILARITY:RECALL, such as 0.7:0.95, got [5x17]",
        "--similar=0.8",
        "--bands=5x17");
    refused("[recall] must be greater than 0 and less than 1", "--similar=0.8", "--bands=0.7:1");
    refused(
        "[confirm-features] must be of [token, shingle:N, char_ngram:N], got [x]",
        "--similar=0.8",
        "--confirm-features=x");
    refused("there is no file [nosuch.tsv]", "--pairs=nosuch.tsv");
    refused("--pairs=FILE");
  }

  /** Everything by parameter, and nothing that takes long. */
  @Test
  public void oneSetting() throws IOException {
    Path pairs = file("pairs.tsv", "id_a\tid_b\nb\ta\n");
    assertEquals(
        0,
        run(
            "--pairs=" + pairs,
            "--features=shingle:2",
            "--analyzers=standard",
            "--weights=tf_idf2",
            "--distances=0",
            "--max-distance=20",
            "--skip=jaccard,hash4j",
            "--confirm-within=3,20",
            "--confirm=jaccard,edit,levenshtein",
            "--similarities=0.5",
            "--bands=0.5:0.9"));
    String table = Files.readString(output.resolve("evaluation.md"));
    assertTrue(
        table,
        table.contains(
            "| standard | shingle 2 | tf_idf\u00B2 | 1.00 | 0 | 1.00, 1.00 | \u2013 | \u2013 | \u2013 |"));
    // Equal but for case and an exclamation mark, which are characters but not tokens.
    assertTrue(
        table, table.contains("| tf_idf\u00B2 | within 20 | edit | 1.00 | 1.00 | 1.00, 1.00 |"));
    assertTrue(
        table,
        table.contains("| tf_idf\u00B2 | within 3 | levenshtein | 1.00 | 0.90 | 1.00, 1.00 |"));
    assertTrue(table, table.contains("| standard | shingle 2 |  | "));
    assertEquals(
        "distances 0 to 20", 1 + 21, Files.readAllLines(output.resolve("evaluation.tsv")).size());
    assertEquals(
        "two radii and bands by three measures, in hundredths",
        1 + 3 * 3 * 101,
        Files.readAllLines(output.resolve("evaluation-confirmed.tsv")).size());
  }

  @Test
  public void nothingFoundIsNoPrecision() throws IOException {
    Path pairs = file("far.tsv", "id_a\tid_b\na\tc\n");
    documents =
        file(
            "far.jsonl",
            """
            {"id": "a", "text": "The storm cut power along the northern coast on Monday night"}
            {"id": "c", "text": "After seventy moves the champion keeps the title for two years"}
            """);
    assertEquals(0, run("--pairs=" + pairs, "--analyzers=standard", "--features=shingle:3"));
    String table = Files.readString(output.resolve("evaluation.md"));
    assertTrue(table, table.contains("| \u2013, 0.00 | \u2013, 0.00 | \u2013, 0.00 |"));
    assertTrue(
        Files.readAllLines(output.resolve("evaluation.tsv"))
            .contains("evaluation\tstandard\tshingle 3\ttf\t0\t0\t0\t1\t\t0.0000\t0.0000"));
    refused("[similar] must leave a pair to find, got none at [0.5]", "--similar=0.5");
  }

  private void refused(String message, String... arguments) {
    err.getBuffer().setLength(0);
    assertEquals(2, run(arguments));
    assertTrue(err.toString(), err.toString().contains(message));
  }

  private int run(String... arguments) {
    return Evaluate.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(
            Stream.concat(
                    Stream.of("--documents=" + documents, "--output=" + output),
                    Arrays.stream(arguments))
                .toArray(String[]::new));
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.getRoot().toPath().resolve(name), content);
  }
}

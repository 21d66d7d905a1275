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
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.w3c.dom.NodeList;

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
  public void pairs() throws Exception {
    Path pairs = file("pairs.tsv", "id_a\tid_b\tnote\nb\ta\tsame story\n");
    assertEquals(0, run("--pairs=" + pairs, "--name=storm&rain", "--analyzers=standard"));
    assertTrue(out.toString(), out.toString().startsWith("storm&rain: 3 documents, 1 pairs"));
    List<String> lines = Files.readAllLines(output.resolve("storm&rain.tsv"));
    assertEquals("8 feature sets, 4 weights, 33 distances", 1 + 8 * 4 * 33, lines.size());
    assertTrue(
        lines.contains("storm&rain\tstandard\tshingle 3\ttf\t0\t1\t1\t0\t1.0000\t1.0000\t1.0000"));
    String table = Files.readString(output.resolve("storm&rain.md"));
    assertTrue(table, table.contains("| standard | shingle 3 | tf | 1.00 | 0 | 1.00, 1.00 |"));
    assertEquals("as many marks as curves and a legend", 5 * 3, marks("storm&rain-standard.svg"));
    assertEquals(5 * 3, marks("storm&rain-characters.svg"));
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
  }

  @Test
  public void refusals() throws IOException {
    refused(
        "[analyzers] must be of [english, ik_max_word, ik_smart, smartcn, standard], got [x]",
        "--similar=0.8",
        "--analyzers=x");
    refused("[similar] must be greater than 0 and at most 1, got [2.0]", "--similar=2");
    refused(
        "[documents] must be at least 2 with text in [nosuch], got [0]",
        "--similar=0.8",
        "--fields=nosuch");
    Path pairs = file("wrong.tsv", "a\tb\na\tz\n");
    refused("[pairs] names a document that is not there, got [z]", "--pairs=" + pairs);
    refused(
        "[pairs] must have two ids in a line, got [a]", "--pairs=" + file("short.tsv", "h\na\n"));
    refused("[edits] must be between 1 and 100 percent, got [0]", "--edits=0");
    refused("[distances] must be between 0 and 64, got [65]", "--similar=0.8", "--distances=65");
    refused("there is no file [nosuch.tsv]", "--pairs=nosuch.tsv");
    refused("--pairs=FILE");
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

  private int marks(String svg) throws Exception {
    NodeList paths =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(output.resolve(svg).toFile())
            .getElementsByTagName("path");
    int marks = 0;
    for (int i = 0; i < paths.getLength(); i++) {
      boolean mark = paths.item(i).getAttributes().getNamedItem("fill") != null;
      marks += mark ? 1 : 0;
    }
    return marks;
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.getRoot().toPath().resolve(name), content);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import io.neardup.evaluate.features.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Documents as people have them, with slips of the pen. */
public class SampleReaderTests {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void listsAreJoinedAndFieldsMayBeMissing() throws IOException {
    Path file =
        file(
            "a.jsonl",
            """
            {"id": "a", "title": "One", "content": ["two", "three"]}
            {"id": 2, "title": null, "content": "four"}
            """);
    assertEquals(
        List.of(new Document("a", "One\ntwo\nthree"), new Document("2", "\nfour")),
        SampleReader.documents(file, List.of("title", "content")));
  }

  /** A misspelled field would be nothing but empty, and the others measured without it. */
  @Test
  public void unknownFields() throws IOException {
    Path json =
        file("a.jsonl", "{\"id\": \"a\", \"title\": \"x\"}\n{\"id\": \"b\", \"title\": \"y\"}\n");
    refused("[fields] must be of [id, title], got [contents]", json, "title", "contents");
    Path table = file("a.tsv", "id\ttitle\na\tx\nb\ty\n");
    refused("[fields] must be of [id, title], got [contents]", table, "title", "contents");
    refused("[fields] must be of [name, title], got [id]", file("b.tsv", "name\ttitle\n"), "title");
    refused("[fields] must be of [], got [id]", file("c.tsv", ""), "title");
  }

  @Test
  public void whatIsNoText() throws IOException {
    refused(
        "[fields] must be text, or lists of it, got [NUMBER] in [n] of [a]",
        file("a.jsonl", "{\"id\": \"a\", \"n\": 7}\n"),
        "n");
    refused(
        "[documents] must be a JSON object in each line, got [another value] in line [2]",
        file("b.jsonl", "{\"id\": \"a\", \"n\": \"7\"}\n[1]\n"),
        "n");
    refused(
        "[documents] must be a JSON object in each line, got [Unexpected",
        file("c.jsonl", "{\"id\": \"a\"\n"),
        "n");
    refused(
        "[documents] must have [2] columns in each line, got [1] in the one of [b]",
        file("d.tsv", "id\tn\na\tx\nb\n"),
        "n");
  }

  @Test
  public void idsNameOneDocument() throws IOException {
    refused(
        "[documents] must each have an [id] of its own, got [a] in line [2] of them",
        file("a.jsonl", "{\"id\": \"a\", \"n\": \"x\"}\n{\"id\": \"a\", \"n\": \"y\"}\n"),
        "n");
    refused(
        "[documents] must each have an [id] of its own, got [] in line [1] of them",
        file("b.jsonl", "{\"n\": \"x\"}\n"),
        "n");
  }

  private void refused(String message, Path file, String... fields) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> SampleReader.documents(file, List.of(fields)));
    assertEquals(
        message, e.getMessage().substring(0, Math.min(message.length(), e.getMessage().length())));
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.getRoot().toPath().resolve(name), content);
  }
}

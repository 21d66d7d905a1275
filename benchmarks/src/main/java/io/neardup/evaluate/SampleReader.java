// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/**
 * Reads documents (a JSON object a line, or tab-separated columns under a line of their names; gzip
 * if the name ends in .gz) and labelled pairs (tab-separated, the first two columns are ids, under
 * a line of names).
 */
final class SampleReader {
  private static final String ID = "id";
  private static final ObjectMapper JSON = new ObjectMapper();

  private SampleReader() {}

  /**
   * All documents that have a text.
   *
   * @param fields joined by line feeds, as the processor joins them
   */
  static List<Document> documents(Path file, List<String> fields) throws IOException {
    List<String> lines = lines(file);
    List<Document> documents =
        file.toString().replace(".gz", "").endsWith(".tsv")
            ? fromColumns(lines, fields)
            : fromJson(lines, fields);
    documents.removeIf(document -> document.text().isBlank());
    if (documents.size() < 2) {
      throw new IllegalArgumentException(
          "[documents] must be at least 2 with text in "
              + fields
              + ", got ["
              + documents.size()
              + "] from ["
              + file
              + "]");
    }
    return documents;
  }

  /** The pairs of a file, by the places of their documents. */
  static PairSet pairs(Path file, List<Document> documents) throws IOException {
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < documents.size(); i++) {
      places.put(documents.get(i).id(), i);
    }
    Function<String, Integer> place =
        id -> {
          Integer known = places.get(id);
          if (known == null) {
            throw new IllegalArgumentException(
                "[pairs] names a document that is not there, got [" + id + "]");
          }
          return known;
        };
    return PairSet.of(
        lines(file).stream().skip(1).mapToLong(line -> pair(line.split("\t", -1), place)));
  }

  private static long pair(String[] columns, Function<String, Integer> place) {
    if (columns.length < 2) {
      throw new IllegalArgumentException(
          "[pairs] must have two ids in a line, got [" + columns[0] + "]");
    }
    return PairSet.pair(place.apply(columns[0]), place.apply(columns[1]));
  }

  private static List<Document> fromJson(List<String> lines, List<String> fields)
      throws IOException {
    List<Document> documents = new ArrayList<>();
    for (String line : lines) {
      JsonNode json = JSON.readTree(line);
      documents.add(document(fields, name -> json.path(name).asText()));
    }
    return documents;
  }

  private static List<Document> fromColumns(List<String> lines, List<String> fields) {
    List<String> names = Arrays.asList(lines.get(0).split("\t", -1));
    return lines.stream()
        .skip(1)
        .map(line -> line.split("\t", -1))
        .map(columns -> document(fields, name -> column(names, columns, name)))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static String column(List<String> names, String[] columns, String name) {
    int index = names.indexOf(name);
    if (index < 0 || index >= columns.length) {
      throw new IllegalArgumentException("[fields] must be of " + names + ", got [" + name + "]");
    }
    return columns[index];
  }

  private static Document document(List<String> fields, Function<String, String> value) {
    return new Document(
        value.apply(ID), fields.stream().map(value).collect(Collectors.joining("\n")));
  }

  private static List<String> lines(Path file) throws IOException {
    try (InputStream bytes = Files.newInputStream(file);
        InputStream content = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(content, StandardCharsets.UTF_8))) {
      return reader.lines().filter(line -> line.isEmpty() == false).toList();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.evaluate.candidates.PairSet;
import io.neardup.evaluate.features.Document;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/**
 * Reads documents (a JSON object a line, or tab-separated columns under a line of their names; gzip
 * if the name ends in .gz) and labelled pairs (tab-separated, the first two columns are ids, under
 * a line of names).
 */
public final class SampleReader {
  private static final String ID = "id";
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private SampleReader() {}

  /**
   * All documents that have a text.
   *
   * @param fields joined by line feeds, as the processor joins them
   */
  public static List<Document> documents(Path file, List<String> fields) throws IOException {
    List<String> lines = lines(file);
    List<Document> documents =
        file.toString().replace(".gz", "").endsWith(".tsv")
            ? fromColumns(lines, fields)
            : fromJson(lines, fields);
    checkIds(documents);
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

  private static void checkIds(List<Document> documents) {
    Set<String> ids = new HashSet<>();
    for (Document document : documents) {
      if (document.id().isEmpty() || ids.add(document.id()) == false) {
        throw new IllegalArgumentException(
            "[documents] must each have an [id] of its own, got ["
                + document.id()
                + "] in line ["
                + (ids.size() + 1)
                + "] of them");
      }
    }
  }

  private static List<Document> fromJson(List<String> lines, List<String> fields) {
    List<Document> documents = new ArrayList<>();
    Set<String> names = new TreeSet<>();
    for (String line : lines) {
      JsonNode json = object(line, documents.size() + 1);
      json.fieldNames().forEachRemaining(names::add);
      documents.add(document(json.path(ID).asText(), fields, name -> text(json, name)));
    }
    // A document may be without a field, but one that none has is a slip of the pen.
    fields.forEach(name -> checkField(name, names));
    return documents;
  }

  private static JsonNode object(String line, int number) {
    try {
      JsonNode json = JSON.readTree(line);
      if (json.isObject()) {
        return json;
      }
    } catch (JsonProcessingException e) {
      throw notAnObject(number, e.getOriginalMessage());
    }
    throw notAnObject(number, "another value");
  }

  private static IllegalArgumentException notAnObject(int number, String got) {
    return new IllegalArgumentException(
        "[documents] must be a JSON object in each line, got ["
            + got
            + "] in line ["
            + number
            + "]");
  }

  /** As the processor reads a field: text, or a list of texts; nothing if there is none. */
  private static String text(JsonNode json, String name) {
    JsonNode value = json.path(name);
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode part : value.isArray() ? value : List.of(value)) {
      if (part.isTextual() == false) {
        throw new IllegalArgumentException(
            "[fields] must be text, or lists of it, got ["
                + part.getNodeType()
                + "] in ["
                + name
                + "] of ["
                + json.path(ID).asText()
                + "]");
      }
      texts.add(part.asText());
    }
    return String.join("\n", texts);
  }

  private static List<Document> fromColumns(List<String> lines, List<String> fields) {
    List<String> names = lines.isEmpty() ? List.of() : List.of(lines.get(0).split("\t", -1));
    checkField(ID, names);
    fields.forEach(name -> checkField(name, names));
    return lines.stream()
        .skip(1)
        .map(line -> line.split("\t", -1))
        .map(
            columns ->
                document(column(names, columns, ID), fields, name -> column(names, columns, name)))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static void checkField(String name, Collection<String> names) {
    if (names.contains(name) == false) {
      throw new IllegalArgumentException("[fields] must be of " + names + ", got [" + name + "]");
    }
  }

  private static String column(List<String> names, String[] columns, String name) {
    if (columns.length != names.size()) {
      throw new IllegalArgumentException(
          "[documents] must have ["
              + names.size()
              + "] columns in each line, got ["
              + columns.length
              + "] in the one of ["
              + columns[0]
              + "]");
    }
    return columns[names.indexOf(name)];
  }

  private static Document document(String id, List<String> fields, Function<String, String> value) {
    return new Document(id, fields.stream().map(value).collect(Collectors.joining("\n")));
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

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.config;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.opensearch.common.Nullable;
import org.opensearch.ingest.IngestDocument;

/**
 * The path of a text field in a document: {@code content}, {@code page.title}, {@code
 * comments.text} through a list of objects, {@code comments.0.text} for one of them, {@code
 * _ingest._value} inside a {@code foreach}.
 *
 * @param path as configured, without {@code _source.}
 * @param elements the keys from the root down
 * @param ingestMetadata whether the root is the ingest metadata rather than the document
 */
public record FieldPath(String path, List<String> elements, boolean ingestMetadata) {
  private static final String SOURCE_PREFIX = "_source.";
  private static final String INGEST_PREFIX = "_ingest.";

  /** Returns null if it has an empty key. */
  public @Nullable static FieldPath parse(String configured) {
    String path =
        configured.startsWith(SOURCE_PREFIX)
            ? configured.substring(SOURCE_PREFIX.length())
            : configured;
    boolean ingest = path.startsWith(INGEST_PREFIX);
    String keys = ingest ? path.substring(INGEST_PREFIX.length()) : path;
    List<String> elements = List.of(keys.split("\\.", -1));
    return elements.contains("") ? null : new FieldPath(path, elements, ingest);
  }

  /** Whether the other path is this one or below it. */
  boolean contains(FieldPath other) {
    return ingestMetadata == other.ingestMetadata
        && other.elements.size() >= elements.size()
        && other.elements.subList(0, elements.size()).equals(elements);
  }

  /**
   * Appends all texts that the document has at this path, in its order. Null, absent keys and empty
   * lists count as no value, as when indexing; numbers and booleans are the texts that JSON has for
   * them.
   *
   * @param processor that reads them, for messages
   * @throws IllegalArgumentException if a value is not text
   */
  public void collect(IngestDocument document, String processor, List<String> texts) {
    collect(root(document), 0, text -> texts.add(text(text, processor)));
  }

  private Map<String, Object> root(IngestDocument document) {
    return ingestMetadata ? document.getIngestMetadata() : document.getSourceAndMetadata();
  }

  /** Removes what the index would have at this path, also from keys with dots in them. */
  public void remove(IngestDocument document) {
    remove(root(document), String.join(".", elements));
    if (document.hasField(path)) {
      document.removeField(path);
    }
  }

  private static void remove(Map<String, Object> level, String path) {
    level.keySet().removeIf(key -> isAtOrBelow(key, path));
    level.forEach(
        (key, value) -> {
          if (path.length() > key.length() && isAtOrBelow(path, key)) {
            removeFrom(value, path.substring(key.length() + 1));
          }
        });
  }

  @SuppressWarnings("unchecked")
  private static void removeFrom(@Nullable Object value, String path) {
    if (value instanceof Map<?, ?> object) {
      remove((Map<String, Object>) object, path);
    } else if (value instanceof Iterable<?> several) {
      several.forEach(one -> removeFrom(one, path));
    }
  }

  private static boolean isAtOrBelow(String path, String above) {
    return path.startsWith(above)
        && (path.length() == above.length() || path.charAt(above.length()) == '.');
  }

  private void collect(@Nullable Object value, int depth, Consumer<Object> found) {
    if (value instanceof List<?> list) {
      collectFrom(list, depth, found);
    } else if (depth == elements.size()) {
      if (value != null) {
        found.accept(value);
      }
    } else if (value instanceof Map<?, ?> object) {
      // The index takes a key with dots for a path as well.
      for (int end = depth + 1; end <= elements.size(); end++) {
        collect(object.get(String.join(".", elements.subList(depth, end))), end, found);
      }
    }
  }

  private void collectFrom(List<?> list, int depth, Consumer<Object> found) {
    int index = depth == elements.size() ? -1 : listIndex(elements.get(depth));
    if (index < 0) {
      list.forEach(value -> collect(value, depth, found));
    } else if (index < list.size()) {
      collect(list.get(index), depth + 1, found);
    }
  }

  private static int listIndex(String key) {
    boolean digits = key.length() <= 9 && key.chars().allMatch(c -> c >= '0' && c <= '9');
    return digits ? Integer.parseInt(key) : -1;
  }

  private String text(Object value, String processor) {
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      return value.toString();
    }
    throw new IllegalArgumentException(
        "field ["
            + path
            + "] must hold text, numbers or lists of them, got "
            + (value instanceof Map
                ? "an object"
                : "a value of type [" + value.getClass().getSimpleName() + "]")
            + "; name a field inside it, or remove it from [fields] of the "
            + processor
            + " processor");
  }
}

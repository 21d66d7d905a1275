// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.sequencer.keys.Keys;
import io.neardup.target.KeepField;
import io.neardup.target.PathValues;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.Nullable;
import org.opensearch.index.mapper.DocumentMapper;
import org.opensearch.index.mapper.MapperParsingException;

/**
 * The fields of an index by whose values documents are compared, parsed by its own mapper:
 * normalizers, lists, numbers, dates and multi-fields count as they do in searches.
 */
public final class ComparedFields {
  /** Fields of an index that does not exist: nothing is known of them. */
  public static final ComparedFields NONE =
      new ComparedFields("", null, Map.of(), Map.of(), Map.of(), null);

  private final String index;
  private final DocumentMapper mapper;
  private final Map<String, Field> fields;
  private final Map<String, String> unfit;
  private final Set<String> sources;
  private final Map<String, Map<String, Object>> unmapped;
  @Nullable private final WindowDates dates;

  /**
   * A field.
   *
   * @param name of its terms: another one than in the pipeline if that names an alias
   * @param sources the paths in documents that its values come from
   * @param type as mappings name it
   * @param search how values are searched for
   * @param ranks the order of its values; null if documents are not ordered by them
   */
  record Field(
      String name, Set<String> sources, String type, SearchForm search, @Nullable RankOrder ranks) {
    private static final Set<String> INTEGRAL = Set.of("long", "integer", "short", "byte");

    private boolean isIntegral() {
      return INTEGRAL.contains(type);
    }

    /** Whether searches sort by the values of both as one. */
    boolean isOrderedAs(Field other) {
      return type.equals(other.type) || (isIntegral() && other.isIntegral());
    }

    /** What to do about a value that is not indexed. */
    String wayOut() {
      return switch (type) {
        case "keyword", "wildcard" ->
            "set [ignore_above] to [32766] in its mapping, or send a shorter value";
        default ->
            "[ignore_malformed] leaves out what is no ["
                + type
                + "]: send one, or name a [keyword] in the pipeline";
      };
    }
  }

  /**
   * What a document has in a field.
   *
   * @param compared what the index compares: equal sets for equal values, in order
   * @param searched what a search for them takes
   */
  public record Values(List<String> compared, List<String> searched) {
    /** No value. */
    public static final Values EMPTY = new Values(List.of(), List.of());
  }

  /**
   * @param unfit of fields that cannot be compared: what is said, with the way out
   * @param unmapped fields that are mapped with the first value, and as what
   * @param dates how the index reads those of the window; null if it does not map them as dates
   */
  ComparedFields(
      String index,
      DocumentMapper mapper,
      Map<String, Field> fields,
      Map<String, String> unfit,
      Map<String, Map<String, Object>> unmapped,
      @Nullable WindowDates dates) {
    this.index = index;
    this.mapper = mapper;
    this.fields = fields;
    this.unfit = unfit;
    this.sources =
        fields.values().stream()
            .flatMap(field -> field.sources.stream())
            .collect(Collectors.toCollection(TreeSet::new));
    this.unmapped = unmapped;
    this.dates = dates;
  }

  /** How the index reads the dates of the window; null if it does not map them as dates. */
  @Nullable public WindowDates dates() {
    return dates;
  }

  /** Whether a field is mapped with the first value only. */
  boolean hasUnmapped() {
    return unmapped.isEmpty() == false;
  }

  /** The paths in documents that values come from. */
  public Set<String> sources() {
    return sources;
  }

  /**
   * Rejects fields that are neither mapped nor in any of these documents: a misspelt name would
   * compare nothing with nothing. The field of a text, below which passages are mapped, cannot be
   * below a value itself, as multi-fields are.
   *
   * @throws IllegalArgumentException with the way out
   */
  public void refuseUnknown(DomainSpec spec, List<Map<String, Object>> documents) {
    for (String text : spec.texts()) {
      String above = isIn(documents, text) ? null : valueAbove(documents, text);
      if (above != null) {
        throw new IllegalArgumentException(
            "field ["
                + text
                + "], below which near_dup maps [passages], must hold a text of its own, got one in"
                + " ["
                + above
                + "]; name that in the pipeline");
      }
    }
    unmapped.forEach(
        (field, mapped) -> {
          if (isIn(documents, field) == false) {
            throw unknown(field, mapped, valueAbove(documents, field));
          }
        });
  }

  /** Whether some document has a value there. */
  public static boolean isIn(List<Map<String, Object>> documents, String field) {
    for (Map<String, Object> document : documents) {
      if (PathValues.at(field, document) != null) {
        return true;
      }
    }
    return false;
  }

  /** The field that holds a value where an object would be; null if there is none. */
  @Nullable private static String valueAbove(List<Map<String, Object>> documents, String field) {
    for (int dot = field.indexOf('.'); dot >= 0; dot = field.indexOf('.', dot + 1)) {
      String above = field.substring(0, dot);
      if (documents.stream()
          .flatMap(document -> PathValues.all(above, document).stream())
          .anyMatch(value -> value instanceof Map == false)) {
        return above;
      }
    }
    return null;
  }

  private IllegalArgumentException unknown(
      String field, Map<String, Object> mapped, @Nullable String above) {
    // What documents have there is no object: as a multi-field it takes the value.
    Map<String, Map<String, Object>> mapping =
        above == null
            ? Map.of(field, mapped)
            : Map.of(
                above,
                Map.of(
                    "type", "text", "fields", Map.of(field.substring(above.length() + 1), mapped)));
    return new IllegalArgumentException(
        "field ["
            + field
            + "], which near_dup compares, must be mapped in index ["
            + index
            + "] or be in the document, got "
            + (above == null ? "neither" : "a value in [" + above + "]")
            + "; correct its name in the pipeline, or map it here, and in the template of future"
            + " indexes: PUT "
            + index
            + "/_mapping "
            + MappingJson.json(MappingJson.properties(mapping)));
  }

  /**
   * What a document has in each field.
   *
   * @throws IllegalArgumentException for a value that the index does not take, or does not index
   */
  public Map<String, Values> of(Map<String, Object> document) {
    if (fields.isEmpty()) {
      return Map.of();
    }
    Map<String, Object> compared = PathValues.part(document, sources);
    if (compared.isEmpty()) {
      return Map.of();
    }
    Map<String, Set<String>> parsed = parse(compared);
    Map<String, Values> values = new HashMap<>();
    fields.forEach((name, field) -> values.put(name, values(name, field, compared, parsed)));
    return values;
  }

  /** Rejects these fields if they cannot be compared. */
  void requireFit(Predicate<String> asked) {
    unfit.forEach(
        (field, reason) -> {
          if (asked.test(field)) {
            throw new IllegalArgumentException(reason);
          }
        });
  }

  /** Whether none of these fields is mapped so that it cannot be compared. */
  boolean areFit(List<String> asked) {
    return asked.stream().noneMatch(unfit::containsKey);
  }

  /** Whether it has a field that can be compared. */
  boolean has(String field) {
    return fields.containsKey(field);
  }

  /** The type to sort by a field as where another index lacks it; null if this one does, too. */
  @Nullable public String sortedAs(String field) {
    Field found = fields.get(field);
    // That type cannot be had without its factor, and searches sort by its values as by these.
    return found == null ? null : found.type.equals("scaled_float") ? "double" : found.type;
  }

  /** Rejects fields by which documents are ordered in another way in the oldest index with them. */
  void requireOrder(List<KeepField> keep, List<ComparedFields> older) {
    for (KeepField order : keep) {
      String name = order.field();
      Field here = fields.get(name);
      older.stream()
          .filter(one -> one.has(name))
          .findFirst()
          .ifPresent(
              oldest -> {
                Field there = oldest.fields.get(name);
                if (here != null && here.isOrderedAs(there) == false) {
                  throw UnfitFields.ordersApart(name, index, here.type, oldest.index, there.type);
                }
              });
    }
  }

  /**
   * The rank of a document among those that are near it.
   *
   * @param keep what orders them
   * @param found what it has in each field
   */
  public byte[] rank(List<KeepField> keep, Map<String, Values> found) {
    if (keep.isEmpty()) {
      return Keys.UNRANKED;
    }
    ByteArrayOutputStream rank = new ByteArrayOutputStream();
    for (KeepField order : keep) {
      List<String> values = found.getOrDefault(order.field(), Values.EMPTY).compared();
      Field field = fields.get(order.field());
      if (field == null || values.isEmpty()) {
        rank.write(RankOrder.MISSING);
      } else {
        field.ranks.write(values, order.descending(), rank);
      }
    }
    return rank.toByteArray();
  }

  private Values values(
      String name, Field field, Map<String, Object> part, Map<String, Set<String>> parsed) {
    List<String> given = new ArrayList<>();
    for (String source : field.sources) {
      PathValues.all(source, part).forEach(value -> given.add(value.toString()));
    }
    List<String> compared = List.copyOf(parsed.getOrDefault(field.name, Set.of()));
    if (compared.isEmpty() && given.stream().anyMatch(value -> value.isEmpty() == false)) {
      throw new IllegalArgumentException(
          "field ["
              + name
              + "], which near_dup compares, must be indexed with its value, but index ["
              + index
              + "] leaves this one out, got ["
              + given.get(0).length()
              + "] characters; "
              + field.wayOut());
    }
    return new Values(compared, field.search.of(compared, given));
  }

  private Map<String, Set<String>> parse(Map<String, Object> part) {
    Map<String, Set<String>> parsed = new HashMap<>();
    try {
      for (IndexableField found : PartMappers.parse(mapper, index, part).rootDoc().getFields()) {
        String value = value(found);
        if (value != null) {
          parsed.computeIfAbsent(found.name(), name -> new TreeSet<>()).add(value);
        }
      }
      return parsed;
    } catch (MapperParsingException e) {
      String cause = e.getCause() == null ? "" : ": " + e.getCause().getMessage();
      throw new IllegalArgumentException(
          "near_dup cannot compare "
              + sources.stream().filter(source -> PathValues.at(source, part) != null).toList()
              + ": "
              + e.getMessage()
              + cause,
          e);
    }
  }

  /** A doc value, or the term of a keyword that has none; null for other parts of a field. */
  private static String value(IndexableField field) {
    boolean docValue = field.fieldType().docValuesType() != DocValuesType.NONE;
    if (docValue && field.numericValue() != null) {
      return Objects.toString(field.numericValue());
    }
    BytesRef bytes = field.binaryValue();
    boolean term =
        field.fieldType().indexOptions() != IndexOptions.NONE
            && field.fieldType().tokenized() == false;
    // One character a byte: whatever the bytes are, none is lost.
    return bytes != null && (docValue || term)
        ? new String(bytes.bytes, bytes.offset, bytes.length, StandardCharsets.ISO_8859_1)
        : null;
  }
}

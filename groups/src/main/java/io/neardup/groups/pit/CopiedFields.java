// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import io.neardup.ingest.domain.MappedField;
import io.neardup.ingest.domain.MappingJson;
import io.neardup.target.FieldTypes;
import io.neardup.target.MappedFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.document.DocumentField;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.search.SearchHit;
import org.opensearch.search.fetch.subphase.FieldAndFormat;

/**
 * Fields of documents that are copied into records: as a search of the user shows them in {@code
 * fields}, and mapped so that a record can be searched by them as the document can.
 *
 * @param mappings by field, how records map it
 */
public record CopiedFields(Map<String, Map<String, Object>> mappings) {
  /** Characters of one field of one document. */
  public static final int MAX_CHARACTERS = 8192;

  private static final Set<String> KEYWORDS = Set.of("keyword", "constant_keyword", "wildcard");
  private static final Set<String> TEXTS = Set.of("text", "match_only_text");
  private static final Map<String, Object> KEYWORD =
      Map.of("type", "keyword", "ignore_above", MAX_CHARACTERS);

  /** No fields. */
  public static final CopiedFields NONE = new CopiedFields(Map.of());

  /**
   * Those of some indexes.
   *
   * @param remote whether there are indexes of other clusters besides, whose mappings nobody knows
   * @throws IllegalArgumentException (HTTP 400) naming a field that cannot be copied
   */
  public static CopiedFields of(
      List<String> fields, ClusterState state, Collection<String> indexes, boolean remote) {
    MappedFields sources = new MappedFields(state);
    indexes.stream()
        .filter(index -> fields.isEmpty() == false && sources.haveSource(index) == false)
        .findFirst()
        .ifPresent(
            index -> {
              throw new IllegalArgumentException(
                  "[fields] are copied from [_source], which documents of ["
                      + index
                      + "] do not have, got "
                      + fields
                      + "; leave [fields] out");
            });
    Map<String, Map<String, Object>> mappings = new TreeMap<>();
    for (String field : fields) {
      Set<Map<String, Object>> seen = new HashSet<>();
      for (String index : indexes) {
        IndexMetadata of = state.metadata().index(index);
        MappedField mapped =
            MappedField.behind(
                of == null || of.mapping() == null ? Map.of() : of.mapping().sourceAsMap(), field);
        if (mapped.missing() == false) {
          seen.add(mapping(field, index, mapped));
        }
      }
      if (seen.isEmpty() && remote == false) {
        throw new IllegalArgumentException(
            "[fields] must name fields of " + indexes + ", got [" + field + "], mapped in none");
      }
      mappings.put(field, seen.size() == 1 && remote == false ? seen.iterator().next() : KEYWORD);
    }
    return new CopiedFields(mappings);
  }

  private static Map<String, Object> mapping(String field, String index, MappedField mapped) {
    String type = String.valueOf(mapped.parameters().getOrDefault("type", "object"));
    if (FieldTypes.NUMBERS.contains(type) || FieldTypes.DATES.contains(type) || type.equals("ip")) {
      Map<String, Object> same = new TreeMap<>(Map.of("type", type, "ignore_malformed", true));
      if (mapped.parameters().get("scaling_factor") != null) {
        same.put("scaling_factor", mapped.parameters().get("scaling_factor"));
      }
      return same;
    }
    if (type.equals("boolean")) {
      return Map.of("type", type);
    }
    if (KEYWORDS.contains(type)) {
      return KEYWORD;
    }
    if (TEXTS.contains(type)) {
      return Map.of("type", "text", "fields", Map.of("keyword", KEYWORD));
    }
    throw new IllegalArgumentException(
        "[fields] must name keywords, texts, numbers, dates, booleans or addresses, got ["
            + field
            + "], which is "
            + mapped.seen()
            + " in ["
            + index
            + "]; leave it out");
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return mappings.isEmpty();
  }

  /** The names, in order. */
  public Set<String> names() {
    return mappings.keySet();
  }

  /** How records map an object with them. */
  public Map<String, Object> mapping() {
    return MappingJson.properties(mappings);
  }

  /** What to ask a search for. Dates come in the form that every mapping of a date reads. */
  public List<FieldAndFormat> asked() {
    List<FieldAndFormat> asked = new ArrayList<>();
    mappings.forEach(
        (field, mapping) -> {
          boolean date = FieldTypes.DATES.contains(mapping.get("type"));
          asked.add(new FieldAndFormat(field, date ? "strict_date_optional_time_nanos" : null));
        });
    return asked;
  }

  /**
   * The values of a document.
   *
   * @param values by field; none for a field that it does not have, or the user may not see
   * @param leftOut fields that are too long
   */
  public record Copies(Map<String, List<Object>> values, List<String> leftOut)
      implements ToXContentFragment {
    /** Of a document of which nothing is copied. */
    public static final Copies NONE = new Copies(Map.of(), List.of());

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      if (values.isEmpty() == false) {
        builder.field("fields", values);
      }
      if (leftOut.isEmpty() == false) {
        builder.field("fields_left_out", leftOut);
      }
      return builder;
    }

    /** Roughly, of the heap. */
    public long bytes() {
      long characters = 0;
      for (List<Object> of : values.values()) {
        characters += characters(of);
      }
      return 2 * characters + 100L * values.size();
    }
  }

  /** Those that a hit has. */
  public Copies of(SearchHit hit) {
    Map<String, List<Object>> values = new LinkedHashMap<>();
    List<String> leftOut = new ArrayList<>();
    for (String field : mappings.keySet()) {
      DocumentField found = hit.field(field);
      if (found != null && characters(found.getValues()) > MAX_CHARACTERS) {
        leftOut.add(field);
      } else if (found != null) {
        values.put(field, found.getValues());
      }
    }
    return new Copies(values, leftOut);
  }

  private static long characters(List<Object> values) {
    return values.stream().mapToLong(value -> String.valueOf(value).length()).sum();
  }
}

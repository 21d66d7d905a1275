// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import static io.neardup.ingest.domain.MappingJson.json;
import static io.neardup.ingest.domain.MappingJson.properties;

import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.OtherNumbers;
import io.neardup.fingerprint.passages.PassageLength;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.IndexFields;
import io.neardup.ingest.domain.MappedField;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.ingest.domain.PassageFields;
import io.neardup.mapper.DecisionFieldMapper;
import io.neardup.mapper.MinHashFieldMapper;
import io.neardup.mapper.PassagesFieldMapper;
import io.neardup.sequencer.keys.Containment;
import io.neardup.sequencer.keys.Stage;
import io.neardup.target.Nearness;
import io.neardup.target.TargetKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.opensearch.common.Nullable;

/**
 * What an index must map, and keep in its source, so that decisions on its documents can be found.
 * Rejects a wrong mapping with the request or the mapping that fixes it.
 */
final class RequiredMapping {
  private static final String KEYWORD = "keyword";

  /** As core maps texts by itself. */
  private static final int IGNORE_ABOVE = 256;

  /** Types of fields that hold texts, and may have others below them. */
  private static final Set<String> TEXTS = Set.of("text", "match_only_text", KEYWORD, "wildcard");

  /**
   * A field that must be mapped.
   *
   * @param type null for any
   * @param decision whether it is part of the decision object, and aggregated as well as searched
   * @param exact parameters that it must have
   */
  private record Field(
      String path, @Nullable String type, boolean decision, Map<String, Object> exact) {
    Field(String path, @Nullable String type, boolean decision) {
      this(path, type, decision, Map.of());
    }
  }

  private static final Map<String, Object> DEFAULTS =
      Map.of("html", false, "min_passage", PassageLength.DEFAULT);

  private final List<Field> required = new ArrayList<>();
  private final Map<String, Map<String, Object>> advised = new LinkedHashMap<>();
  private final KeptSource kept;
  private final String signature;
  private final Function<String, Map<String, Object>> wanted;

  /** Fields of texts that get passages below them. */
  private final Set<String> texts = new LinkedHashSet<>();

  /** The decision, if its field must have signatures as well; null otherwise. */
  @Nullable private String inDecision;

  /**
   * @param mapping of the index, which may have the decision as an object of single fields
   * @param wanted how a field is to be mapped by whose values documents are compared
   */
  RequiredMapping(
      DomainSpec spec, Map<String, Object> mapping, Function<String, Map<String, Object>> wanted) {
    this.wanted = wanted;
    this.signature = NearDupOptions.signature(spec.targetField());
    if (isOneField(spec, mapping)) {
      required.add(new Field(spec.targetField(), DecisionFieldMapper.CONTENT_TYPE, true));
      advise(spec.targetField(), DecisionFieldMapper.CONTENT_TYPE);
    } else {
      decisionObject(spec);
      if (MappedField.isDynamic(mapping, spec.field("checked")) == false) {
        // Core does not map it either, and what is marked would not be found.
        required.add(new Field(spec.field("checked"), null, false));
      }
    }
    spec.scope().forEach(this::term);
    spec.differs().forEach(this::term);
    for (Stage stage : spec.stages()) {
      switch (stage.kind()) {
        case EXACT -> term(stage.field());
        case SIMHASH -> compared(stage.field(), TargetKind.SIMHASH.type());
        case MINHASH, PASSAGES -> {}
      }
      if (stage.likeness() != null) {
        signatures(spec, stage.likeness().field());
      }
    }
    for (String text : spec.passages().texts()) {
      passages(mapping, text, spec.passages().html() ? Map.of("html", true) : Map.of(), Map.of());
    }
    for (Stage stage : spec.stages()) {
      Containment containment = stage.containment();
      if (containment != null) {
        Map<String, Object> exact =
            Map.of("html", containment.html(), "min_passage", containment.length().tokens());
        passages(mapping, containment.text(), exact, exact);
      }
    }
    this.kept = KeptSource.of(spec, mapping);
  }

  /**
   * A field of passages below a text.
   *
   * @param advised its parameters if it is not there yet
   * @param exact parameters that it must have
   */
  private void passages(
      Map<String, Object> mapping,
      String text,
      Map<String, Object> advised,
      Map<String, Object> exact) {
    texts.add(text);
    required.add(new Field(passages(text), PassagesFieldMapper.CONTENT_TYPE, false, exact));
    this.advised.put(text, withPassages(mapping, text, advised));
  }

  private static String passages(String text) {
    return text + "." + PassageFields.NAME;
  }

  /** The field as it is mapped, or as it would be, with passages below it. */
  private static Map<String, Object> withPassages(
      Map<String, Object> mapping, String text, Map<String, Object> parameters) {
    Map<String, Object> field = new LinkedHashMap<>(MappedField.at(mapping, text).parameters());
    Map<String, Object> below = new LinkedHashMap<>();
    if (field.isEmpty()) {
      field.put("type", "text");
      below.put(KEYWORD, Map.of("type", KEYWORD, "ignore_above", IGNORE_ABOVE));
    } else if (field.get("fields") instanceof Map<?, ?> others) {
      others.forEach((name, other) -> below.put(name.toString(), other));
    }
    Map<String, Object> passages = new TreeMap<>(parameters);
    passages.put("type", PassagesFieldMapper.CONTENT_TYPE);
    below.put(PassageFields.NAME, passages);
    field.put("fields", below);
    return field;
  }

  /** A field as it is mapped: one below a text is missing if the text has no such field. */
  private MappedField at(Map<String, Object> mapping, String path) {
    for (String text : texts) {
      MappedField above = path.equals(passages(text)) ? MappedField.at(mapping, text) : null;
      if (above != null && TEXTS.contains(String.valueOf(above.parameters().get("type")))) {
        return above.parameters().get("fields") instanceof Map<?, ?> below
                && below.containsKey(PassageFields.NAME)
            ? MappedField.at(mapping, path)
            : new MappedField(Map.of(), null);
      }
    }
    return MappedField.at(mapping, path);
  }

  /** Whether the decision is, or can be, a field of its own type. */
  private static boolean isOneField(DomainSpec spec, Map<String, Object> mapping) {
    MappedField decision = MappedField.at(mapping, spec.targetField());
    return DecisionFieldMapper.CONTENT_TYPE.equals(decision.parameters().get("type"))
        || (decision.missing()
            && MappedField.at(mapping, spec.field("group")).missing()
            && "true".equals(String.valueOf(mapping.get("disable_objects"))) == false);
  }

  private void decisionObject(DomainSpec spec) {
    decision(spec, "status", KEYWORD);
    decision(spec, "group", KEYWORD);
    decision(spec, "seq", "long");
    if (spec.scope().isEmpty() == false) {
      advise(spec.field("scope"), KEYWORD);
    }
    if (spec.stages().stream().anyMatch(stage -> stage.containment() != null)) {
      advise(spec.field("contained"), "float");
      advise(spec.field("words"), "long");
    }
    for (String name : List.of("matched_by", "checked", "reason", "of.index", "of.id")) {
      advise(spec.field(name), KEYWORD);
    }
    advise(spec.field("distance"), "byte");
    if (spec.stages().stream().anyMatch(stage -> stage.likeness() != null)) {
      advise(spec.field("jaccard"), "float");
      advise(spec.field("jaccard_estimate"), "float");
      for (String part : OtherNumbers.PARTS) {
        advise(spec.field(OtherNumbers.NAME + "." + part), "integer");
      }
    }
  }

  /** Whatever type it has, {@link IndexFields} says whether it can be compared. */
  private void term(String path) {
    required.add(new Field(path, null, false));
    advised.put(path, wanted.apply(path));
  }

  private void compared(String path, String type) {
    required.add(new Field(path, type, false));
    advise(path, type);
  }

  private void decision(DomainSpec spec, String name, String type) {
    required.add(new Field(spec.field(name), type, true));
    advise(spec.field(name), type);
  }

  private void advise(String path, String type) {
    advised.put(path, Map.of("type", type));
  }

  private void signatures(DomainSpec spec, String field) {
    Map<String, Object> mapped = mapped(spec, field);
    required.add(new Field(field, TargetKind.MINHASH.type(), false));
    if (field.equals(signature) && advised.containsKey(spec.targetField())) {
      Map<String, Object> decision = new LinkedHashMap<>(advised.get(spec.targetField()));
      decision.put("fields", Map.of(DecisionFieldMapper.SIGNATURE, mapped));
      advised.put(spec.targetField(), decision);
      inDecision = spec.targetField();
    } else {
      advised.put(field, mapped);
    }
  }

  /** A field of signatures with the bands that the stages look up, if any field has so many. */
  private static Map<String, Object> mapped(DomainSpec spec, String field) {
    double similarity = MinHashFieldMapper.DEFAULT_SIMILARITY;
    double recall = MinHashFieldMapper.DEFAULT_RECALL;
    for (Stage stage : spec.stages()) {
      if (stage.kind() == Stage.Kind.MINHASH && stage.field().equals(field)) {
        similarity = Math.min(similarity, stage.likeness().similarity());
        // A recall of 1 reads no bands.
        recall =
            stage.likeness().recall() < 1 ? Math.max(recall, stage.likeness().recall()) : recall;
      }
    }
    Map<String, Object> mapped = new LinkedHashMap<>(Map.of("type", TargetKind.MINHASH.type()));
    try {
      Bands.of(similarity, recall);
      if (similarity < MinHashFieldMapper.DEFAULT_SIMILARITY) {
        mapped.put(Nearness.SIMILARITY, similarity);
      }
      if (recall > MinHashFieldMapper.DEFAULT_RECALL) {
        mapped.put(Nearness.RECALL, recall);
      }
    } catch (IllegalArgumentException e) {
      return mapped;
    }
    return mapped;
  }

  /**
   * What the mapping of an index whose documents are compared lacks, as a mapping; empty if nothing
   * is missing, or if the index does not map new fields by itself.
   */
  Map<String, Object> addition(Map<String, Object> mapping) {
    if (required.stream().noneMatch(field -> at(mapping, field.path).missing())) {
      return Map.of();
    }
    Map<String, Map<String, Object>> lacking = lacking(mapping);
    boolean dynamic =
        lacking.keySet().stream().allMatch(path -> MappedField.isDynamic(mapping, path));
    return dynamic ? properties(lacking) : Map.of();
  }

  /** Asks for none of these fields, nor for passages below them. */
  void leaveOut(Set<String> unknown) {
    advised.keySet().removeAll(unknown);
    required.removeIf(
        field -> unknown.stream().anyMatch(n -> Set.of(n, passages(n)).contains(field.path)));
  }

  /** What is missing if that is advised. */
  private String lackedBy(String path) {
    return texts.contains(path) ? passages(path) : path.equals(inDecision) ? signature : path;
  }

  private Map<String, Map<String, Object>> lacking(Map<String, Object> mapping) {
    Map<String, Map<String, Object>> lacking = new LinkedHashMap<>(advised);
    lacking.keySet().removeIf(path -> at(mapping, lackedBy(path)).missing() == false);
    return lacking;
  }

  /**
   * Rejects an unfit index.
   *
   * @throws IllegalArgumentException with a message that says what to do
   */
  void check(String index, Map<String, Object> mapping) {
    kept.check(index, mapping);
    checkTypes(index, mapping);
    for (Field field : required) {
      if (field.type != null) {
        checkSearchable(index, field, at(mapping, field.path));
      }
    }
  }

  private void checkTypes(String index, Map<String, Object> mapping) {
    List<String> missing = new ArrayList<>();
    for (Field field : required) {
      MappedField found = at(mapping, field.path);
      if (found.missing()) {
        missing.add(field.path);
      } else if (field.type != null && field.type.equals(found.parameters().get("type")) == false) {
        throw new IllegalArgumentException(
            "field ["
                + field.path
                + "] of index ["
                + index
                + "] must be mapped as ["
                + field.type
                + "] for near_dup, got "
                + found.seen()
                + (found.parameters().get("path") instanceof String target
                    ? "; name [" + target + "], which that is another name of"
                    : anew()));
      }
      checkExact(index, field, found);
    }
    if (missing.isEmpty() == false) {
      throw new IllegalArgumentException(
          "index ["
              + index
              + "] must map "
              + missing
              + " for near_dup, got no mapping; add it here, and to the template of future indexes:"
              + request(index, lacking(mapping)));
    }
  }

  private void checkExact(String index, Field field, MappedField found) {
    field.exact.forEach(
        (name, value) -> {
          Object there = found.parameters().getOrDefault(name, DEFAULTS.get(name));
          if (found.missing() == false && String.valueOf(value).equals(there.toString()) == false) {
            throw new IllegalArgumentException(
                "["
                    + name
                    + "] of field ["
                    + field.path
                    + "] of index ["
                    + index
                    + "] must be ["
                    + value
                    + "] as in the stage of near_dup, got ["
                    + there
                    + "], which cannot be changed; set that in the stage, or write to a new index");
          }
        });
  }

  private void checkSearchable(String index, Field field, MappedField found) {
    boolean counted = field.decision && found.off("doc_values");
    if (counted || found.off("index")) {
      throw new IllegalArgumentException(
          "["
              + (counted ? "doc_values" : "index")
              + "] of field ["
              + field.path
              + "] of index ["
              + index
              + "] must be true for near_dup, which "
              + (counted ? "counts" : "searches")
              + " by it, got [false]"
              + anew());
    }
  }

  private String anew() {
    return "; that cannot be changed: reindex into a new index, made with "
        + json(Map.of("mappings", properties(advised)));
  }

  private static String request(String index, Map<String, Map<String, Object>> fields) {
    return " PUT " + index + "/_mapping " + json(properties(fields));
  }
}

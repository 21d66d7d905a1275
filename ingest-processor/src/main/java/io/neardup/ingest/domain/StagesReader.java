// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.fingerprint.hamming.SearchRadius;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.sequencer.keys.Keys;
import io.neardup.sequencer.keys.Likeness;
import io.neardup.sequencer.keys.Stage;
import io.neardup.target.FieldName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.common.Nullable;

/**
 * Reads what to compare: a list of {@code stages}, the {@code fields} of texts, or a single {@code
 * field} with its {@code max_distance}; every error is an HTTP 400.
 */
final class StagesReader {
  private static final int DEFAULT_DISTANCE = 3;
  private static final double DEFAULT_RECALL = 0.95;
  private static final String EXACT = "exact";
  private static final String SIMHASH = "simhash";
  private static final String MINHASH = "minhash";
  private static final String SIMILARITY = "similarity";
  private static final String RECALL = "recall";
  private static final String VERIFY = "verify";
  private static final String PRECOMPUTED = "precomputed";

  private final ConfigReader reader;
  private final Set<Integer> precomputed;
  private final String signatures;
  @Nullable private TextStage text;

  /**
   * @param precomputed gets the numbers of the stages that are
   * @param signatures the field of the signatures that near_dup makes itself
   */
  StagesReader(ConfigReader reader, Set<Integer> precomputed, String signatures) {
    this.reader = reader;
    this.precomputed = precomputed;
    this.signatures = signatures;
  }

  /** The stage that compares texts; null without one. */
  @Nullable TextStage text() {
    return text;
  }

  List<Stage> read() {
    Object given = reader.any("stages");
    String field = reader.string("field", null);
    boolean texts = reader.has(TextStage.FIELDS);
    if ((given == null ? 0 : 1) + (field == null ? 0 : 1) + (texts ? 1 : 0) != 1) {
      throw reader.error(
          "stages",
          "needs either the [fields] whose texts are compared, as in [\"title\", \"content\"], or a"
              + " list of stages, as in [{\"exact\":\"url\"},{\"fields\":[\"content\"]}], or a [field]"
              + " of fingerprints with a [max_distance]");
    }
    return texts ? List.of(text(reader, 0)) : field == null ? list(given) : List.of(single(field));
  }

  private Stage text(ConfigReader reader, int number) {
    if (text != null) {
      throw reader.error(
          TextStage.FIELDS,
          "can be in one stage only, got a second one; name all fields in one, or add a near_dup"
              + " with a [domain] and a [target_field] of its own");
    }
    text = TextStage.read(reader, number);
    return Stage.minHash(
        new Likeness(
            signatures,
            fraction(reader, SIMILARITY, FieldName.DEFAULT_SIMILARITY),
            numbers(reader),
            DEFAULT_RECALL));
  }

  private Stage single(String field) {
    int distance = distance(reader, DEFAULT_DISTANCE);
    if (reader.bool(PRECOMPUTED, false)) {
      precomputed.add(0);
    }
    return new Stage(Stage.Kind.SIMHASH, NearDupOptions.path(reader, "field", field), distance);
  }

  private List<Stage> list(Object given) {
    if (given instanceof List<?> == false) {
      throw reader.error("stages", "must be a list of objects, got " + ConfigReader.shown(given));
    }
    List<?> list = (List<?>) given;
    if (list.isEmpty() || list.size() > Keys.MAX_STAGES) {
      throw reader.error(
          "stages", "must have between 1 and " + Keys.MAX_STAGES + " stages, got " + list.size());
    }
    List<Stage> stages = new ArrayList<>(list.size());
    for (int i = 0; i < list.size(); i++) {
      stages.add(stage("stages[" + i + "]", list.get(i), i));
    }
    Set<String> fields = new HashSet<>();
    for (Stage stage : stages) {
      if (fields.add(stage.kind() + stage.field()) == false) {
        throw reader.error(
            "stages", "must not name a field twice, got [" + stage.field() + "]; leave one out");
      }
    }
    return List.copyOf(stages);
  }

  private Stage stage(String key, Object value, int number) {
    ConfigReader inner = object(reader, key, value);
    String exact = inner.string(EXACT, null);
    String simHash = inner.string(SIMHASH, null);
    String minHash = inner.string(MINHASH, null);
    boolean texts = inner.has(TextStage.FIELDS);
    boolean passages = texts == false && inner.has(PassageFields.NAME);
    int kinds =
        (exact == null ? 0 : 1)
            + (simHash == null ? 0 : 1)
            + (minHash == null ? 0 : 1)
            + (texts ? 1 : 0)
            + (passages ? 1 : 0);
    if (kinds != 1) {
      throw reader.error(
          key,
          "must have either [exact], [simhash] or [minhash] naming a field, or [fields], or"
              + " [passages]; a stage of another type is not known");
    }
    if (texts) {
      Stage stage = text(inner, number);
      inner.refuseTheRest(TextStage.PARAMETERS + ", " + SIMILARITY + ", " + NumbersRule.NAME);
      return stage;
    }
    if (exact == null && passages == false && inner.bool(PRECOMPUTED, false)) {
      precomputed.add(number);
    }
    Stage stage =
        exact != null
            ? new Stage(Stage.Kind.EXACT, NearDupOptions.path(inner, EXACT, exact), 0)
            : passages
                ? PassageStage.read(inner)
                : simHash != null ? simHash(inner, simHash) : minHash(inner, minHash);
    inner.refuseTheRest(
        switch (stage.kind()) {
          case EXACT -> EXACT;
          case SIMHASH -> "simhash, max_distance, verify, precomputed";
          case MINHASH -> "minhash, similarity, recall, numbers, precomputed";
          case PASSAGES -> PassageStage.PARAMETERS;
        });
    return stage;
  }

  private static Stage minHash(ConfigReader reader, String field) {
    return Stage.minHash(
        new Likeness(
            NearDupOptions.path(reader, MINHASH, field),
            similarity(reader),
            numbers(reader),
            fraction(reader, RECALL, DEFAULT_RECALL)));
  }

  /** With a similarity, the distance follows from it as far as the window can look. */
  private static Stage simHash(ConfigReader reader, String field) {
    String path = NearDupOptions.path(reader, SIMHASH, field);
    Object value = reader.any(VERIFY);
    if (value == null) {
      return new Stage(Stage.Kind.SIMHASH, path, distance(reader, DEFAULT_DISTANCE));
    }
    ConfigReader verify = object(reader, VERIFY, value);
    String minHash = verify.string(MINHASH, null);
    if (minHash == null) {
      throw verify.error(
          MINHASH, "is required: the field of type [minhash] whose signatures must be similar");
    }
    Likeness likeness =
        new Likeness(
            NearDupOptions.path(verify, MINHASH, minHash), similarity(verify), numbers(verify), 1);
    verify.refuseTheRest(MINHASH + ", " + SIMILARITY + ", " + NumbersRule.NAME);
    int radius = SearchRadius.of(likeness.similarity());
    int distance = distance(reader, Math.min(radius, Stage.MAX_DISTANCE));
    return new Stage(Stage.Kind.SIMHASH, path, distance, likeness);
  }

  private static int distance(ConfigReader reader, int byDefault) {
    return reader.integer("max_distance", byDefault, 0, Stage.MAX_DISTANCE, "");
  }

  private static double similarity(ConfigReader reader) {
    Double similarity = fraction(reader, SIMILARITY, null);
    if (similarity == null) {
      throw reader.error(
          SIMILARITY,
          "is required: the least Jaccard similarity of signatures, greater than 0 and at most 1,"
              + " as in [0.8]");
    }
    return similarity;
  }

  private static NumbersRule numbers(ConfigReader reader) {
    Object value = reader.any(NumbersRule.NAME);
    try {
      return value == null ? NumbersRule.KEPT : NumbersRule.parse(value);
    } catch (IllegalArgumentException e) {
      throw reader.error(
          NumbersRule.NAME,
          "must be [kept], [equal] or [ignore], got " + ConfigReader.shown(value));
    }
  }

  static Double fraction(ConfigReader reader, String key, @Nullable Double byDefault) {
    Object value = reader.any(key);
    if (value == null) {
      return byDefault;
    }
    if (value instanceof Number number && number.doubleValue() > 0 && number.doubleValue() <= 1) {
      return number.doubleValue();
    }
    throw reader.error(
        key, "must be a number greater than 0 and at most 1, got " + ConfigReader.shown(value));
  }

  private static ConfigReader object(ConfigReader outer, String key, Object value) {
    if (value instanceof Map<?, ?> object) {
      return outer.inner(key, object);
    }
    throw outer.error(key, "must be an object, got " + ConfigReader.shown(value));
  }
}

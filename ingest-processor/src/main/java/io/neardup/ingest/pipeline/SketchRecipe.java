// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.idf.Weights;
import io.neardup.ingest.config.BoostedField;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.features.FeatureParameters;
import io.neardup.ingest.features.SketchedFields;
import io.neardup.ingest.idf.IdfName;
import io.neardup.ingest.idf.IdfReference;
import io.neardup.ingest.minhash.MinHashOptions;
import io.neardup.ingest.minhash.MinHashProcessor;
import io.neardup.ingest.simhash.FingerprintOptions;
import io.neardup.ingest.simhash.SimHashProcessor;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.opensearch.OpenSearchException;
import org.opensearch.common.Nullable;

/**
 * How a {@code simhash} or {@code minhash} step makes a value of a text: sketches of equal recipes
 * can be compared. Which documents get one, such as by {@code min_features} or {@code if}, is no
 * part of it.
 *
 * @param parameters what the step says and what it leaves to defaults, by the parameter's name
 */
record SketchRecipe(Map<String, String> parameters) {
  private static final String NONE = "none";

  /** Empty if the step is of another type, or its factory would reject its configuration. */
  static Optional<SketchRecipe> of(Step step) {
    Map<String, Object> config = new HashMap<>(step.config());
    try {
      ConfigReader reader = new ConfigReader(step.type(), null, "", config);
      return switch (step.type()) {
        case SimHashProcessor.TYPE -> {
          List<BoostedField> fields = SketchedFields.read(reader).fields();
          FingerprintOptions options = FingerprintOptions.read(step.type(), null, config);
          yield Optional.of(
              of(options.algorithm().label(), fields, options.analyzer(), options.features()));
        }
        case MinHashProcessor.TYPE -> {
          List<BoostedField> fields = SketchedFields.read(reader).fields();
          MinHashOptions options = MinHashOptions.read(step.type(), null, config);
          yield Optional.of(of(step.type(), fields, options.analyzer(), options.features()));
        }
        default -> Optional.empty();
      };
    } catch (OpenSearchException e) {
      return Optional.empty();
    }
  }

  private static SketchRecipe of(
      String algorithm,
      List<BoostedField> fields,
      @Nullable String analyzer,
      FeatureOptions features) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("algorithm", algorithm);
    parameters.put(SketchedFields.FIELDS, names(fields, features.kind()));
    parameters.put(FeatureParameters.ANALYZER, Objects.toString(analyzer, NONE));
    parameters.put(
        FeatureParameters.FEATURES,
        ConfigReader.name(features.kind()) + " of size " + features.size());
    parameters.put(FeatureParameters.HASH, ConfigReader.name(features.hash()));
    parameters.put("weights", ConfigReader.name(features.weighting()));
    if (features.idf() instanceof IdfReference reference) {
      parameters.put(IdfReference.IDF, reference.name().toString());
      parameters.put(IdfReference.IDF_DEFAULT, reference.unknown());
    }
    parameters.put(
        "top_features",
        features.topFeatures() == FeatureOptions.ALL
            ? "all"
            : Integer.toString(features.topFeatures()));
    return new SketchRecipe(parameters);
  }

  /**
   * Fields with their boosts. A boost that all share has no effect, and neither has the order of
   * fields if no feature reaches from one into the next.
   */
  private static String names(List<BoostedField> fields, FeatureKind kind) {
    boolean boosted = fields.stream().mapToInt(BoostedField::boost).distinct().count() > 1;
    List<String> names =
        fields.stream().map(field -> boosted ? boosted(field) : field.path().path()).toList();
    return (kind == FeatureKind.TOKEN ? names.stream().sorted() : names.stream())
        .collect(Collectors.joining(", "));
  }

  private static String boosted(BoostedField field) {
    String path = field.path().path();
    return field.boost() == Weights.BOOST_ONE
        ? path
        : path + "^" + (float) field.boost() / Weights.BOOST_ONE;
  }

  /** Whether values of both can be compared, as far as is known. */
  boolean agrees(SketchRecipe other) {
    return difference(other).isEmpty();
  }

  /** The parameters that differ, as in: {@code [analyzer] was [standard] and is [english]}. */
  List<String> difference(SketchRecipe changed) {
    Map<String, String> all = new LinkedHashMap<>(parameters);
    changed.parameters.forEach(all::putIfAbsent);
    return all.keySet().stream()
        .filter(key -> same(key, get(key), changed.get(key)) == false)
        .map(
            key ->
                "["
                    + key
                    + "] was "
                    + ConfigReader.shown(get(key))
                    + " and is "
                    + ConfigReader.shown(changed.get(key)))
        .toList();
  }

  private String get(String key) {
    return parameters.getOrDefault(key, NONE);
  }

  private static boolean same(String key, String before, String after) {
    if (before.equals(after) || key.equals(IdfReference.IDF) == false) {
      return before.equals(after);
    }
    Optional<IdfName> other = IdfName.find(after);
    return IdfName.find(before).filter(name -> other.filter(name::mayBe).isPresent()).isPresent();
  }
}

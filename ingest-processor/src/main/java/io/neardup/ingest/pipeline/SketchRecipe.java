// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.idf.Weights;
import io.neardup.ingest.config.BoostedField;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.features.FeatureParameters;
import io.neardup.ingest.features.LeftOutPassages;
import io.neardup.ingest.features.SketchedFields;
import io.neardup.ingest.idf.IdfName;
import io.neardup.ingest.idf.IdfReference;
import io.neardup.ingest.minhash.MinHashOptions;
import io.neardup.ingest.minhash.MinHashProcessor;
import io.neardup.ingest.simhash.FingerprintOptions;
import io.neardup.ingest.simhash.SimHashProcessor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.opensearch.OpenSearchException;
import org.opensearch.common.Nullable;

/**
 * How a {@code simhash} or {@code minhash} step makes a value of a text: sketches of equal recipes
 * can be compared. Which documents get one, such as by {@code min_features} or {@code if}, is no
 * part of it.
 *
 * @param text what it reads, and how it cuts that into features: one sketch can confirm what
 *     another one finds if both are of the same
 * @param parameters what the step says and what it leaves to defaults, by the parameter's name
 */
record SketchRecipe(String text, Map<String, String> parameters) {
  private static final String NONE = "none";

  /** Parameters whose values name one. */
  private static final Set<String> DICTIONARIES = Set.of(IdfReference.IDF, LeftOutPassages.WITHOUT);

  /** Empty if the step is of another type, or its factory would reject its configuration. */
  static Optional<SketchRecipe> of(Step step) {
    ConfigReader reader = step.reader();
    try {
      return switch (step.type()) {
        case SimHashProcessor.TYPE -> {
          List<BoostedField> fields = SketchedFields.read(reader).fields();
          FingerprintOptions options = FingerprintOptions.read(reader);
          yield Optional.of(
              of(
                  options.algorithm().label(),
                  fields,
                  options.analyzer(),
                  options.features(),
                  options.without()));
        }
        case MinHashProcessor.TYPE -> {
          List<BoostedField> fields = SketchedFields.read(reader).fields();
          MinHashOptions options = MinHashOptions.read(reader);
          SketchRecipe recipe =
              of(step.type(), fields, options.analyzer(), options.features(), options.without());
          recipe.parameters.put(MinHashOptions.NUMBERS, Boolean.toString(options.numbers()));
          yield Optional.of(recipe);
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
      FeatureOptions features,
      @Nullable IdfName without) {
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
    parameters.put(LeftOutPassages.WITHOUT, Objects.toString(without, NONE));
    return new SketchRecipe(text(fields, analyzer, features, without), parameters);
  }

  /** As in: features [shingle] of [3] by the analyzer [standard] from [content, title]. */
  private static String text(
      List<BoostedField> fields,
      @Nullable String analyzer,
      FeatureOptions features,
      @Nullable IdfName without) {
    return "features ["
        + ConfigReader.name(features.kind())
        + "] of ["
        + features.size()
        + "]"
        + (analyzer == null ? "" : " by the analyzer [" + analyzer + "]")
        + " from "
        + fields.stream().map(field -> field.path().path()).sorted().toList()
        + (without == null ? "" : " without [" + without + "]");
  }

  /**
   * Why one sketch cannot confirm what the other one finds. A field that several steps write, each
   * under its own condition, is of the same text if any two of them are.
   *
   * @param found the steps that write the field that is searched
   * @param confirmed the steps that write the signatures
   * @return empty if it can, or if that is not known
   */
  static Optional<String> otherText(List<Step> found, List<Step> confirmed) {
    List<Optional<String>> theirs = texts(found);
    List<Optional<String>> its = texts(confirmed);
    if (theirs.isEmpty()
        || its.isEmpty()
        || theirs.stream().anyMatch(text -> text.isEmpty() || its.contains(text))
        || its.contains(Optional.<String>empty())) {
      return Optional.empty();
    }
    return Optional.of(
        "compares other features than those by which candidates are found: ["
            + confirmed.get(0).targetField()
            + "] has "
            + its.get(0).get()
            + ", and ["
            + found.get(0).targetField()
            + "] has "
            + theirs.get(0).get()
            + "; make both of the same fields, with the same analyzer and features");
  }

  private static List<Optional<String>> texts(List<Step> steps) {
    return steps.stream().map(step -> of(step).map(SketchRecipe::text)).toList();
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
    if (before.equals(after) || DICTIONARIES.contains(key) == false) {
      return before.equals(after);
    }
    Optional<IdfName> other = IdfName.find(after);
    return IdfName.find(before).filter(name -> other.filter(name::mayBe).isPresent()).isPresent();
  }
}

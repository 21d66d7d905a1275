// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.features.FeatureParameters;
import io.neardup.ingest.features.SketchedFields;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.opensearch.OpenSearchException;
import org.opensearch.common.Nullable;

/**
 * What a {@code simhash} or {@code minhash} step reads, and how it cuts that into features. One
 * sketch can confirm what another one finds if both are of the same; what features weigh, and the
 * function that hashes them, is the business of each alone.
 *
 * @param fields sorted, without boosts
 * @param analyzer null for features that are cut without one
 * @param size number of units in a feature
 */
record SketchedText(List<String> fields, @Nullable String analyzer, FeatureKind kind, int size) {

  /** Empty if the step's factory will refuse its configuration. */
  static Optional<SketchedText> of(Step step) {
    try {
      ConfigReader reader = new ConfigReader(step.type(), null, "", new HashMap<>(step.config()));
      FeatureOptions features = FeatureParameters.features(reader);
      return Optional.of(
          new SketchedText(
              SketchedFields.read(reader).fields().stream()
                  .map(field -> field.path().path())
                  .sorted()
                  .toList(),
              FeatureParameters.analyzer(reader, features.kind()),
              features.kind(),
              features.size()));
    } catch (OpenSearchException e) {
      return Optional.empty();
    }
  }

  /**
   * Why one sketch cannot confirm what the other one finds. A field that several steps write, each
   * under its own condition, is of the same text if any two of them are.
   *
   * @param found the steps that write the field that is searched
   * @param confirmed the steps that write the signatures
   * @return empty if it can, or if that is not known
   */
  static Optional<String> difference(List<Step> found, List<Step> confirmed) {
    List<Optional<SketchedText>> theirs = found.stream().map(SketchedText::of).toList();
    List<Optional<SketchedText>> its = confirmed.stream().map(SketchedText::of).toList();
    if (theirs.isEmpty()
        || its.isEmpty()
        || theirs.stream().anyMatch(text -> text.isEmpty() || its.contains(text))
        || its.contains(Optional.<SketchedText>empty())) {
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

  /** As in: features [shingle] of [3] by the analyzer [standard] from [title, content]. */
  @Override
  public String toString() {
    return "features ["
        + ConfigReader.name(kind)
        + "] of ["
        + size
        + "]"
        + (analyzer == null ? "" : " by the analyzer [" + analyzer + "]")
        + " from "
        + fields;
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.sequencer.keys.Likeness;
import io.neardup.sequencer.keys.Stage;
import io.neardup.target.Verify;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.core.rest.RestStatus;

/** The difference of two specs of one domain, in terms of the pipeline's parameters. */
public final class SpecDifference {
  private SpecDifference() {}

  /** The error for a document that cannot wait until those with the other spec are gone. */
  public static OpenSearchStatusException refusal(DomainSpec before, DomainSpec now) {
    return new OpenSearchStatusException(
        "two pipelines with different parameters share the near_dup domain [{}]: {}; documents of"
            + " the other pipeline are still in flight: retry in a moment, use the same parameters"
            + " in both pipelines, or give each its own [domain]",
        RestStatus.TOO_MANY_REQUESTS,
        now.key(),
        of(before, now));
  }

  /** Each parameter with both of its values. */
  public static String of(DomainSpec before, DomainSpec now) {
    Map<String, String> old = parameters(before);
    return parameters(now).entrySet().stream()
        .filter(parameter -> parameter.getValue().equals(old.get(parameter.getKey())) == false)
        .map(
            parameter ->
                "["
                    + parameter.getKey()
                    + "] was ["
                    + old.get(parameter.getKey())
                    + "] and is ["
                    + parameter.getValue()
                    + "]")
        .collect(Collectors.joining(", "));
  }

  private static Map<String, String> parameters(DomainSpec spec) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put(
        "stages",
        spec.stages().stream().map(SpecDifference::stage).collect(Collectors.joining(",")));
    parameters.put("indices", String.join(",", spec.indices()));
    parameters.put("scope", String.join(",", spec.scope()));
    parameters.put("scope.differs", String.join(",", spec.differs()));
    parameters.put("window.field", Objects.toString(spec.window().field(), "none"));
    parameters.put("window.format", spec.window().format());
    parameters.put("window.age", spec.window().age() < 0 ? "none" : spec.window().age() + "ms");
    parameters.put("window.both", Boolean.toString(spec.window().both()));
    parameters.put("target_field", spec.targetField());
    parameters.put(
        "keep",
        spec.keep().stream()
            .map(keep -> keep.field() + " " + (keep.descending() ? "desc" : "asc"))
            .collect(Collectors.joining(",")));
    parameters.put(
        "merge", spec.merge().stream().map(MergeRule::toString).collect(Collectors.joining(",")));
    parameters.put(PassageFields.NAME, spec.passages().toString());
    StageLoss loss = spec.loss();
    parameters.put(
        Verify.LOST,
        loss == null
            ? "none"
            : loss.allowed().most() + " of " + loss.fields() + (loss.html() ? " of HTML" : ""));
    return parameters;
  }

  private static String stage(Stage stage) {
    return MappingJson.json(config(stage));
  }

  /** What a pipeline says of a stage. */
  public static Map<String, Object> config(Stage stage) {
    Map<String, Object> config = new LinkedHashMap<>();
    switch (stage.kind()) {
      case EXACT -> config.put("exact", stage.field());
      case SIMHASH -> {
        config.put("simhash", stage.field());
        config.put("max_distance", stage.maxDistance());
        if (stage.likeness() != null) {
          Map<String, Object> verify = new LinkedHashMap<>();
          put(stage.likeness(), verify);
          config.put("verify", verify);
        }
      }
      case MINHASH -> {
        put(stage.likeness(), config);
        config.put("recall", stage.likeness().recall());
      }
      case PASSAGES -> {
        config.put("passages", List.of(stage.source()));
        config.put("coverage", stage.containment().coverage());
        config.put("min_passage", stage.containment().length().tokens());
        config.put("html", stage.containment().html());
      }
    }
    return config;
  }

  private static void put(Likeness likeness, Map<String, Object> config) {
    config.put("minhash", likeness.field());
    config.put("similarity", likeness.similarity());
    if (likeness.numbers() != NumbersRule.KEPT) {
      config.put("numbers", likeness.numbers().toString());
    }
  }
}

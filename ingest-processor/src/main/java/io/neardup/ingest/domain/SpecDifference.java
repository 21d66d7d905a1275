// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.sequencer.keys.Stage;
import io.neardup.target.Verify;
import java.util.LinkedHashMap;
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
  static String of(DomainSpec before, DomainSpec now) {
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
    parameters.put("window.field", Objects.toString(spec.windowField(), "none"));
    parameters.put("window.format", spec.windowFormat());
    parameters.put("window.age", spec.windowAge() < 0 ? "none" : spec.windowAge() + "ms");
    parameters.put("window.both", Boolean.toString(spec.windowBoth()));
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
        Verify.LOST, loss == null ? "none" : loss.allowed().most() + " of " + loss.fields());
    return parameters;
  }

  private static String stage(Stage stage) {
    return switch (stage.kind()) {
      case EXACT -> "{\"exact\":\"" + stage.field() + "\"}";
      case SIMHASH ->
          "{\"simhash\":\""
              + stage.field()
              + "\",\"max_distance\":"
              + stage.maxDistance()
              + (stage.likeness() == null ? "" : ",\"verify\":{" + likeness(stage) + "}")
              + "}";
      case PASSAGES ->
          "{\"passages\":[\""
              + stage.source()
              + "\"],\"coverage\":"
              + stage.containment().coverage()
              + ",\"min_passage\":"
              + stage.containment().length().tokens()
              + ",\"html\":"
              + stage.containment().html()
              + "}";
      case MINHASH -> "{" + likeness(stage) + ",\"recall\":" + stage.likeness().recall() + "}";
    };
  }

  private static String likeness(Stage stage) {
    return "\"minhash\":\""
        + stage.likeness().field()
        + "\",\"similarity\":"
        + stage.likeness().similarity()
        + (stage.likeness().numbers() == NumbersRule.KEPT
            ? ""
            : ",\"numbers\":\"" + stage.likeness().numbers() + '"');
  }
}

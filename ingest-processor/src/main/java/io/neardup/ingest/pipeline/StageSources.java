// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.ingest.minhash.MinHashProcessor;
import io.neardup.ingest.simhash.SimHashProcessor;
import io.neardup.sequencer.keys.Stage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.opensearch.OpenSearchException;

/**
 * Checks that the {@code near_dup} processors of a pipeline get what they compare: each fingerprint
 * and signature must be written earlier, by a {@code simhash} or {@code minhash} in the pipeline or
 * in one that it calls, or be declared as {@code precomputed}; and signatures that confirm what a
 * fingerprint finds must have the same features. Only reads configurations.
 */
record StageSources(PipelineConfigs configs) {

  /** The earlier processors that write a field, by its name. */
  private record Written(Map<String, List<Step>> fingerprints, Map<String, List<Step>> signatures) {
    void add(Step step) {
      if (SimHashProcessor.TYPE.equals(step.type())) {
        add(step, fingerprints);
      } else if (MinHashProcessor.TYPE.equals(step.type())) {
        add(step, signatures);
      }
    }

    private static void add(Step step, Map<String, List<Step>> all) {
      all.computeIfAbsent(step.targetField(), field -> new ArrayList<>()).add(step);
    }
  }

  /** The first error of a pipeline; empty if there is none, or if core will find one. */
  Optional<OpenSearchException> fault(String pipeline) {
    Written written = new Written(new TreeMap<>(), new TreeMap<>());
    Set<String> visited = new HashSet<>();
    Set<String> looped = new HashSet<>();
    for (Step step : configs.steps(pipeline)) {
      Optional<OpenSearchException> fault = fault(step, written, looped);
      if (fault.isPresent()) {
        return fault;
      }
      written.add(step);
      configs.reachable(step.calls(), visited).forEach(written::add);
    }
    return Optional.empty();
  }

  private Optional<OpenSearchException> fault(Step step, Written written, Set<String> looped) {
    if (Step.withInner(step.loop()).stream().anyMatch(inner -> decides(inner, looped))) {
      return error(
          step,
          "processor",
          "must not run near_dup, which decides about whole documents, got a loop over ["
              + step.config().get("field")
              + "]; move near_dup after the foreach");
    }
    return isNearDup(step) ? missing(step, written) : Optional.empty();
  }

  private boolean decides(Step step, Set<String> visited) {
    return isNearDup(step)
        || configs.reachable(step.calls(), visited).stream().anyMatch(StageSources::isNearDup);
  }

  static boolean isNearDup(Step step) {
    return NearDupOptions.TYPE.equals(step.type());
  }

  private static Optional<OpenSearchException> missing(Step step, Written written) {
    boolean alone = step.config().containsKey("field");
    NearDupOptions options = step.nearDup().orElse(null);
    if (options == null) {
      return Optional.empty();
    }
    for (int i = 0; i < options.stages().size(); i++) {
      Stage stage = options.stages().get(i);
      if (options.precomputed().contains(i)) {
        continue;
      }
      String key = "stages[" + i + "].";
      if (stage.kind() == Stage.Kind.SIMHASH
          && written.fingerprints.containsKey(stage.field()) == false) {
        return missing(
            step,
            alone ? "field" : key + "simhash",
            stage.field(),
            SimHashProcessor.TYPE,
            written.fingerprints.keySet());
      }
      if (stage.likeness() != null
          && written.signatures.containsKey(stage.likeness().field()) == false) {
        return missing(
            step,
            key + (stage.kind() == Stage.Kind.SIMHASH ? "verify.minhash" : "minhash"),
            stage.likeness().field(),
            MinHashProcessor.TYPE,
            written.signatures.keySet());
      }
      if (stage.kind() == Stage.Kind.SIMHASH && stage.likeness() != null) {
        Optional<String> difference =
            SketchRecipe.otherText(
                written.fingerprints.get(stage.field()),
                written.signatures.get(stage.likeness().field()));
        if (difference.isPresent()) {
          return error(step, key + "verify", difference.get());
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<OpenSearchException> missing(
      Step step, String key, String field, String type, Set<String> written) {
    return error(
        step,
        key,
        "names ["
            + field
            + "], which no earlier "
            + type
            + " processor writes, got "
            + written
            + "; add a "
            + type
            + " processor with this [target_field] before near_dup, or set [precomputed] to true if"
            + " documents bring their own fingerprint");
  }

  private static Optional<OpenSearchException> error(Step step, String key, String reason) {
    return Optional.of(step.error(key, reason));
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.ingest.pipeline.PipelineConfigs.Step;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.opensearch.OpenSearchException;
import org.opensearch.OpenSearchParseException;
import org.opensearch.common.Nullable;
import org.opensearch.common.regex.Regex;
import org.opensearch.ingest.ConfigurationUtils;

/**
 * Checks whether a pipeline changes the identity of a document after {@code near_dup} has decided
 * about it: a written document is found by the index, {@code _id} and {@code _routing} of its
 * claim. Walks a pipeline in order, including those that it calls. Cannot analyze scripts and
 * templated names.
 */
final class LaterChanges {
  /** The fields that identify a written document. */
  static final List<String> METADATA = List.of("_id", "_routing", "_index");

  private static final List<String> NAMES = METADATA.subList(0, 2);
  private static final String INDEX = "_index";

  private final PipelineConfigs configs;
  private final Set<Visit> visited = new HashSet<>();
  @Nullable private NearDupOptions decided;

  /**
   * The circumstances in which a processor runs.
   *
   * @param pipeline that contains it
   * @param some whether it runs for some documents only
   * @param leaving whether the document goes to another index at the same time, as a dead letter
   */
  private record Place(String pipeline, boolean some, boolean leaving) {}

  /** A visited pipeline, which need not be walked again in the same circumstances. */
  private record Visit(Place place, @Nullable NearDupOptions decided) {}

  private LaterChanges(PipelineConfigs configs, @Nullable NearDupOptions decided) {
    this.configs = configs;
    this.decided = decided;
  }

  /** The first error of a pipeline; empty if there is none, or if core will find one. */
  static Optional<OpenSearchException> fault(PipelineConfigs configs, String pipeline) {
    return fault(configs, pipeline, null);
  }

  /**
   * The same.
   *
   * @param decided options of a near_dup that ran before the pipeline; null if there was none
   */
  static Optional<OpenSearchException> fault(
      PipelineConfigs configs, String pipeline, @Nullable NearDupOptions decided) {
    try {
      return new LaterChanges(configs, decided).pipeline(new Place(pipeline, false, false));
    } catch (OpenSearchParseException e) {
      return Optional.empty();
    }
  }

  private Optional<OpenSearchException> pipeline(Place place) {
    if (configs.exists(place.pipeline) == false
        || visited.add(new Visit(place, decided)) == false) {
      return Optional.empty();
    }
    Map<String, Object> config = configs.config(place.pipeline);
    Optional<OpenSearchException> fault =
        all(PipelineConfigs.entries(config.get(PipelineConfigs.PROCESSORS)), place);
    return fault.isEmpty() ? handler(config, place) : fault;
  }

  /** Checks what runs when a pipeline or a processor fails. */
  private Optional<OpenSearchException> handler(Map<String, Object> config, Place place) {
    List<Step> steps = PipelineConfigs.entries(config.get(PipelineConfigs.ON_FAILURE));
    boolean leaving = place.leaving || steps.stream().anyMatch(this::leaves);
    return all(steps, new Place(place.pipeline, true, leaving));
  }

  private Optional<OpenSearchException> all(List<Step> steps, Place place) {
    for (Step step : steps) {
      boolean some = place.some || step.config().containsKey("if");
      Optional<OpenSearchException> fault =
          one(step, new Place(place.pipeline, some, place.leaving));
      if (fault.isPresent()) {
        return fault;
      }
    }
    return Optional.empty();
  }

  private Optional<OpenSearchException> one(Step step, Place place) {
    if (NearDupOptions.TYPE.equals(step.type())) {
      // If near_dup itself fails, nothing was decided.
      decide(step);
      return Optional.empty();
    }
    Optional<OpenSearchException> fault = decided == null ? Optional.empty() : change(step, place);
    if (fault.isEmpty()) {
      fault = all(step.loop(), new Place(place.pipeline, true, place.leaving));
    }
    if (fault.isEmpty()) {
      fault = pipeline(new Place(step.calls(), place.some, place.leaving));
    }
    return fault.isEmpty() ? handler(step.config(), place) : fault;
  }

  private void decide(Step step) {
    try {
      decided = NearDupOptions.read(step.type(), null, new HashMap<>(step.config()));
    } catch (OpenSearchException e) {
      // The factory will reject it.
    }
  }

  private Optional<OpenSearchException> change(Step step, Place place) {
    for (String field : NAMES) {
      String key = step.changes(field);
      if (key != null && place.leaving == false) {
        return error(
            step,
            key,
            place,
            "must not change ["
                + field
                + "] after near_dup, which identifies the document by it; move the processor before"
                + " near_dup");
      }
    }
    String key = step.changes(INDEX);
    if (key == null) {
      return Optional.empty();
    }
    if (stays(step)) {
      return error(
          step,
          key,
          place,
          "must not send documents to ["
              + target(step)
              + "] after near_dup, which compares documents with those in "
              + decided.indices()
              + "; move the processor before near_dup, or use an index that is not in [indices]");
    }
    return place.some
        ? Optional.empty()
        : error(
            step,
            key,
            place,
            "must not change [_index] after near_dup, which searches the index that is written to;"
                + " move the processor before near_dup, or give it an [if] to send only some"
                + " documents elsewhere");
  }

  /** Whether every document that gets here goes to an index that near_dup does not search. */
  private boolean leaves(Step step) {
    return step.changes(INDEX) != null
        && step.config().containsKey("if") == false
        && (decided == null || stays(step) == false);
  }

  /** Whether near_dup searches the new index. */
  private boolean stays(Step step) {
    return Regex.simpleMatch(decided.indices().toArray(String[]::new), target(step));
  }

  /** The new index, or the prefix of its name. */
  private static String target(Step step) {
    return step.string("value") + step.string("index_name_prefix");
  }

  private static Optional<OpenSearchException> error(
      Step step, String key, Place place, String reason) {
    return Optional.of(
        ConfigurationUtils.newConfigurationException(
            step.type(),
            Objects.toString(step.config().get("tag"), null),
            key,
            reason
                + ", got a ["
                + step.type()
                + "] processor in pipeline ["
                + place.pipeline
                + "]"));
  }
}

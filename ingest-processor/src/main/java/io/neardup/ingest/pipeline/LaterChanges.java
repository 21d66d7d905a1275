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
 * Whether a pipeline lets a document become another one after {@code near_dup} has decided about
 * it: what is written is found again by the index, {@code _id} and {@code _routing} that the claim
 * names. Walks a pipeline in its order, and those that it calls. Scripts, and names that are
 * templates, cannot be read.
 */
final class LaterChanges {
  /** What a document is found by, once it is written. */
  static final List<String> METADATA = List.of("_id", "_routing", "_index");

  private static final List<String> NAMES = METADATA.subList(0, 2);
  private static final String INDEX = "_index";

  private final PipelineConfigs configs;
  private final Set<Visit> visited = new HashSet<>();
  @Nullable private NearDupOptions decided;

  /**
   * Under which circumstances a processor runs.
   *
   * @param pipeline that it stands in
   * @param some whether it runs for some documents only
   * @param leaving whether the document goes to another index at the same time, as a dead letter
   */
  private record Place(String pipeline, boolean some, boolean leaving) {}

  /** A pipeline need not be walked twice in the same circumstances. */
  private record Visit(Place place, @Nullable NearDupOptions decided) {}

  private LaterChanges(PipelineConfigs configs, @Nullable NearDupOptions decided) {
    this.configs = configs;
    this.decided = decided;
  }

  /** The first fault of a pipeline; empty when there is none, or when core will find one. */
  static Optional<OpenSearchException> fault(PipelineConfigs configs, String pipeline) {
    return fault(configs, pipeline, null);
  }

  /**
   * The same.
   *
   * @param decided of a near_dup that ran before the pipeline; null when there was none
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

  /** What runs when a pipeline or a processor fails. */
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
      // If it fails itself, nothing was decided.
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
      // The factory will say so.
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
            "must not be ["
                + field
                + "] behind near_dup, whose claim names the document by it; put it before"
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
              + "] behind near_dup, which compares them with those in "
              + decided.indices()
              + "; put it before near_dup, or name an index that is not among [indices]");
    }
    return place.some
        ? Optional.empty()
        : error(
            step,
            key,
            place,
            "must not be [_index] behind near_dup, which looks where the document is written to;"
                + " put it before near_dup, or give it an [if] when some documents are to leave");
  }

  /** Whether each document that gets here goes where it is compared with nothing. */
  private boolean leaves(Step step) {
    return step.changes(INDEX) != null
        && step.config().containsKey("if") == false
        && (decided == null || stays(step) == false);
  }

  /** Whether the new index is one that near_dup looks into. */
  private boolean stays(Step step) {
    return Regex.simpleMatch(decided.indices().toArray(String[]::new), target(step));
  }

  /** The new index, or how its name begins. */
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

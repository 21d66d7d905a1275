// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import io.neardup.ingest.domain.NearDupOptions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.OpenSearchException;
import org.opensearch.common.Nullable;
import org.opensearch.common.regex.Regex;

/**
 * Checks whether a pipeline changes the identity of a document after {@code near_dup} has decided
 * about it, or what it was compared by, or its decision: a written document is found by the index,
 * {@code _id} and {@code _routing} of its claim, and compared by what it has then. Walks a pipeline
 * in order, including those that it calls. Cannot analyze scripts and templated names.
 */
final class LaterChanges {
  private static final List<String> NAMES = List.of("_id", "_routing");
  private static final String INDEX = "_index";

  private final PipelineConfigs configs;
  private final Set<Visit> visited = new HashSet<>();

  /** What is left to do, the next first: a stack of its own, since calls may be deeply nested. */
  private final Deque<Runnable> rest = new ArrayDeque<>();

  /** What documents were compared by so far, and their decisions. */
  private Set<String> guarded = Set.of();

  @Nullable private NearDupOptions decided;
  @Nullable private OpenSearchException fault;

  /**
   * The circumstances in which a processor runs.
   *
   * @param pipeline that contains it
   * @param some whether it runs for some documents only
   * @param leaving whether the document goes to another index at the same time, as a dead letter
   */
  private record Place(String pipeline, boolean some, boolean leaving) {}

  /** A visited pipeline, which need not be walked again in the same circumstances. */
  private record Visit(Place place, @Nullable NearDupOptions decided, Set<String> guarded) {}

  private LaterChanges(PipelineConfigs configs, @Nullable NearDupOptions decided) {
    this.configs = configs;
    if (decided != null) {
      guard(decided);
    }
  }

  private void guard(NearDupOptions options) {
    Set<String> all = new TreeSet<>(guarded);
    all.addAll(options.guarded());
    guarded = all;
    decided = options;
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
    LaterChanges walk = new LaterChanges(configs, decided);
    walk.pipeline(new Place(pipeline, false, false));
    while (walk.fault == null && walk.rest.isEmpty() == false) {
      walk.rest.pop().run();
    }
    return Optional.ofNullable(walk.fault);
  }

  /** Has these run before everything else that is left, in this order. */
  private void next(List<Runnable> parts) {
    parts.reversed().forEach(rest::push);
  }

  private void pipeline(Place place) {
    if (configs.exists(place.pipeline) && visited.add(new Visit(place, decided, guarded))) {
      next(
          List.of(
              () -> all(configs.entries(place.pipeline, PipelineConfigs.PROCESSORS), place),
              () -> handler(configs.entries(place.pipeline, PipelineConfigs.ON_FAILURE), place)));
    }
  }

  /** Checks what runs when a pipeline or a processor fails. */
  private void handler(List<Step> steps, Place place) {
    boolean leaving = place.leaving || steps.stream().anyMatch(this::leaves);
    all(steps, new Place(place.pipeline, true, leaving));
  }

  private void all(List<Step> steps, Place place) {
    next(steps.stream().map(step -> (Runnable) () -> one(step, place)).toList());
  }

  private void one(Step step, Place around) {
    if (NearDupOptions.TYPE.equals(step.type())) {
      // If near_dup itself fails, nothing was decided.
      step.nearDup().ifPresent(this::guard);
      return;
    }
    boolean some = around.some || step.config().containsKey("if");
    Place place = new Place(around.pipeline, some, around.leaving);
    fault = decided == null ? null : change(step, place);
    next(
        List.of(
            () -> all(step.loop(), new Place(place.pipeline, true, place.leaving)),
            () -> pipeline(new Place(step.calls(), place.some, place.leaving)),
            () -> handler(step.handler(), place)));
  }

  @Nullable private OpenSearchException change(Step step, Place place) {
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
    for (String field : guarded) {
      String left = step.leavesOut(field);
      String key = left == null ? step.changes(name -> NearDupOptions.overlap(name, field)) : left;
      if (key != null && place.leaving == false) {
        return error(
            step,
            key,
            place,
            "must not change ["
                + field
                + "] after near_dup, which reads it back to compare other documents; move the"
                + " processor before near_dup, or copy the field and change the copy");
      }
    }
    String key = step.changes(INDEX);
    if (key == null) {
      return null;
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
        ? null
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

  private static OpenSearchException error(Step step, String key, Place place, String reason) {
    return step.error(
        key,
        reason + ", got a [" + step.type() + "] processor in pipeline [" + place.pipeline + "]");
  }
}

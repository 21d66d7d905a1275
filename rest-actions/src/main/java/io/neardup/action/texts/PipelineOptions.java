// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.texts;

import io.neardup.ingest.pipeline.PipelineConfigs;
import io.neardup.ingest.pipeline.Step;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.opensearch.cluster.ClusterState;

/** The options of the processors of one type that a pipeline leads to. */
final class PipelineOptions {
  private PipelineOptions() {}

  /**
   * The options that all these processors have, or those that write the field.
   *
   * @param type of the processors
   * @param read takes the options out of a processor's configuration, which it may change
   * @throws IllegalArgumentException (HTTP 400) if there are none, or different ones
   */
  static <T> T find(
      ClusterState state,
      TextsOfRequest request,
      String type,
      Function<Map<String, Object>, T> read) {
    PipelineConfigs pipelines = new PipelineConfigs(state);
    if (pipelines.exists(request.pipeline()) == false) {
      throw new IllegalArgumentException(
          "[pipeline] with name ["
              + request.pipeline()
              + "] does not exist; see GET"
              + " _ingest/pipeline");
    }
    Set<T> found = new HashSet<>();
    Set<String> fields = new TreeSet<>();
    for (Step step : pipelines.steps(request.pipeline(), type)) {
      if (request.field() == null || request.field().equals(step.targetField())) {
        found.add(read.apply(new HashMap<>(step.config())));
        fields.add(step.targetField());
      }
    }
    if (found.size() != 1) {
      throw notOne(request, type, found.size(), fields);
    }
    return found.iterator().next();
  }

  private static IllegalArgumentException notOne(
      TextsOfRequest request, String type, int found, Set<String> fields) {
    return new IllegalArgumentException(
        "[pipeline] must contain "
            + type
            + " processors with exactly one set of options, but ["
            + request.pipeline()
            + "] contains ["
            + found
            + "]"
            + (request.field() == null ? "" : " that write [" + request.field() + "]")
            + (found == 0
                ? "; name another, or send the options themselves"
                : "; choose by [field], one of " + fields + ", or send the options themselves"));
  }
}

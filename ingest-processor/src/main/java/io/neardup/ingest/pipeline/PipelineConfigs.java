// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import io.neardup.analyzer.NearDupAnalyzerProvider;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.ingest.features.FeatureParameters;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.opensearch.OpenSearchParseException;
import org.opensearch.cluster.ClusterState;
import org.opensearch.core.xcontent.XContentParseException;
import org.opensearch.ingest.IngestMetadata;
import org.opensearch.ingest.PipelineConfiguration;

/**
 * The raw ingest pipelines of a cluster state, and where in them a {@code simhash} processor writes
 * a field. Only reads configurations.
 */
public final class PipelineConfigs {
  /** The processor that calls another pipeline. */
  public static final String PIPELINE = "pipeline";

  /** The key of a pipeline's processors. */
  public static final String PROCESSORS = "processors";

  /** The key of the failure handlers of a pipeline or a processor. */
  public static final String ON_FAILURE = "on_failure";

  /** The most pipelines in a row of calls. */
  static final int MAX_DEPTH = 100;

  private final Map<String, PipelineConfiguration> pipelines;

  /** What was read so far, because the server parses a configuration whenever it is asked for. */
  private final Map<String, Read> read;

  /** The pipelines of this state. */
  public PipelineConfigs(ClusterState state) {
    this(pipelines(state), new ConcurrentHashMap<>());
  }

  private PipelineConfigs(Map<String, PipelineConfiguration> pipelines, Map<String, Read> read) {
    this.pipelines = pipelines;
    this.read = read;
  }

  private static Map<String, PipelineConfiguration> pipelines(ClusterState state) {
    IngestMetadata metadata = state.metadata().custom(IngestMetadata.TYPE);
    return metadata == null ? Map.of() : metadata.getPipelines();
  }

  /** The pipelines with this one stored. */
  public PipelineConfigs with(PipelineConfiguration stored) {
    Map<String, PipelineConfiguration> all = new HashMap<>(pipelines);
    all.put(stored.getId(), stored);
    Map<String, Read> others = new ConcurrentHashMap<>(read);
    others.remove(stored.getId());
    return new PipelineConfigs(all, others);
  }

  /** The names of all pipelines. */
  public Set<String> names() {
    return Collections.unmodifiableSet(pipelines.keySet());
  }

  /** A parsed pipeline, and all steps written in it. */
  private record Read(Map<String, Object> config, List<Step> steps) {
    Read(Map<String, Object> config) {
      this(Collections.unmodifiableMap(config), Step.in(config));
    }
  }

  /** Whether a pipeline of this name exists. */
  public boolean exists(String id) {
    return pipelines.containsKey(id);
  }

  /** A copy of the configuration, which the caller may change. */
  public Map<String, Object> config(String id) {
    return pipelines.get(id).getConfigAsMap();
  }

  /** Empty if there is no such pipeline, or if it is no JSON, which the server rejects itself. */
  private Read read(String id) {
    return read.computeIfAbsent(
        id,
        unread -> {
          try {
            return new Read(exists(unread) ? config(unread) : Map.of());
          } catch (OpenSearchParseException | XContentParseException e) {
            return new Read(Map.of());
          }
        });
  }

  /** The direct entries of a pipeline's processors, or of its failure handler. */
  List<Step> entries(String id, String key) {
    return Step.entries(read(id).config.get(key));
  }

  /**
   * All steps written in a pipeline, including loop bodies and failure handlers but not called
   * pipelines; none if it does not exist.
   */
  public List<Step> steps(String id) {
    return read(id).steps;
  }

  /** Whether the pipeline, or one that it calls, writes the field by such a processor. */
  public boolean writes(String id, String field) {
    return reachable(id).stream().anyMatch(step -> step.writes(field));
  }

  /** The last step of these pipelines, and those that they call, that writes the field. */
  public Optional<Step> lastWriter(List<String> ids, String field) {
    return writers(ids, field).reduce((first, second) -> second);
  }

  /** Of which fields these pipelines make one, each list once. */
  public List<List<String>> texts(List<String> ids, String field) {
    return writers(ids, field).map(Step::texts).distinct().toList();
  }

  /** Whether one of these pipelines leaves out the tags of HTML where it makes a field. */
  public boolean leavesOutTags(List<String> ids, String field) {
    return writers(ids, field)
        .anyMatch(
            step ->
                NearDupAnalyzerProvider.HTML_NAME.equals(step.string(FeatureParameters.ANALYZER)));
  }

  private Stream<Step> writers(List<String> ids, String field) {
    return ids.stream().flatMap(id -> reachable(id).stream()).filter(step -> step.writes(field));
  }

  /**
   * Why the signatures that these pipelines write into one field cannot confirm what is found in
   * another; empty if they can, or if the pipelines do not show it.
   */
  public Optional<String> otherFeatures(List<String> ids, String searched, String signatures) {
    return SketchRecipe.otherText(
        writers(ids, searched).toList(), writers(ids, signatures).toList());
  }

  /** Whether the pipeline, or one that it calls by its name, has a processor of this type. */
  public boolean leadsToType(String id, String type) {
    return steps(id, type).isEmpty() == false;
  }

  /**
   * The options of all near_dup that a pipeline leads to, in the order in which they are written.
   */
  public List<NearDupOptions> nearDups(String id) {
    return reachable(id).stream().flatMap(step -> step.nearDup().stream()).toList();
  }

  /** All processors of a type that a pipeline leads to, in the order in which they are written. */
  public List<Step> steps(String id, String type) {
    return reachable(id).stream().filter(step -> type.equals(step.type())).toList();
  }

  /**
   * The pipelines that have a matching step, or that call one that has, in a row of any length.
   * Reads each pipeline once.
   */
  public Set<String> leadingTo(Predicate<Step> wanted) {
    Map<String, List<String>> callers = new HashMap<>();
    Deque<String> found = new ArrayDeque<>();
    for (String id : names()) {
      for (Step step : steps(id)) {
        callers.computeIfAbsent(step.calls(), called -> new ArrayList<>()).add(id);
        if (wanted.test(step)) {
          found.push(id);
        }
      }
    }
    Set<String> leading = new HashSet<>();
    while (found.isEmpty() == false) {
      String id = found.pop();
      if (leading.add(id)) {
        callers.getOrDefault(id, List.of()).forEach(found::push);
      }
    }
    return leading;
  }

  /** All steps of a pipeline and those that it calls; none if it does not exist. */
  public List<Step> reachable(String id) {
    return reachable(id, new HashSet<>());
  }

  /** The same, without the pipelines that were visited before. */
  public List<Step> reachable(String id, Set<String> visited) {
    List<Step> steps = new ArrayList<>();
    walk(id, visited, steps);
    return steps;
  }

  /** Adds the steps of a pipeline, each followed by those that it calls, and each pipeline once. */
  private void walk(String id, Set<String> visited, List<Step> steps) {
    Deque<Iterator<Step>> row = new ArrayDeque<>();
    enter(id, visited, row);
    while (row.isEmpty() == false) {
      if (row.peek().hasNext()) {
        Step step = row.peek().next();
        steps.add(step);
        enter(step.calls(), visited, row);
      } else {
        row.pop();
      }
    }
  }

  private void enter(String id, Set<String> visited, Deque<Iterator<Step>> row) {
    if (exists(id) && visited.add(id)) {
      row.push(steps(id).iterator());
    }
  }

  /** Why a pipeline leads to too many others for checks and searches; empty if it does not. */
  public Optional<String> tooDeep(String id) {
    int depth = depth(id);
    return depth <= MAX_DEPTH
        ? Optional.empty()
        : Optional.of(
            "pipeline ["
                + id
                + "] begins a row of ["
                + depth
                + "] pipelines that call each other, but at most ["
                + MAX_DEPTH
                + "] in a row are followed to what simhash, minhash and near_dup do in them; put the"
                + " processors of several into one");
  }

  /**
   * The number of pipelines in the longest row of calls that begins with this one. All those in a
   * circle of calls, or behind one, count.
   */
  int depth(String id) {
    Map<String, Integer> calls = new HashMap<>();
    reachable(id).forEach(step -> calls.merge(step.calls(), 1, Integer::sum));
    calls.keySet().removeIf(called -> exists(called) == false);
    List<String> ready = calls.containsKey(id) ? List.of() : List.of(id);
    int depth = 0;
    for (; ready.isEmpty() == false; depth++) {
      ready =
          ready.stream()
              .flatMap(caller -> steps(caller).stream())
              .map(Step::calls)
              .filter(called -> calls.computeIfPresent(called, (key, left) -> left - 1) != null)
              .filter(called -> calls.remove(called, 0))
              .toList();
    }
    return depth + calls.size();
  }
}

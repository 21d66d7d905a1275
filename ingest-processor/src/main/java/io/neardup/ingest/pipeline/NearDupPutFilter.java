// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import io.neardup.ingest.domain.DomainNames;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.ingest.minhash.MinHashProcessor;
import io.neardup.ingest.simhash.SimHashProcessor;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.OpenSearchException;
import org.opensearch.OpenSearchParseException;
import org.opensearch.action.ingest.PutPipelineRequest;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.logging.HeaderWarning;
import org.opensearch.core.action.ActionListener;
import org.opensearch.ingest.PipelineConfiguration;
import org.opensearch.threadpool.ThreadPool;

/**
 * Rejects pipelines whose {@code near_dup} would compare a field that nothing writes, decide about
 * documents that change their identity later, or share a domain with a pipeline that searches other
 * indexes; a processor itself sees only its own configuration. Warns, in the header {@code Warning}
 * of the response, that a pipeline was stored which makes fingerprints in another way than those
 * that indexes have already.
 */
public final class NearDupPutFilter extends PipelinePutFilter {
  private final ThreadPool threadPool;

  /** Called once per node. */
  public NearDupPutFilter(ClusterService clusterService, ThreadPool threadPool) {
    super(clusterService, threadPool);
    this.threadPool = threadPool;
  }

  @Override
  protected void check(PutPipelineRequest put, ClusterState state, ActionListener<Void> listener) {
    // Date math is not resolved: names that are equal only today are not equal.
    DomainNames names = new DomainNames(state.metadata().getIndicesLookup(), name -> name);
    fault(put, new PipelineConfigs(state), names)
        .ifPresentOrElse(listener::onFailure, () -> listener.onResponse(null));
  }

  /** What is not stored needs no warning, so it comes with the response. */
  @Override
  protected <O> ActionListener<O> answering(
      PutPipelineRequest put, ClusterState state, ActionListener<O> listener) {
    PipelineConfigs before = new PipelineConfigs(state);
    return new RecipeChanges(before, after(put, before), state.metadata())
        .warning(put.getId())
        .map(HeaderWarning::formatWarning)
        .map(
            warning ->
                ActionListener.<O, O>map(
                    listener,
                    stored -> {
                      threadPool.getThreadContext().addResponseHeader("Warning", warning);
                      return stored;
                    }))
        .orElse(listener);
  }

  private static PipelineConfigs after(PutPipelineRequest put, PipelineConfigs before) {
    return before.with(new PipelineConfiguration(put.getId(), put.getSource(), put.getMediaType()));
  }

  private static Optional<OpenSearchException> fault(
      PutPipelineRequest put, PipelineConfigs before, DomainNames names) {
    PipelineConfigs after = after(put, before);
    return fault(put.getId(), after, names)
        .or(() -> new SharedDomains(after, names).fault(put.getId()))
        .or(() -> ofCallers(put.getId(), before, after, names));
  }

  private static Optional<OpenSearchException> fault(
      String pipeline, PipelineConfigs configs, DomainNames names) {
    if (configs.leadsToType(pipeline, NearDupOptions.TYPE) == false) {
      return Optional.empty();
    }
    return configs
        .tooDeep(pipeline)
        .<OpenSearchException>map(reason -> new OpenSearchParseException("[processors] " + reason))
        .or(() -> new StageSources(configs).fault(pipeline))
        .or(() -> LaterChanges.fault(configs, pipeline))
        .or(() -> overwritten(configs.steps(pipeline, NearDupOptions.TYPE)))
        .or(() -> new SharedDomains(configs, names).within(pipeline))
        .or(() -> discarding(configs.steps(pipeline, NearDupOptions.TYPE)));
  }

  /**
   * A later decision would overwrite an earlier one, or what that was made by, unless each is for
   * other documents.
   */
  private static Optional<OpenSearchException> overwritten(List<Step> steps) {
    for (int i = 1; i < steps.size(); i++) {
      Step step = steps.get(i);
      String target = step.nearDup().map(NearDupOptions::targetField).orElse("");
      Optional<String> lost =
          steps.subList(0, i).stream()
              .filter(before -> (isConditional(before) && isConditional(step)) == false)
              .flatMap(before -> before.nearDup().stream())
              .flatMap(o -> o.guarded().stream())
              .filter(field -> NearDupOptions.overlap(field, target))
              .findFirst();
      if (lost.isPresent()) {
        return Optional.of(
            step.error(
                "target_field",
                "must not overlap with ["
                    + lost.get()
                    + "], which a near_dup before it compares or writes, got ["
                    + target
                    + "]; set it to another field, or give both an [if]"));
      }
    }
    return Optional.empty();
  }

  /** What one has dropped a document for, another might delete, unless each is for others. */
  private static Optional<OpenSearchException> discarding(List<Step> steps) {
    List<Step> found =
        steps.stream()
            .filter(step -> step.nearDup().filter(one -> one.onDuplicate().discards()).isPresent())
            .toList();
    return found.size() < 2 || found.stream().allMatch(NearDupPutFilter::isConditional)
        ? Optional.empty()
        : Optional.of(
            found
                .get(1)
                .error(
                    "on_duplicate",
                    "must not be [drop] or [replace] in two near_dup of one pipeline, since one may"
                        + " delete what the other has dropped a document for, got ["
                        + found.get(1).config().get("on_duplicate")
                        + "]; put the stages of both into one near_dup, or give both an [if]"));
  }

  private static boolean isConditional(Step step) {
    return step.config().containsKey("if");
  }

  /** Checks the callers, which may rely on what this pipeline used to write, or not to do. */
  private static Optional<OpenSearchException> ofCallers(
      String id, PipelineConfigs before, PipelineConfigs after, DomainNames names) {
    if (concerns(id, before) == false && concerns(id, after) == false) {
      return Optional.empty();
    }
    Set<String> callers = new TreeSet<>(after.leadingTo(step -> id.equals(step.calls())));
    callers.retainAll(after.leadingTo(StageSources::isNearDup));
    for (String caller : callers) {
      Optional<OpenSearchException> fault = fault(caller, after, names);
      if (fault.isPresent() && fault(caller, before, names).isEmpty()) {
        return Optional.of(
            new OpenSearchParseException(
                "[processors] pipeline [{}] calls [{}] and would break: {}",
                caller,
                id,
                fault.get().getMessage()));
      }
    }
    return Optional.empty();
  }

  /** Whether this pipeline matters to callers with near_dup. */
  private static boolean concerns(String id, PipelineConfigs configs) {
    return configs.reachable(id).stream()
        .anyMatch(
            step ->
                SimHashProcessor.TYPE.equals(step.type())
                    || MinHashProcessor.TYPE.equals(step.type())
                    || StageSources.isNearDup(step)
                    || step.leavesOut("") != null
                    || step.type().equals("remove_by_pattern")
                    || step.changes(name -> name.isEmpty() == false) != null);
  }
}

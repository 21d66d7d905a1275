// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.ingest.features.SketchProcessor;
import io.neardup.ingest.minhash.MinHashProcessor;
import io.neardup.ingest.pipeline.PipelineConfigs;
import io.neardup.ingest.pipeline.Step;
import io.neardup.ingest.simhash.SimHashProcessor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.common.Nullable;
import org.opensearch.ingest.ConfigurationUtils;
import org.opensearch.ingest.IngestService;
import org.opensearch.ingest.Pipeline;
import org.opensearch.ingest.Processor;

/**
 * The part of an index's pipelines that fingerprints depend on: everything up to the last {@code
 * simhash} or {@code minhash} that writes one of the fields, and nothing behind it. Compiled from
 * the configurations with the node's own processors, so that conditions, loops and failure handlers
 * mean what they mean at ingest. For one request, on one thread.
 */
final class FingerprintPipeline {
  /** What a pipeline reads from the configuration of every processor. */
  private static final List<String> OF_ANY_PROCESSOR =
      List.of("if", "tag", "description", "ignore_failure", "on_failure");

  /** The parameters of a call that runs whenever it is reached, and handles no failure. */
  private static final Set<String> OF_A_PLAIN_CALL = Set.of("name", "tag", "description");

  private final PipelineConfigs configs;
  private final DocProcessors allowed;
  private final IngestService ingestService;
  private final List<String> fields;

  /** The pipelines that lead to a processor that writes one of the fields. */
  private final Set<String> writing;

  private final Map<String, Processor.Factory> factories;
  private final Map<String, Pipeline> whole = new HashMap<>();

  FingerprintPipeline(
      PipelineConfigs configs,
      DocProcessors allowed,
      IngestService ingestService,
      List<String> fields) {
    this.configs = configs;
    this.allowed = allowed;
    this.ingestService = ingestService;
    this.fields = fields;
    this.writing = configs.leadingTo(this::writes);
    this.factories = new HashMap<>(ingestService.getProcessorFactories());
    // Nothing is indexed, so no document is counted.
    factories.computeIfPresent(
        SimHashProcessor.TYPE,
        (type, factory) ->
            new SimHashProcessor.Factory(((SimHashProcessor.Factory) factory).node().uncounted()));
    factories.computeIfPresent(
        MinHashProcessor.TYPE,
        (type, factory) ->
            new MinHashProcessor.Factory(((MinHashProcessor.Factory) factory).node().uncounted()));
    factories.put(NearDupOptions.TYPE, this::signer);
    factories.put(PipelineConfigs.PIPELINE, this::call);
  }

  private boolean writes(Step step) {
    return fields.stream().anyMatch(step::writes);
  }

  private boolean leads(List<Step> entries) {
    return Step.withInner(entries).stream()
        .anyMatch(step -> writes(step) || writing.contains(step.calls()));
  }

  /**
   * Compiles the part of these pipelines that must run for the fields.
   *
   * @param ids existing pipelines in the order of execution
   * @return the pipelines to run, one after the other; empty if none writes a field
   * @throws IllegalArgumentException if a processor that would run is not allowed
   */
  List<Pipeline> compile(List<String> ids) throws Exception {
    int last = ids.size() - 1;
    while (last >= 0 && writing.contains(ids.get(last)) == false) {
      last--;
    }
    List<Pipeline> pipelines = new ArrayList<>();
    for (int i = 0; i < last; i++) {
      pipelines.add(compile(ids.get(i), configs.config(ids.get(i))));
    }
    Set<String> row = new HashSet<>();
    for (String id = last < 0 ? null : ids.get(last); id != null; ) {
      row.add(id);
      Map<String, Object> config = configs.config(id);
      String called = cut(config, row);
      pipelines.add(compile(id, config));
      id = called;
    }
    return pipelines;
  }

  /**
   * Drops everything after the last processor that leads to a field, unless the pipeline's failure
   * handler writes one: then every processor matters, since any may fail. A call at its end goes,
   * too, if the called pipeline can as well run on its own, after this one.
   *
   * @param row the pipelines that end with calls of each other, to this one
   * @return the pipeline to run next, up to the field; null if there is none
   */
  @Nullable private String cut(Map<String, Object> config, Set<String> row) {
    if (leads(Step.entries(config.get(PipelineConfigs.ON_FAILURE)))
        || config.get(PipelineConfigs.PROCESSORS) instanceof List<?> == false) {
      return null;
    }
    List<?> processors = (List<?>) config.get(PipelineConfigs.PROCESSORS);
    int last = processors.size() - 1;
    while (last >= 0 && leads(Step.entries(List.of(processors.get(last)))) == false) {
      last--;
    }
    List<Step> ends = Step.entries(List.of(processors.get(last)));
    Step end = ends.getLast();
    boolean plain =
        ends.size() == 1
            && OF_A_PLAIN_CALL.containsAll(end.config().keySet())
            && configs.exists(end.calls())
            && row.contains(end.calls()) == false;
    config.put(PipelineConfigs.PROCESSORS, processors.subList(0, plain ? last : last + 1));
    return plain ? end.calls() : null;
  }

  /** The last processor of these pipelines that writes the first field, by itself. */
  SketchProcessor writer(List<String> ids) throws Exception {
    String field = fields.get(0);
    Step step =
        configs
            .lastWriter(ids, field)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "[verify] with [text] needs a processor that writes ["
                            + field
                            + "], to read texts as it does, and the pipelines "
                            + ids
                            + " have none; name a pipeline that has one by [pipeline]"));
    Map<String, Object> config = new HashMap<>(step.config());
    OF_ANY_PROCESSOR.forEach(config::remove);
    return (SketchProcessor) factories.get(step.type()).create(factories, null, null, config);
  }

  private Pipeline compile(String id, Map<String, Object> config) throws Exception {
    requirePure(id, config);
    return Pipeline.create(id, config, factories, ingestService.getScriptService());
  }

  private void requirePure(String id, Map<String, Object> config) {
    requirePure(id, Step.in(config));
    Set<String> called = new LinkedHashSet<>();
    for (Step step : Step.in(config)) {
      configs
          .tooDeep(step.calls())
          .ifPresent(
              reason -> {
                throw new IllegalArgumentException("[doc] cannot be fingerprinted: " + reason);
              });
      configs.reachable(step.calls(), called);
    }
    called.forEach(other -> requirePure(other, configs.steps(other)));
  }

  private void requirePure(String id, List<Step> steps) {
    for (Step step : steps) {
      if (allowed.allows(step.type()) == false && step.signer().isEmpty()) {
        throw new IllegalArgumentException(
            "[doc] cannot be fingerprinted: pipeline ["
                + id
                + "] runs the processor ["
                + step.type()
                + "] before the one that writes "
                + fields
                + ", but ["
                + DocProcessors.SETTING.getKey()
                + "] does not list it; add it there if it changes nothing but the document, name"
                + " another pipeline with [pipeline], or search by [hash]");
      }
    }
  }

  /** What a near_dup would sign is signed, and nothing is decided. */
  private Processor signer(
      Map<String, Processor.Factory> registry,
      String tag,
      String description,
      Map<String, Object> config)
      throws Exception {
    Step signer = new Step(NearDupOptions.TYPE, Map.copyOf(config)).signer().orElseThrow();
    config.clear();
    return registry
        .get(signer.type())
        .create(registry, tag, description, new HashMap<>(signer.config()));
  }

  /** Replaces core's factory, whose processor counts documents. */
  private Processor call(
      Map<String, Processor.Factory> registry,
      String tag,
      String description,
      Map<String, Object> config) {
    String id =
        ConfigurationUtils.readStringProperty(PipelineConfigs.PIPELINE, tag, config, "name");
    return new CalledPipeline(tag, description, id, () -> whole(id));
  }

  /** Compiled when it is first reached, since calls may be circular. */
  private Pipeline whole(String id) throws Exception {
    if (configs.exists(id) == false) {
      throw new IllegalArgumentException(
          "it calls the pipeline [" + id + "], which does not exist (templates are not followed)");
    }
    Pipeline compiled = whole.get(id);
    if (compiled == null) {
      compiled =
          Pipeline.create(id, configs.config(id), factories, ingestService.getScriptService());
      whole.put(id, compiled);
    }
    return compiled;
  }
}

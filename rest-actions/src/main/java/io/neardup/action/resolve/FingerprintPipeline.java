// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import io.neardup.ingest.features.SketchProcessor;
import io.neardup.ingest.minhash.MinHashProcessor;
import io.neardup.ingest.pipeline.PipelineConfigs;
import io.neardup.ingest.pipeline.PipelineConfigs.Step;
import io.neardup.ingest.simhash.SimHashProcessor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.opensearch.ingest.ConfigurationUtils;
import org.opensearch.ingest.IngestService;
import org.opensearch.ingest.Pipeline;
import org.opensearch.ingest.Processor;

/**
 * The part of an index's pipelines that fingerprints depend on: everything up to the last {@code
 * simhash} or {@code minhash} that writes one of the fields, called pipelines cut in the same way,
 * and nothing behind it. Compiled from the configurations with the node's own processors, so that
 * conditions, loops and failure handlers mean what they mean at ingest. For one request, on one
 * thread.
 */
final class FingerprintPipeline {
  /** A call that runs only the prefix of a pipeline. An odd name, because plugins may use any. */
  private static final String CALL_PREFIX = PipelineConfigs.PIPELINE + "[up to simhash]";

  /** What a pipeline reads from the configuration of every processor. */
  private static final List<String> OF_ANY_PROCESSOR =
      List.of("if", "tag", "description", "ignore_failure", "on_failure");

  private final PipelineConfigs configs;
  private final DocProcessors allowed;
  private final IngestService ingestService;
  private final List<String> fields;
  private final Predicate<Step> writer = this::writes;
  private final Map<String, Processor.Factory> factories;

  FingerprintPipeline(
      PipelineConfigs configs,
      DocProcessors allowed,
      IngestService ingestService,
      List<String> fields) {
    this.configs = configs;
    this.allowed = allowed;
    this.ingestService = ingestService;
    this.fields = fields;
    this.factories = new HashMap<>(ingestService.getProcessorFactories());
    // Nothing is indexed, so no document is counted.
    factories.computeIfPresent(
        SimHashProcessor.TYPE, (type, factory) -> ((SimHashProcessor.Factory) factory).uncounted());
    factories.computeIfPresent(
        MinHashProcessor.TYPE, (type, factory) -> ((MinHashProcessor.Factory) factory).uncounted());
    factories.put(PipelineConfigs.PIPELINE, callFactory(false));
    factories.put(CALL_PREFIX, callFactory(true));
  }

  private boolean writes(Step step) {
    return fields.stream().anyMatch(step::writes);
  }

  /**
   * Compiles the part of these pipelines that must run for the fields.
   *
   * @param ids existing pipelines in the order of execution
   * @return the pipelines to run, the last one cut; empty if none writes a field
   * @throws IllegalArgumentException if a processor that would run is not allowed
   */
  List<Pipeline> compile(List<String> ids) throws Exception {
    int last = ids.size() - 1;
    while (last >= 0 && configs.leadsTo(ids.get(last), writer) == false) {
      last--;
    }
    List<Pipeline> pipelines = new ArrayList<>();
    for (int i = 0; i <= last; i++) {
      requirePure(ids.get(i), i == last, new HashSet<>());
      pipelines.add(compile(ids.get(i), i == last));
    }
    return pipelines;
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

  private Pipeline compile(String id, boolean cut) throws Exception {
    return Pipeline.create(id, config(id, cut), factories, ingestService.getScriptService());
  }

  private Map<String, Object> config(String id, boolean cut) {
    Map<String, Object> config = configs.config(id);
    if (cut
        && config.get(PipelineConfigs.PROCESSORS) instanceof List<?> processors
        && configs.leadsTo(writer, config.get(PipelineConfigs.ON_FAILURE)) == false) {
      config.put(PipelineConfigs.PROCESSORS, cut(processors));
    }
    return config;
  }

  /**
   * Drops everything after the last processor that leads to a field, unless the pipeline's failure
   * handler writes one: then every processor matters, since any may fail.
   */
  private List<Object> cut(List<?> processors) {
    int last = processors.size() - 1;
    while (last >= 0 && configs.leadsTo(writer, List.of(processors.get(last))) == false) {
      last--;
    }
    List<Object> kept = new ArrayList<>(processors.subList(0, last + 1));
    if (last >= 0 && callsWriter(kept.get(last))) {
      kept.set(
          last, Map.of(CALL_PREFIX, ((Map<?, ?>) kept.get(last)).get(PipelineConfigs.PIPELINE)));
    }
    return kept;
  }

  private boolean callsWriter(Object entry) {
    return entry instanceof Map<?, ?> map
        && map.get(PipelineConfigs.PIPELINE) instanceof Map<?, ?> call
        && configs.leadsTo(writer, call.get(PipelineConfigs.ON_FAILURE)) == false
        && configs.leadsTo(String.valueOf(call.get("name")), writer);
  }

  private void requirePure(String id, boolean cut, Set<String> visited) {
    if (configs.exists(id) == false || visited.add(id + cut) == false) {
      return;
    }
    PipelineConfigs.stepsOf(config(id, cut)).forEach(step -> requirePure(id, step, visited));
  }

  private void requirePure(String id, Step step, Set<String> visited) {
    if (CALL_PREFIX.equals(step.type())) {
      requirePure(String.valueOf(step.config().get("name")), true, visited);
    } else if (allowed.allows(step.type())) {
      requirePure(step.calls(), false, visited);
    } else {
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

  /** Compiles called pipelines when they are first reached, since calls may be circular. */
  private Processor.Factory callFactory(boolean cut) {
    return (registry, tag, description, config) -> {
      String id =
          ConfigurationUtils.readStringProperty(PipelineConfigs.PIPELINE, tag, config, "name");
      return new CalledPipeline(tag, description, id, () -> load(id, cut));
    };
  }

  private Pipeline load(String id, boolean cut) throws Exception {
    if (configs.exists(id) == false) {
      throw new IllegalArgumentException(
          "it calls the pipeline [" + id + "], which does not exist (templates are not followed)");
    }
    return compile(id, cut);
  }
}

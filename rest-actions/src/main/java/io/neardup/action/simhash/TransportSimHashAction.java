// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.simhash;

import io.neardup.fingerprint.MemoryAccount;
import io.neardup.fingerprint.TextFeatures;
import io.neardup.ingest.features.IngestLimits;
import io.neardup.ingest.features.TextTooLongException;
import io.neardup.ingest.idf.IdfDictionaries;
import io.neardup.ingest.pipeline.PipelineConfigs;
import io.neardup.ingest.simhash.FingerprintOptions;
import io.neardup.ingest.simhash.TextFingerprinter;
import io.neardup.request.NearDupLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.HandledTransportAction;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.index.analysis.AnalysisRegistry;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;

/** Fingerprints texts on the node that receives the request, on its search pool. */
public final class TransportSimHashAction
    extends HandledTransportAction<SimHashRequest, SimHashResponse> {
  /** Estimated size of a fingerprint and the margins of its bits. */
  private static final long BYTES_PER_TEXT = 4096;

  /** Estimated size of one of the heaviest features. */
  private static final long BYTES_PER_ENTRY = 256;

  private final ThreadPool threadPool;
  private final ClusterService clusterService;
  private final AnalysisRegistry analysisRegistry;
  private final IdfDictionaries dictionaries;
  private final IngestLimits ingestLimits;
  private final NearDupLimits limits;

  @Inject
  public TransportSimHashAction(
      TransportService transportService,
      ActionFilters actionFilters,
      ThreadPool threadPool,
      ClusterService clusterService,
      AnalysisRegistry analysisRegistry,
      IdfDictionaries dictionaries,
      IngestLimits ingestLimits,
      NearDupLimits limits) {
    super(SimHashAction.NAME, transportService, actionFilters, SimHashRequest::new);
    this.threadPool = threadPool;
    this.clusterService = clusterService;
    this.analysisRegistry = analysisRegistry;
    this.dictionaries = dictionaries;
    this.ingestLimits = ingestLimits;
    this.limits = limits;
  }

  @Override
  protected void doExecute(
      Task task, SimHashRequest request, ActionListener<SimHashResponse> listener) {
    MemoryAccount answers = ingestLimits.openAccount();
    threadPool
        .executor(ThreadPool.Names.SEARCH)
        .execute(
            ActionRunnable.supply(
                ActionListener.runAfter(listener, answers::close),
                () -> fingerprint(request, (CancellableTask) task, answers)));
  }

  private SimHashResponse fingerprint(
      SimHashRequest request, CancellableTask task, MemoryAccount answers) {
    limits.checkHashes("[text]", request.texts().size());
    TextFingerprinter fingerprinter =
        TextFingerprinter.create(
            null, null, analysisRegistry, dictionaries, ingestLimits, options(request));
    int texts = request.texts().size();
    List<SimHashResult> results = new ArrayList<>();
    List<long[]> distinct = new ArrayList<>();
    for (int i = 0; i < texts; i++) {
      if (task.isCancelled()) {
        throw new TaskCancelledException("cancelled after [" + i + "] of [" + texts + "] texts");
      }
      String name = texts == 1 ? "[text]" : "[text][" + i + "]";
      try (TextFeatures features = features(name, request.texts().get(i), fingerprinter)) {
        requireEnough(name, features, fingerprinter.options());
        answers.take(bytes(features, request.detail(), texts));
        results.add(
            SimHashResult.of(
                features.report(request.detail().heaviest()), features.count(), request.detail()));
        if (texts == 2) {
          distinct.add(FeatureOverlap.distinct(features));
        }
      }
    }
    return new SimHashResponse(
        fingerprinter.options().algorithm().label(),
        fingerprinter.idf(),
        results,
        texts == 2 ? compare(results, distinct, request.detail()) : null);
  }

  /** The approximate size of what the response keeps of a text. */
  private static long bytes(TextFeatures features, Detail detail, int texts) {
    long entries = Math.min(detail.heaviest(), features.count());
    long compared = texts == 2 ? 2L * Long.BYTES * features.count() : 0;
    return BYTES_PER_TEXT + BYTES_PER_ENTRY * entries + compared;
  }

  private static TextComparison compare(
      List<SimHashResult> results, List<long[]> distinct, Detail detail) {
    return new TextComparison(
        results.get(0).fingerprint(),
        results.get(1).fingerprint(),
        FeatureOverlap.of(distinct.get(0), distinct.get(1)),
        detail.maxDistance());
  }

  private TextFeatures features(String name, String text, TextFingerprinter fingerprinter) {
    try {
      ingestLimits.checkTextLength(text.length());
      return fingerprinter.features(text);
    } catch (TextTooLongException e) {
      throw new IllegalArgumentException(name + " is too long: " + e.getMessage(), e);
    }
  }

  private static void requireEnough(
      String name, TextFeatures features, FingerprintOptions options) {
    if (features.count() < options.minFeatures()) {
      throw new IllegalArgumentException(
          name
              + " has no fingerprint: it must have at least ["
              + options.minFeatures()
              + "] features ([min_features]), got ["
              + features.count()
              + "]; send a longer text"
              + (options.minFeatures() > 1 ? ", or lower [min_features]" : ""));
    }
  }

  private FingerprintOptions options(SimHashRequest request) {
    if (request.pipeline() == null) {
      return request.options();
    }
    PipelineConfigs pipelines = new PipelineConfigs(clusterService.state());
    if (pipelines.exists(request.pipeline()) == false) {
      throw new IllegalArgumentException(
          "[pipeline] with name ["
              + request.pipeline()
              + "] does not exist; see GET"
              + " _ingest/pipeline");
    }
    Set<FingerprintOptions> found = new HashSet<>();
    Set<String> fields = new TreeSet<>();
    for (PipelineConfigs.Step step : pipelines.simHashSteps(request.pipeline())) {
      if (request.field() == null || step.writes(request.field())) {
        found.add(FingerprintOptions.read("simhash", null, new HashMap<>(step.config())));
        fields.add(step.targetField());
      }
    }
    if (found.size() != 1) {
      throw new IllegalArgumentException(
          "[pipeline] must contain simhash processors with exactly one set of options, but ["
              + request.pipeline()
              + "] contains ["
              + found.size()
              + "]"
              + (request.field() == null ? "" : " that write [" + request.field() + "]")
              + (found.isEmpty()
                  ? "; name another, or send the options themselves"
                  : "; choose by [field], one of " + fields + ", or send the options themselves"));
    }
    return found.iterator().next();
  }
}

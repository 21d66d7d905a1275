// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.simhash;

import io.neardup.action.texts.EachText;
import io.neardup.action.texts.FeatureOverlap;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.text.FeatureSets;
import io.neardup.ingest.features.IngestLimits;
import io.neardup.ingest.idf.IdfDictionaries;
import io.neardup.ingest.simhash.FingerprintOptions;
import io.neardup.ingest.simhash.SimHashProcessor;
import io.neardup.ingest.simhash.TextFingerprinter;
import io.neardup.request.Listeners;
import io.neardup.request.NearDupLimits;
import java.util.ArrayList;
import java.util.List;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.TransportAction;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.analysis.AnalysisRegistry;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;

/** Fingerprints texts on the node that receives the request, on its search pool. */
public final class TransportSimHashAction extends TransportAction<SimHashRequest, SimHashResponse> {
  /** Estimated size of a fingerprint and the margins of its bits. */
  private static final long BYTES_PER_TEXT = 4096;

  /** Estimated size of one of the heaviest features. */
  private static final long BYTES_PER_ENTRY = 256;

  private final Client client;
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
      Client client,
      ThreadPool threadPool,
      ClusterService clusterService,
      AnalysisRegistry analysisRegistry,
      IdfDictionaries dictionaries,
      IngestLimits ingestLimits,
      NearDupLimits limits) {
    super(SimHashAction.NAME, actionFilters, transportService.getTaskManager());
    this.client = client;
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
    Listeners.begin(
        listener,
        next -> {
          FingerprintOptions options =
              request.options(clusterService.state(), SimHashProcessor.TYPE);
          if (options.idfReference() == null && options.without() == null) {
            run(request, options, (CancellableTask) task, next);
          } else {
            client.execute(
                DictionaryAction.INSTANCE,
                request,
                Listeners.then(
                    next, (may, last) -> run(request, options, (CancellableTask) task, last)));
          }
        });
  }

  private void run(
      SimHashRequest request,
      FingerprintOptions options,
      CancellableTask task,
      ActionListener<SimHashResponse> listener) {
    MemoryAccount answers = ingestLimits.openAccount();
    threadPool
        .executor(ThreadPool.Names.SEARCH)
        .execute(
            ActionRunnable.supply(
                ActionListener.runAfter(listener, answers::close),
                () -> fingerprint(request, options, task, answers)));
  }

  private SimHashResponse fingerprint(
      SimHashRequest request,
      FingerprintOptions options,
      CancellableTask task,
      MemoryAccount answers) {
    limits.checkHashes("[text]", request.texts().texts().size());
    try (IdfDictionaries.Lease weights = dictionaries.lease()) {
      TextFingerprinter fingerprinter =
          TextFingerprinter.create(
              null, null, analysisRegistry, weights::get, ingestLimits, options);
      return fingerprint(request, fingerprinter, task, answers);
    }
  }

  private SimHashResponse fingerprint(
      SimHashRequest request,
      TextFingerprinter fingerprinter,
      CancellableTask task,
      MemoryAccount answers) {
    List<String> texts = request.texts().texts();
    boolean compared = texts.size() == 2;
    List<FeatureSets> sets = new ArrayList<>();
    List<SimHashResult> results =
        new EachText(
                texts,
                fingerprinter.reader(),
                ingestLimits,
                task,
                "fingerprint",
                fingerprinter.options().minFeatures())
            .make(
                features -> {
                  answers.take(bytes(features, request.detail(), compared));
                  if (compared) {
                    sets.add(FeatureSets.of(features));
                  }
                  return result(features, request.detail());
                });
    return new SimHashResponse(
        fingerprinter.options().algorithm().label(),
        fingerprinter.idf(),
        results,
        compared ? compare(results, sets, request.detail()) : null);
  }

  private static SimHashResult result(TextFeatures features, Detail detail) {
    return SimHashResult.of(features.report(detail.heaviest()), features.count(), detail);
  }

  /** The approximate size of what the response keeps of a text. */
  private static long bytes(TextFeatures features, Detail detail, boolean compared) {
    long entries = Math.min(detail.heaviest(), features.count());
    long numbers = compared ? 2L * Long.BYTES * features.count() : 0;
    return BYTES_PER_TEXT + BYTES_PER_ENTRY * entries + numbers;
  }

  private static TextComparison compare(
      List<SimHashResult> results, List<FeatureSets> sets, Detail detail) {
    return new TextComparison(
        results.get(0).fingerprint(),
        results.get(1).fingerprint(),
        FeatureOverlap.of(sets.get(0), sets.get(1)),
        detail.maxDistance());
  }
}

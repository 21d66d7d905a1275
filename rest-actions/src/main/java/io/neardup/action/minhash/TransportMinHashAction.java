// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.minhash;

import io.neardup.action.simhash.DictionaryAction;
import io.neardup.action.texts.EachText;
import io.neardup.action.texts.FeatureOverlap;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.text.FeatureSets;
import io.neardup.ingest.features.IngestLimits;
import io.neardup.ingest.idf.IdfDictionaries;
import io.neardup.ingest.minhash.MinHashOptions;
import io.neardup.ingest.minhash.MinHashProcessor;
import io.neardup.ingest.minhash.TextSigner;
import io.neardup.request.Listeners;
import io.neardup.request.NearDupLimits;
import io.neardup.request.RequestTask;
import java.util.List;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.TransportAction;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.Nullable;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.analysis.AnalysisRegistry;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;

/** Signs texts on the node that receives the request, on its search pool. */
public final class TransportMinHashAction extends TransportAction<MinHashRequest, MinHashResponse> {
  /** A signature, and the keys of its bands. */
  private static final long BYTES_PER_TEXT = 16_384;

  /** A feature that is shown. */
  private static final long BYTES_PER_FEATURE = 256;

  private final Client client;
  private final ThreadPool threadPool;
  private final ClusterService clusterService;
  private final AnalysisRegistry analysisRegistry;
  private final IdfDictionaries dictionaries;
  private final IngestLimits ingestLimits;
  private final NearDupLimits limits;

  @Inject
  public TransportMinHashAction(
      TransportService transportService,
      ActionFilters actionFilters,
      Client client,
      ThreadPool threadPool,
      ClusterService clusterService,
      AnalysisRegistry analysisRegistry,
      IdfDictionaries dictionaries,
      IngestLimits ingestLimits,
      NearDupLimits limits) {
    super(MinHashAction.NAME, actionFilters, transportService.getTaskManager());
    this.client = client;
    this.threadPool = threadPool;
    this.clusterService = clusterService;
    this.analysisRegistry = analysisRegistry;
    this.dictionaries = dictionaries;
    this.ingestLimits = ingestLimits;
    this.limits = limits;
  }

  /** A text that is done; one of two keeps what the comparison needs. */
  private static final class Signed {
    private final MinHashResult result;
    @Nullable private FeatureSets set;

    /** None for features without an analyzer. */
    @Nullable private long[] tokens;

    private Signed(MinHashResult result) {
      this.result = result;
    }
  }

  @Override
  protected void doExecute(
      Task task, MinHashRequest request, ActionListener<MinHashResponse> listener) {
    Listeners.begin(
        listener,
        next -> {
          MinHashOptions options = request.options(clusterService.state(), MinHashProcessor.TYPE);
          if (options.without() == null) {
            run(request, options, (RequestTask) task, next);
          } else {
            client.execute(
                DictionaryAction.INSTANCE,
                request,
                Listeners.then(
                    next, (may, last) -> run(request, options, (RequestTask) task, last)));
          }
        });
  }

  private void run(
      MinHashRequest request,
      MinHashOptions options,
      RequestTask task,
      ActionListener<MinHashResponse> listener) {
    MemoryAccount answers = ingestLimits.openAccount();
    threadPool
        .executor(ThreadPool.Names.SEARCH)
        .execute(
            ActionRunnable.supply(
                ActionListener.runAfter(listener, answers::close),
                () -> sign(request, options, task, answers)));
  }

  private MinHashResponse sign(
      MinHashRequest request, MinHashOptions options, RequestTask task, MemoryAccount answers) {
    limits.checkHashes("[text]", request.texts().texts().size());
    try (IdfDictionaries.Lease left = dictionaries.lease()) {
      return sign(
          request,
          TextSigner.create(null, null, analysisRegistry, left::get, ingestLimits, options),
          task,
          answers);
    }
  }

  private MinHashResponse sign(
      MinHashRequest request, TextSigner signer, RequestTask task, MemoryAccount answers) {
    List<String> texts = request.texts().texts();
    boolean compared = texts.size() == 2;
    List<Signed> signed =
        new EachText(
                texts,
                signer.reader(),
                ingestLimits,
                task,
                "signature",
                signer.options().minFeatures())
            .make(features -> sign(features, signer, request.detail(), compared, answers));
    return new MinHashResponse(
        request.detail().bands(),
        signed.stream().map(one -> one.result).toList(),
        compared ? compare(texts, signed, request.detail(), task, answers) : null);
  }

  private static Signed sign(
      TextFeatures features,
      TextSigner signer,
      MinHashDetail detail,
      boolean compared,
      MemoryAccount answers) {
    long shown = Math.min(detail.showFeatures(), features.count());
    answers.take(BYTES_PER_TEXT + BYTES_PER_FEATURE * shown);
    long numbers = 2L * Long.BYTES * features.count();
    if (compared) {
      answers.take(2 * numbers);
    } else {
      features.memory().take(numbers);
    }
    FeatureSets set = FeatureSets.of(features);
    Signed signed =
        new Signed(MinHashResult.of(features, set.size(), signer.signature(features), detail));
    if (compared) {
      signed.set = set;
      signed.tokens = features.kind().usesAnalyzer() ? features.unitHashes() : null;
    }
    return signed;
  }

  private static SignatureComparison compare(
      List<String> texts,
      List<Signed> signed,
      MinHashDetail detail,
      RequestTask task,
      MemoryAccount answers) {
    Signed left = signed.get(0);
    Signed right = signed.get(1);
    return new SignatureComparison(
        FeatureOverlap.of(left.set, right.set),
        left.set.containment(right.set),
        EditSimilarity.of(
            texts.get(0), texts.get(1), left.tokens, right.tokens, task::checkCancelled),
        SignatureLookup.of(left.result.signature(), right.result.signature(), detail),
        left.result.signature().hasNumbers()
            ? NumberDifference.of(texts.get(0), texts.get(1), answers)
            : null);
  }
}

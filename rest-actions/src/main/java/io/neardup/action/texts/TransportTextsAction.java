// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.texts;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.ingest.features.IngestLimits;
import io.neardup.ingest.idf.IdfDictionaries;
import io.neardup.request.Listeners;
import io.neardup.request.LocalAction.Answer;
import io.neardup.request.NearDupLimits;
import io.neardup.request.RequestTask;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.TransportAction;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.index.analysis.AnalysisRegistry;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;

/**
 * Makes something of the texts of a request on the node that receives it, on its search pool. Who
 * names a dictionary needs the right to use dictionaries.
 *
 * @param <Q> the request
 * @param <O> the options of a processor
 * @param <R> the response
 */
public abstract class TransportTextsAction<
        Q extends TextsRequest<?, O>, O, R extends ToXContentObject>
    extends TransportAction<Q, Answer<R>> {
  private final Node node;
  private final String type;

  /** What a node has to make something of texts. */
  public record Node(
      Client client,
      ThreadPool threadPool,
      ClusterService clusterService,
      AnalysisRegistry analysisRegistry,
      IdfDictionaries dictionaries,
      IngestLimits ingestLimits,
      NearDupLimits limits) {
    @Inject
    public Node {}
  }

  /**
   * @param type of the processor whose options a request takes over from a pipeline
   */
  protected TransportTextsAction(
      String name,
      String type,
      TransportService transportService,
      ActionFilters actionFilters,
      Node node) {
    super(name, actionFilters, transportService.getTaskManager());
    this.node = node;
    this.type = type;
  }

  /** Whether weights, or what is left out of texts, come from a dictionary. */
  protected abstract boolean needsDictionary(O options);

  /**
   * What is made of the texts.
   *
   * @param left the dictionaries that are in use until this returns
   * @param answers what the response takes, until it is sent
   */
  protected abstract R make(
      Q request, O options, RequestTask task, IdfDictionaries.Lease left, MemoryAccount answers);

  /** What makes it. */
  protected final Node node() {
    return node;
  }

  @Override
  protected final void doExecute(Task task, Q request, ActionListener<Answer<R>> listener) {
    Listeners.begin(
        listener,
        next -> {
          O options = request.options(node.clusterService().state(), type);
          if (needsDictionary(options)) {
            node.client()
                .execute(
                    TransportDictionaryAction.INSTANCE,
                    request,
                    Listeners.then(
                        next, (may, last) -> run(request, options, (RequestTask) task, last)));
          } else {
            run(request, options, (RequestTask) task, next);
          }
        });
  }

  private void run(Q request, O options, RequestTask task, ActionListener<Answer<R>> listener) {
    MemoryAccount answers = node.ingestLimits().openAccount();
    node.threadPool()
        .executor(ThreadPool.Names.SEARCH)
        .execute(
            ActionRunnable.supply(
                ActionListener.runAfter(listener, answers::close),
                () -> {
                  node.limits().checkHashes("[text]", request.texts().texts().size());
                  try (IdfDictionaries.Lease left = node.dictionaries().lease()) {
                    return new Answer<>(make(request, options, task, left, answers));
                  }
                }));
  }
}

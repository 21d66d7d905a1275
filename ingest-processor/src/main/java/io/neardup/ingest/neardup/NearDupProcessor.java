// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.NearDupOptions;
import io.neardup.ingest.NearDupOptions.OnDuplicate;
import io.neardup.sequencer.Claim;
import io.neardup.sequencer.Decision;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Keys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.common.UUIDs;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.ingest.AbstractProcessor;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.ingest.IngestDocumentWrapper;
import org.opensearch.ingest.IngestService;
import org.opensearch.ingest.Processor;
import org.opensearch.threadpool.ThreadPool;

/**
 * Says of each document whether it is the first of its kind, whichever node takes it and however
 * short ago the first one came:
 *
 * <pre>{@code
 * {"near_dup": {"field": "content_simhash", "max_distance": 3}}
 * }</pre>
 *
 * <p>It stands after the {@code simhash} that writes the fingerprints. The documents of a bulk are
 * asked about together, which is also done when core hands them over one by one, as it does behind
 * an {@code if}.
 */
public final class NearDupProcessor extends AbstractProcessor {
  /** The name in pipelines. */
  public static final String TYPE = "near_dup";

  private final NearDupOptions options;
  private final NearDupIngest ingest;
  private final ThreadContext threadContext;
  private final IngestService ingestService;
  private final NearDupIngestCounters counters;
  private final Map<DomainSpec, DocumentKeys> readers = new ConcurrentHashMap<>();

  NearDupProcessor(
      String tag,
      String description,
      NearDupOptions options,
      NearDupIngest ingest,
      ThreadContext threadContext,
      IngestService ingestService,
      NearDupIngestCounters counters) {
    super(tag, description);
    this.options = options;
    this.ingest = ingest;
    this.threadContext = threadContext;
    this.ingestService = ingestService;
    this.counters = counters;
  }

  @Override
  public String getType() {
    return TYPE;
  }

  /** As configured. */
  public NearDupOptions options() {
    return options;
  }

  @Override
  public IngestDocument execute(IngestDocument document) {
    throw new UnsupportedOperationException("a decision is waited for, never made at once");
  }

  /** A document that came alone, and where its result goes. */
  private record Single(IngestDocument document, BiConsumer<IngestDocument, Exception> handler) {}

  @Override
  public void execute(IngestDocument document, BiConsumer<IngestDocument, Exception> handler) {
    BulkClaims bulk = threadContext.getTransient(BulkClaims.KEY);
    Single single = new Single(document, handler);
    if (bulk == null || bulk.single()) {
      process(bulk, List.of(single), () -> {});
    } else {
      // Others of the same bulk follow at once: let them gather.
      bulk.add(this, single, queue -> fork(() -> processGathered(bulk, queue)));
    }
  }

  private void fork(Runnable work) {
    ThreadPool threadPool = ingest.service().claims().threadPool();
    threadPool.generic().execute(work);
  }

  private void processGathered(BulkClaims bulk, BulkClaims.Queue<Single> queue) {
    List<Single> gathered = bulk.take(queue);
    if (gathered.isEmpty() == false) {
      process(bulk, gathered, () -> fork(() -> processGathered(bulk, queue)));
    }
  }

  private void process(BulkClaims bulk, List<Single> singles, Runnable next) {
    List<IngestDocumentWrapper> wrappers = new ArrayList<>(singles.size());
    for (int i = 0; i < singles.size(); i++) {
      wrappers.add(new IngestDocumentWrapper(i, 0, singles.get(i).document, null));
    }
    batchExecute(
        bulk,
        wrappers,
        results -> {
          // What comes after may take long: the next ones are asked about meanwhile.
          next.run();
          for (IngestDocumentWrapper result : results) {
            singles
                .get(result.getSlot())
                .handler
                .accept(result.getIngestDocument(), result.getException());
          }
        });
  }

  @Override
  public void batchExecute(
      List<IngestDocumentWrapper> batch, Consumer<List<IngestDocumentWrapper>> handler) {
    batchExecute(threadContext.getTransient(BulkClaims.KEY), batch, handler);
  }

  private void batchExecute(
      BulkClaims bulk,
      List<IngestDocumentWrapper> batch,
      Consumer<List<IngestDocumentWrapper>> handler) {
    if (ingest.service().claims().settings().enabled() == false) {
      handler.accept(batch);
      return;
    }
    if (bulk != null) {
      bulk.use();
    }
    long start = System.nanoTime();
    IngestDocumentWrapper[] results = new IngestDocumentWrapper[batch.size()];
    Map<String, List<Integer>> byTarget = new LinkedHashMap<>();
    for (int i = 0; i < results.length; i++) {
      String target = batch.get(i).getIngestDocument().getFieldValue("_index", String.class, true);
      byTarget
          .computeIfAbsent(
              ingest.service().claims().targets().written(target), key -> new ArrayList<>())
          .add(i);
    }
    AtomicInteger left = new AtomicInteger(byTarget.size());
    byTarget.forEach(
        (written, positions) ->
            new TargetBatch(bulk, written, batch, positions, results)
                .run(
                    () -> {
                      if (left.decrementAndGet() == 0) {
                        counters.nanos.add(System.nanoTime() - start);
                        handler.accept(Arrays.asList(results));
                      }
                    }));
  }

  /** Unlike core's, a failure of what comes after is not answered as one of what came before. */
  private static <T> ActionListener<T> listener(Consumer<T> answered, Consumer<Exception> failed) {
    return ActionListener.notifyOnce(
        new ActionListener<>() {
          @Override
          public void onResponse(T response) {
            answered.accept(response);
          }

          @Override
          public void onFailure(Exception e) {
            failed.accept(e);
          }
        });
  }

  /** The documents of a batch that are written to the same data stream, alias or index. */
  private final class TargetBatch {
    private final BulkClaims bulk;
    private final String written;
    private final List<IngestDocumentWrapper> batch;
    private final List<Integer> positions;
    private final IngestDocumentWrapper[] results;
    private final DomainSpec spec;

    TargetBatch(
        BulkClaims bulk,
        String written,
        List<IngestDocumentWrapper> batch,
        List<Integer> positions,
        IngestDocumentWrapper[] results) {
      this.bulk = bulk;
      this.written = written;
      this.batch = batch;
      this.positions = positions;
      this.results = results;
      this.spec = DomainSpec.of(options, written);
    }

    void run(Runnable done) {
      ActionListener<Void> finished =
          listener(
              ok -> done.run(),
              e -> {
                positions.forEach(i -> fail(i, e));
                done.run();
              });
      boolean mayCreate = bulk != null && bulk.requiresAlias(written) == false;
      WriteTargets targets = ingest.service().claims().targets();
      try {
        targets.find(
            written,
            mayCreate,
            listener(
                index -> {
                  try {
                    check(targets, index);
                  } catch (RuntimeException e) {
                    finished.onFailure(e);
                    return;
                  }
                  decide(index, finished);
                },
                finished::onFailure));
      } catch (RuntimeException e) {
        finished.onFailure(e);
      }
    }

    private void check(WriteTargets targets, Index index) {
      if (index == null) {
        return;
      }
      targets.check(spec, options, written, index);
      FinalPipelines pipelines = new FinalPipelines(ingestService, ingest.service().state());
      pipelines.refuse(index.getName(), NearDupProcessor.this);
      if (options.onDuplicate() == OnDuplicate.REROUTE) {
        pipelines.refuseReroute(index.getName());
        pipelines.refuseReroute(options.to());
        if (options.to().equals(written)) {
          throw new IllegalArgumentException(
              "[to] must not be what is written to, got [" + written + "]; name another index");
        }
      }
    }

    private void decide(Index index, ActionListener<Void> finished) {
      List<ClaimDoc> docs = new ArrayList<>(positions.size());
      List<Integer> asked = new ArrayList<>(positions.size());
      for (int i : positions) {
        try {
          docs.add(claim(index, batch.get(i).getIngestDocument()));
          asked.add(i);
        } catch (RuntimeException e) {
          fail(i, e);
        }
      }
      if (docs.isEmpty()) {
        finished.onResponse(null);
        return;
      }
      ClaimClient.Question question =
          new ClaimClient.Question(
              spec, index == null ? null : bulk, options.onDuplicate() != OnDuplicate.TAG, docs);
      ingest
          .service()
          .claims()
          .decide(
              question,
              listener(
                  decisions -> {
                    for (int i = 0; i < asked.size(); i++) {
                      apply(asked.get(i), docs.get(i).claim(), decisions.get(i));
                    }
                    finished.onResponse(null);
                  },
                  e -> {
                    asked.forEach(i -> fail(i, e));
                    finished.onResponse(null);
                  }));
    }

    private ClaimDoc claim(Index index, IngestDocument document) {
      Map<String, Object> source = document.getSourceAndMetadata();
      List<String> keywords = new ArrayList<>();
      Keys keys = readers.computeIfAbsent(spec, DocumentKeys::new).read(source, keywords);
      String id = (String) source.get("_id");
      boolean ownId = id != null;
      if (ownId == false) {
        id = UUIDs.base64UUID();
        source.put("_id", id);
      }
      String routing =
          ingest
              .service()
              .state()
              .metadata()
              .resolveWriteIndexRouting((String) source.get("_routing"), written);
      DocRef ref = new DocRef(index == null ? written : index.getName(), id, routing);
      return new ClaimDoc(new Claim(ref, ownId, keys), keywords);
    }

    private void fail(int position, Exception e) {
      counters.failed.increment();
      results[position] = result(position, null, e);
    }

    private IngestDocumentWrapper result(int position, IngestDocument document, Exception e) {
      IngestDocumentWrapper given = batch.get(position);
      return new IngestDocumentWrapper(given.getSlot(), given.getChildSlot(), document, e);
    }

    private void apply(int position, Claim claim, Decision decision) {
      IngestDocument document = batch.get(position).getIngestDocument();
      count(decision);
      Exception failure = null;
      OnDuplicate action =
          decision.isNew() || decision.confirmed() == false
              ? OnDuplicate.TAG
              : options.onDuplicate();
      try {
        if (document.hasField(options.targetField())) {
          document.removeField(options.targetField());
        }
        document.setFieldValue(options.targetField(), written(decision));
        if (action == OnDuplicate.REROUTE) {
          document.setFieldValue("_index", options.to());
        }
      } catch (RuntimeException e) {
        failure = e;
      }
      if (action == OnDuplicate.FAIL && failure == null) {
        failure =
            new OpenSearchStatusException(
                "a near-duplicate of the document [{}] in [{}] is not indexed: [{}] is at distance"
                    + " [{}]; set [on_duplicate] to [tag] to keep both",
                RestStatus.CONFLICT,
                decision.of().id(),
                decision.of().index(),
                options.stages().get(decision.stage()).field(),
                decision.distance());
      }
      if (bulk != null && decision.tracked()) {
        boolean discarded = action == OnDuplicate.DROP || action == OnDuplicate.REROUTE;
        bulk.track(new BulkClaims.Tracked(spec, claim, decision, discarded));
      }
      boolean kept = failure == null && action != OnDuplicate.DROP;
      results[position] = result(position, kept ? document : null, failure);
    }

    private void count(Decision decision) {
      counters.documents.increment();
      (decision.isNew() ? counters.fresh : counters.duplicates).increment();
      if (decision.indexOnly()) {
        counters.indexOnly.increment();
      }
      if (decision.isNew() == false) {
        counters.countMatch(options.stages().get(decision.stage()).field());
      }
    }

    private Map<String, Object> written(Decision decision) {
      Map<String, Object> object = new LinkedHashMap<>();
      object.put("group", decision.group().toString());
      object.put("status", decision.isNew() ? "new" : "duplicate");
      if (decision.isNew() == false) {
        object.put("matched_by", options.stages().get(decision.stage()).field());
        if (ingest
            .service()
            .domains()
            .writes(ingest.service().state(), written, decision.of().index())) {
          Map<String, Object> of = new LinkedHashMap<>();
          of.put("index", decision.of().index());
          of.put("id", decision.of().id());
          object.put("of", of);
          object.put("distance", decision.distance());
        }
      }
      if (decision.seq() >= 0) {
        object.put("seq", decision.seq());
      }
      if (decision.indexOnly()) {
        object.put("checked", "index_only");
      }
      return object;
    }
  }

  /** Makes processors from their configuration; every fault in it is an HTTP 400. */
  public static final class Factory implements Processor.Factory {
    private final NearDupIngest ingest;
    private final ThreadContext threadContext;
    private final IngestService ingestService;
    private final NearDupIngestCounters counters;

    /**
     * @param ingest the node's service
     * @param parameters of the node
     * @param counters shared by all processors of the node
     */
    public Factory(
        NearDupIngest ingest, Processor.Parameters parameters, NearDupIngestCounters counters) {
      this.ingest = ingest;
      this.threadContext = parameters.threadContext;
      this.ingestService = parameters.ingestService;
      this.counters = counters;
    }

    @Override
    public NearDupProcessor create(
        Map<String, Processor.Factory> processorFactories,
        String tag,
        String description,
        Map<String, Object> config) {
      return new NearDupProcessor(
          tag,
          description,
          NearDupOptions.read(TYPE, tag, config),
          ingest,
          threadContext,
          ingestService,
          counters);
    }
  }
}

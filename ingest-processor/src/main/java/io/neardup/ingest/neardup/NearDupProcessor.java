// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.claim.NearDupIngestCounters;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.domain.ComparedFields;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.ingest.minhash.MinHashProcessor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.common.Nullable;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.xcontent.MediaTypeRegistry;
import org.opensearch.index.VersionType;
import org.opensearch.ingest.AbstractProcessor;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.ingest.IngestDocumentWrapper;
import org.opensearch.ingest.IngestService;
import org.opensearch.ingest.Processor;

/**
 * Decides whether each document is new or a near-duplicate of an earlier one, no matter which node
 * receives it and how recently the earlier one arrived:
 *
 * <pre>{@code
 * {"near_dup": {"fields": ["content"]}}
 * }</pre>
 *
 * <p>It signs texts itself, or goes after the {@code simhash} or {@code minhash} whose values its
 * stages compare. The documents of a bulk are decided together, even if core passes them one by
 * one, as it does for a processor with an {@code if}.
 */
public final class NearDupProcessor extends AbstractProcessor {
  private static final String INTERNAL = VersionType.toString(VersionType.INTERNAL);

  private final NearDupOptions options;

  /** Null if the documents bring what is compared. */
  @Nullable private final MinHashProcessor signer;

  private final Factory node;
  private final ThreadContext threadContext;

  private NearDupProcessor(
      String tag,
      String description,
      NearDupOptions options,
      @Nullable MinHashProcessor signer,
      Factory node) {
    super(tag, description);
    this.options = options;
    this.signer = signer;
    this.node = node;
    this.threadContext = node.parameters.threadContext;
  }

  /**
   * Creates processors from their configuration; every error in it is an HTTP 400. {@link
   * TargetBatch} rejects errors that depend on an index or a document.
   *
   * @param ingest the node's service
   * @param parameters of the node
   * @param counters shared by all processors of the node
   * @param signers make what signs texts
   */
  public record Factory(
      NearDupIngest ingest,
      Processor.Parameters parameters,
      NearDupIngestCounters counters,
      MinHashProcessor.Factory signers)
      implements Processor.Factory {

    @Override
    public NearDupProcessor create(
        Map<String, Processor.Factory> processorFactories,
        String tag,
        String description,
        Map<String, Object> config) {
      ConfigReader reader = new ConfigReader(NearDupOptions.TYPE, tag, config);
      NearDupOptions options = NearDupOptions.read(reader);
      NearDupOptions.refuseTheRest(reader);
      Map<String, Object> signing = options.signer();
      MinHashProcessor signer =
          signing == null
              ? null
              : signers.create(NearDupOptions.TYPE, tag, description, new HashMap<>(signing));
      return new NearDupProcessor(tag, description, options, signer, this);
    }
  }

  @Override
  public String getType() {
    return NearDupOptions.TYPE;
  }

  /** The configuration. */
  public NearDupOptions options() {
    return options;
  }

  IngestService ingestService() {
    return node.parameters.ingestService;
  }

  NearDupIngestCounters counters() {
    return node.counters;
  }

  @Override
  public IngestDocument execute(IngestDocument document) {
    throw new UnsupportedOperationException("near_dup decides asynchronously only");
  }

  /** A document that came alone, and the handler of its result. */
  private record Single(IngestDocument document, BiConsumer<IngestDocument, Exception> handler) {}

  @Override
  public void execute(IngestDocument document, BiConsumer<IngestDocument, Exception> handler) {
    BulkClaims bulk = threadContext.getTransient(BulkClaims.KEY);
    Single single = new Single(document, handler);
    if (bulk == null || bulk.actions().single()) {
      process(bulk, List.of(single), () -> {});
    } else {
      // Others of the same bulk follow immediately: let them gather.
      bulk.add(this, single, queue -> fork(() -> processGathered(bulk, queue)));
    }
  }

  private void fork(Runnable work) {
    node.ingest.service().threadPool().generic().execute(work);
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
          // Later processors may take long: decide the next documents meanwhile.
          next.run();
          for (IngestDocumentWrapper result : results) {
            Single single = singles.get(result.getSlot());
            handOver(
                bulk,
                () -> single.handler.accept(result.getIngestDocument(), result.getException()));
          }
        });
  }

  /**
   * Whatever core throws when it goes on with documents it must be told, since nobody else answers
   * the bulk: it may come from a processor behind this one, or from what it made of a document.
   */
  private static void handOver(BulkClaims bulk, Runnable handler) {
    try {
      handler.run();
    } catch (RuntimeException e) {
      if (bulk == null) {
        throw e;
      }
      bulk.fail(e);
    }
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
    if (signer == null) {
      decide(bulk, batch, batch, handler);
      return;
    }
    for (IngestDocumentWrapper wrapper : batch) {
      WrittenDecision.remove(wrapper.getIngestDocument(), options.targetField());
    }
    signer.batchExecute(batch, signed -> decide(bulk, batch, signed, handler));
  }

  /**
   * @param given all documents, also those that could not be signed
   */
  private void decide(
      BulkClaims bulk,
      List<IngestDocumentWrapper> given,
      List<IngestDocumentWrapper> batch,
      Consumer<List<IngestDocumentWrapper>> handler) {
    NearDupService service = node.ingest.service();
    boolean enabled = service.enabled();
    if (bulk == null && (enabled == false || SimulationFilter.isSimulation(threadContext))) {
      handler.accept(enabled ? batch.stream().map(this::unchecked).toList() : batch);
      return;
    }
    if (bulk != null && enabled) {
      bulk.use();
    }
    long start = System.nanoTime();
    boolean plain =
        bulk != null
            && bulk.actions()
                .isPlain(batch.stream().filter(one -> one.getException() == null).toList());
    IngestDocumentWrapper[] results = new IngestDocumentWrapper[batch.size()];
    Map<String, List<Integer>> byTarget = new LinkedHashMap<>();
    for (int i = 0; i < results.length; i++) {
      if (batch.get(i).getException() != null) {
        node.counters.countFailed();
        results[i] = batch.get(i);
        continue;
      }
      try {
        IngestDocument document = batch.get(i).getIngestDocument();
        checkMetadata(document);
        String target = service.domains().named(document.getFieldValue("_index", String.class));
        byTarget.computeIfAbsent(target, key -> new ArrayList<>()).add(i);
      } catch (RuntimeException e) {
        node.counters.countFailed();
        results[i] = failed(batch.get(i), e);
      }
    }
    AtomicInteger left = new AtomicInteger(byTarget.size() + 1);
    Runnable one =
        () -> {
          if (left.decrementAndGet() == 0) {
            node.counters.countTime(System.nanoTime() - start);
            List<IngestDocumentWrapper> all = Arrays.asList(results);
            if (bulk != null
                && (enabled == false || all.stream().anyMatch(r -> r.getException() != null))) {
              // With [ignore_failure], those that fail are written as well.
              expect(service, bulk, given);
            }
            handOver(bulk, () -> handler.accept(all));
          }
        };
    byTarget.forEach(
        (target, positions) -> {
          if (enabled) {
            new TargetBatch(this, service, bulk, plain, target, batch, positions, results).run(one);
          } else {
            positions.forEach(i -> results[i] = batch.get(i));
            one.run();
          }
        });
    one.run();
  }

  /**
   * An index must not learn its fields from documents that are not decided, or it could not take
   * those that will be. A name that neither it nor a document has may be misspelt.
   */
  private void expect(NearDupService service, BulkClaims bulk, List<IngestDocumentWrapper> batch) {
    Map<String, List<Map<String, Object>>> byTarget = new HashMap<>();
    for (IngestDocumentWrapper one : batch) {
      Map<String, Object> source = one.getIngestDocument().getSourceAndMetadata();
      // What was rerouted is decided already, in the domain of where it was to go.
      if (source.get("_index") instanceof String target && target.equals(options.to()) == false) {
        byTarget.computeIfAbsent(target, key -> new ArrayList<>()).add(source);
      }
    }
    byTarget.forEach(
        (target, sources) -> {
          try {
            String written = service.targets().written(target);
            DomainSpec spec = service.domains().spec(options, written, service.state());
            Set<String> unknown = spec.named();
            unknown.removeIf(field -> ComparedFields.isIn(sources, field));
            bulk.expect(new BulkClaims.Decider(spec, written, options.to(), unknown));
          } catch (RuntimeException e) {
            // It is no name: these documents fail.
          }
        });
  }

  /**
   * Fails for what core could not make a request of: it would throw when the documents are handed
   * over, and take the others of the bulk with it. Most documents have what they came with.
   */
  private static void checkMetadata(IngestDocument document) {
    Map<IngestDocument.Metadata, Object> metadata = document.getMetadata();
    Object id = metadata.get(IngestDocument.Metadata.ID);
    Object routing = metadata.get(IngestDocument.Metadata.ROUTING);
    if (metadata.get(IngestDocument.Metadata.VERSION) instanceof Long
        && (id == null || id instanceof String)
        && (routing == null || routing instanceof String)
        && INTERNAL.equals(metadata.get(IngestDocument.Metadata.VERSION_TYPE))
        && metadata.get(IngestDocument.Metadata.IF_SEQ_NO) == null
        && metadata.get(IngestDocument.Metadata.IF_PRIMARY_TERM) == null) {
      return;
    }
    Map<String, Object> copy = new HashMap<>();
    metadata.forEach((name, value) -> copy.put(name.getFieldName(), value));
    try {
      IngestService.updateIndexRequestWithIngestDocument(
          new IndexRequest().source(Map.of(), MediaTypeRegistry.JSON),
          new IngestDocument(copy, Map.of()));
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "a processor before near_dup has set metadata that no document can have, "
              + metadata
              + ": "
              + e.getMessage(),
          e);
    }
  }

  private IngestDocumentWrapper unchecked(IngestDocumentWrapper given) {
    if (given.getException() != null) {
      return given;
    }
    try {
      WrittenDecision.unchecked(given.getIngestDocument(), options);
      return given;
    } catch (RuntimeException e) {
      return failed(given, e);
    }
  }

  private static IngestDocumentWrapper failed(IngestDocumentWrapper given, Exception e) {
    return new IngestDocumentWrapper(given.getSlot(), given.getChildSlot(), null, e);
  }
}

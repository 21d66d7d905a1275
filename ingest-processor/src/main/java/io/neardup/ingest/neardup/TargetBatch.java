// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.claim.ClaimClient;
import io.neardup.ingest.claim.message.ClaimRequest.Kind;
import io.neardup.ingest.domain.ClaimDoc;
import io.neardup.ingest.domain.ComparedFields;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.ingest.domain.NearDupOptions.OnDuplicate;
import io.neardup.ingest.pipeline.FinalPipelines;
import io.neardup.ingest.search.KeysReader;
import io.neardup.request.Listeners;
import io.neardup.sequencer.Claim;
import io.neardup.sequencer.Decision;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Outcome;
import io.neardup.sequencer.Outcome.Result;
import io.neardup.sequencer.keys.Keys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.opensearch.cluster.metadata.IndexAbstraction;
import org.opensearch.common.Nullable;
import org.opensearch.common.UUIDs;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.ingest.IngestDocumentWrapper;

/**
 * The documents of a batch that are written to the same data stream, alias or index: they are
 * claimed together, and each gets its own decision or error.
 *
 * <p>See {@code docs/design/claims.md}.
 */
final class TargetBatch {
  private final NearDupProcessor processor;
  private final NearDupOptions options;
  private final NearDupService service;
  @Nullable private final BulkClaims bulk;
  private final boolean plain;
  private final String target;
  private final String written;
  private final List<IngestDocumentWrapper> batch;
  private final List<Integer> positions;
  private final IngestDocumentWrapper[] results;
  private final DomainSpec spec;
  private final KeysReader reader;
  private final List<Outcome> unwritten = new ArrayList<>();

  /**
   * @param bulk of the documents, if any
   * @param plain whether the bulk writes nothing but this batch
   * @param target the data stream, alias or index, or the backing index of a rewrite
   * @param batch all documents of the processor
   * @param positions of those with this target
   * @param results gets a result at each of these positions
   */
  TargetBatch(
      NearDupProcessor processor,
      NearDupService service,
      @Nullable BulkClaims bulk,
      boolean plain,
      String target,
      List<IngestDocumentWrapper> batch,
      List<Integer> positions,
      IngestDocumentWrapper[] results) {
    this.processor = processor;
    this.options = processor.options();
    this.service = service;
    this.bulk = bulk;
    // What must be an alias and is none core is still to refuse.
    this.plain =
        plain
            && (bulk.actions().requiresAlias() == false
                || service.state().metadata().hasAlias(target));
    this.target = target;
    this.written = service.targets().written(target);
    this.batch = batch;
    this.positions = positions;
    this.results = results;
    this.spec = service.domains().spec(options, written, service.state());
    this.reader = new KeysReader(spec, service.domains().fields());
  }

  void run(Runnable done) {
    ActionListener<Void> finished =
        Listeners.listener(
            ok -> done.run(),
            e -> {
              positions.forEach(i -> fail(i, e));
              done.run();
            });
    boolean mayCreate = bulk != null && bulk.actions().mayCreate(target);
    WriteTargets targets = service.targets();
    try {
      targets.find(
          target,
          mayCreate,
          Listeners.<Index, Void>then(
              finished,
              (index, next) -> {
                if (spec.equals(service.domains().spec(options, written, service.state()))
                    == false) {
                  // The created index belongs to an alias.
                  again().run(done);
                  return;
                }
                if (index != null) {
                  refuseFinalPipelines(targets, index);
                  targets.requireWithin(spec, options, written, index);
                }
                boolean writes = bulk != null && index != null;
                createReroute(targets, writes, next, last -> decide(index, last));
              }));
    } catch (RuntimeException e) {
      finished.onFailure(e);
    }
  }

  /** Like the index that is written to, the one for duplicates is there before it is needed. */
  private void createReroute(
      WriteTargets targets,
      boolean mayCreate,
      ActionListener<Void> listener,
      Consumer<ActionListener<Void>> then) {
    if (options.to() == null) {
      then.accept(listener);
    } else {
      targets.find(
          targets.written(options.to()),
          mayCreate,
          Listeners.then(listener, (to, next) -> then.accept(next)));
    }
  }

  private TargetBatch again() {
    return new TargetBatch(processor, service, bulk, plain, target, batch, positions, results);
  }

  private void refuseFinalPipelines(WriteTargets targets, Index index) {
    FinalPipelines pipelines = new FinalPipelines(processor.ingestService(), service.state());
    pipelines.refuse(index.getName(), options);
    if (options.onDuplicate() == OnDuplicate.REROUTE) {
      pipelines.refuseReroute(index.getName());
      pipelines.refuseReroute(options.to());
      refuseSameTarget(targets, index);
    }
  }

  private void refuseSameTarget(WriteTargets targets, Index index) {
    String to = targets.written(options.to());
    if (index.equals(service.domains().writeIndex(to, service.state()))) {
      throw new IllegalArgumentException(
          "[to] must not be the index that is written to, which is ["
              + written
              + "] with index ["
              + index.getName()
              + "], got ["
              + options.to()
              + "]; name another index");
    }
  }

  private void decide(@Nullable Index index, ActionListener<Void> finished) {
    ComparedFields compared = service.domains().compared(spec, index, service.state());
    compared.refuseUnknown(
        spec,
        positions.stream()
            .map(i -> batch.get(i).getIngestDocument().getSourceAndMetadata())
            .toList());
    List<ClaimDoc> docs = new ArrayList<>(positions.size());
    List<Integer> asked = new ArrayList<>(positions.size());
    for (int i : positions) {
      try {
        docs.add(claim(index, compared, batch.get(i).getIngestDocument()));
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
            spec,
            index == null || bulk == null ? null : bulk.bulk(),
            options.onDuplicate() == OnDuplicate.TAG ? Kind.KEPT : Kind.DISCARDED,
            docs);
    ActionListener<Void> failing =
        ActionListener.delegateResponse(
            finished,
            (done, e) -> {
              asked.forEach(i -> fail(i, e));
              done.onResponse(null);
            });
    service
        .claims()
        .decide(
            question,
            Listeners.then(
                failing,
                (decisions, next) ->
                    unchanged(
                        asked,
                        docs,
                        Listeners.then(
                            next,
                            (unchanged, last) -> {
                              for (int i = 0; i < asked.size(); i++) {
                                Claim claim = docs.get(i).claim();
                                StoredDecision stored = unchanged.get(claim.ref());
                                apply(asked.get(i), claim, decisions.get(i), stored);
                              }
                              if (unwritten.isEmpty() == false) {
                                service.reporter().settle(spec, unwritten, List.of(), () -> {});
                              }
                              last.onResponse(null);
                            }))));
  }

  /** Finds what need not be written, if that is wanted, with the decisions that are stored. */
  private void unchanged(
      List<Integer> asked,
      List<ClaimDoc> docs,
      ActionListener<Map<DocRef, StoredDecision>> listener) {
    Map<DocRef, IngestDocument> rewritten = new HashMap<>();
    for (int i = 0; i < asked.size(); i++) {
      Claim claim = docs.get(i).claim();
      if (options.skipUnchanged() && plain && bulk.actions().overwrites(claim.ref().id())) {
        rewritten.put(claim.ref(), batch.get(asked.get(i)).getIngestDocument());
      }
    }
    new UnchangedDocuments(service, spec).find(rewritten, listener);
  }

  private ClaimDoc claim(@Nullable Index index, ComparedFields compared, IngestDocument document) {
    Map<String, Object> source = document.getSourceAndMetadata();
    String id = (String) source.get("_id");
    if (bulk != null) {
      bulk.actions().refusePart(source.get("_index"), id);
    }
    KeysReader.Read read = reader.read(source, compared);
    requirePrecomputed(read.keys());
    boolean ownId = id != null;
    if (ownId == false) {
      id = UUIDs.base64UUID();
      source.put("_id", id);
      if (bulk != null) {
        bulk.actions().know(id);
      }
    }
    String routing =
        service
            .state()
            .metadata()
            .resolveWriteIndexRouting((String) source.get("_routing"), written);
    DocRef ref = new DocRef(index == null ? written : index.getName(), id, routing);
    return new ClaimDoc(
        new Claim(ref, ownId, read.keys(), null, -1, null, null, read.text()), read.terms());
  }

  private void requirePrecomputed(Keys keys) {
    for (int stage : options.precomputed()) {
      if (options.ignoreMissing() == false && keys.has(stage) == false) {
        throw new IllegalArgumentException(
            "field ["
                + options.stages().get(stage).field()
                + "] of a [precomputed] near_dup stage must contain a fingerprint, got none; send"
                + " it with the document, or set [ignore_missing] to true to index such documents"
                + " without comparing them");
      }
    }
  }

  private boolean isDataStream(String name) {
    IndexAbstraction found =
        service.state().metadata().getIndicesLookup().get(service.targets().written(name));
    return found != null && found.getType() == IndexAbstraction.Type.DATA_STREAM;
  }

  /** With [ignore_failure] the document is written: what it brings is not taken for a decision. */
  private void fail(int position, Exception e) {
    processor.counters().countFailed();
    WrittenDecision.remove(batch.get(position).getIngestDocument(), options.targetField());
    results[position] = result(position, null, e);
  }

  private IngestDocumentWrapper result(
      int position, @Nullable IngestDocument document, @Nullable Exception e) {
    IngestDocumentWrapper given = batch.get(position);
    return new IngestDocumentWrapper(given.getSlot(), given.getChildSlot(), document, e);
  }

  private void apply(
      int position, Claim claim, Decision decision, @Nullable StoredDecision stored) {
    IngestDocument document = batch.get(position).getIngestDocument();
    DecidedDocument decided =
        new DecidedDocument(
            options,
            spec,
            bulk == null ? null : bulk.actions(),
            plain,
            claim,
            decision,
            tellsOf(decision));
    processor.counters().countDecision(decision, decided.field());
    OnDuplicate action = decided.action();
    Exception failure = null;
    try {
      WrittenDecision said = decided.said();
      if (action == OnDuplicate.TAG && stored != null && stored.isStillSaidBy(said.object())) {
        action = OnDuplicate.DROP;
      }
      said.into(document, options);
      if (action == OnDuplicate.REROUTE) {
        Object index = document.getSourceAndMetadata().get("_index");
        document.setFieldValue("_index", options.to());
        String named = claim.ownId() ? claim.ref().id() : null;
        bulk.actions().reroute(index, named, isDataStream(options.to()));
      }
    } catch (RuntimeException e) {
      failure = e;
    }
    if (action == OnDuplicate.FAIL && failure == null) {
      failure = decided.conflict();
    }
    if (bulk != null) {
      bulk.decide(new BulkClaims.Decider(spec, written, options.to(), Set.of()), claim.ref().id());
      track(new BulkClaims.Tracked(spec, claim, decision, decided.isRemovable()), action);
    }
    boolean kept = failure == null && action != OnDuplicate.DROP;
    results[position] = result(position, kept ? document : null, failure);
  }

  private void track(BulkClaims.Tracked claim, OnDuplicate action) {
    boolean tracked = claim.decision().tracked();
    if (tracked && action != OnDuplicate.TAG) {
      // Not written, so its claim need not wait for the rest of the bulk.
      unwritten.add(new Outcome(claim.decision().seq(), Result.NOT_WRITTEN, null, -1));
    } else if (tracked || claim.removable()) {
      bulk.track(claim);
    }
  }

  /** Only if asked for, and never of an index that is only compared with. */
  private boolean tellsOf(Decision decision) {
    return decision.isNew() == false
        && options.reveal()
        && service.domains().writes(service.state(), written, decision.match().of().index());
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.MappingJson;
import io.neardup.ingest.domain.Merger;
import io.neardup.ingest.search.CanonicalReader;
import io.neardup.request.Listeners;
import io.neardup.sequencer.DocRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.update.UpdateRequest;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.rest.RestStatus;

/**
 * Writes what discarded duplicates leave in the documents that are kept: gathered, and then by
 * compare and set. What is gathered is lost with the home.
 */
final class Merges {
  private static final Logger LOGGER = LogManager.getLogger(Merges.class);

  /** Of a document, with its id and the largest sum of any use. */
  private static final long BYTES = 4_000;

  private final DomainSpec spec;
  private final HomeContext context;
  private final CanonicalReader reader;

  /** Each of them, and each that is being written, is charged for. */
  private final Map<DocRef, Map<String, Object>> gathered = new LinkedHashMap<>();

  private boolean closed;

  Merges(DomainSpec spec, HomeContext context) {
    this.spec = spec;
    this.context = context;
    this.reader = new CanonicalReader(spec, context.domains().fields());
  }

  /** Whether no document waits for an update. */
  synchronized boolean isEmpty() {
    return gathered.isEmpty();
  }

  private Merger merger(DocRef ref) {
    return new Merger(spec, context.domains().fields().ofStored(spec, ref.index()));
  }

  /** What a stored document leaves that is discarded. */
  Map<String, Object> left(DocRef ref, Map<String, Object> discarded) {
    return spec.merge().isEmpty() ? Map.of() : merger(ref).of(discarded, true);
  }

  /**
   * Whether documents of an index may be updated with what those of another leave: of one that was
   * rolled over before it was asked for, that is blocked, or only compared with, perhaps not.
   */
  boolean areTaken(String left, String index) {
    if (spec.merge().isEmpty()) {
      return true;
    }
    if (context.domains().changes(context.state(), left, index) == false) {
      return false;
    }
    try {
      context.domains().fields().requireMergeTargets(spec, index);
      context.domains().fields().of(spec, index);
    } catch (IllegalArgumentException e) {
      return false;
    }
    return true;
  }

  /** Takes room for what a document gets; false if there is none. */
  synchronized boolean reserve(DocRef kept) {
    if (spec.merge().isEmpty() || gathered.containsKey(kept)) {
      return true;
    }
    if (closed || context.memory().take(BYTES) == false) {
      return false;
    }
    gathered.put(kept, Map.of());
    return true;
  }

  /** Adds this to a document that has room, or can get it. */
  synchronized void gather(DocRef kept, Map<String, Object> left) {
    if (left.isEmpty() == false && reserve(kept)) {
      add(kept, left);
    }
  }

  private void add(DocRef kept, Map<String, Object> left) {
    gathered.merge(kept, left, merger(kept)::plus);
  }

  /** What was to be added to one document is added to another. */
  synchronized void move(DocRef from, DocRef to) {
    Map<String, Object> left = gathered.remove(from);
    if (left != null) {
      release();
      gather(to, left);
    }
  }

  /** Writes what is gathered. What cannot be written now is left for the next time. */
  void write(ActionListener<Void> listener) {
    Map<DocRef, Map<String, Object>> now;
    synchronized (this) {
      gathered.entrySet().removeIf(entry -> entry.getValue().isEmpty() && release());
      now = new LinkedHashMap<>(gathered);
      gathered.clear();
    }
    if (now.isEmpty()) {
      listener.onResponse(null);
      return;
    }
    List<DocRef> refs = List.copyOf(now.keySet());
    Listeners.begin(
        ActionListener.<Void>delegateResponse(
            listener,
            (failed, e) -> {
              now.forEach(this::again);
              failed.onFailure(e);
            }),
        next ->
            reader
                .get(refs, false)
                .read(
                    context.client(),
                    Listeners.then(next, (found, last) -> update(refs, found, now, last))));
  }

  private void update(
      List<DocRef> refs,
      List<GetResponse> found,
      Map<DocRef, Map<String, Object>> now,
      ActionListener<Void> listener) {
    BulkRequest bulk = new BulkRequest();
    List<DocRef> updated = new ArrayList<>();
    for (int i = 0; i < refs.size(); i++) {
      GetResponse stored = found.get(i);
      if (stored == null && context.state().metadata().hasIndex(refs.get(i).index())) {
        again(refs.get(i), now.remove(refs.get(i)));
      } else if (stored != null && stored.isExists()) {
        bulk.add(update(refs.get(i), stored, now));
        updated.add(refs.get(i));
      } else {
        now.remove(refs.get(i));
        release();
      }
    }
    if (updated.isEmpty()) {
      listener.onResponse(null);
      return;
    }
    context
        .client()
        .bulk(
            bulk,
            ActionListener.map(
                listener,
                response -> {
                  again(updated, response.getItems(), now);
                  return null;
                }));
  }

  private UpdateRequest update(
      DocRef ref, GetResponse found, Map<DocRef, Map<String, Object>> now) {
    Merger merger = merger(ref);
    Map<String, Object> sum = merger.plus(merger.of(found.getSourceAsMap(), false), now.get(ref));
    return new UpdateRequest(ref.index(), ref.id())
        .routing(ref.routing())
        .setIfSeqNo(found.getSeqNo())
        .setIfPrimaryTerm(found.getPrimaryTerm())
        .doc(MappingJson.tree(sum));
  }

  private void again(
      List<DocRef> updated, BulkItemResponse[] items, Map<DocRef, Map<String, Object>> now) {
    for (int i = 0; i < items.length; i++) {
      RestStatus status = items[i].isFailed() ? items[i].getFailure().getStatus() : RestStatus.OK;
      if (status == RestStatus.CONFLICT
          || status == RestStatus.FORBIDDEN
          || status == RestStatus.TOO_MANY_REQUESTS
          || status.getStatus() >= RestStatus.INTERNAL_SERVER_ERROR.getStatus()) {
        again(updated.get(i), now.get(updated.get(i)));
      } else {
        if (items[i].isFailed()) {
          LOGGER.warn(
              "[{}] of [{}] does not take what its duplicates leave: {}",
              updated.get(i).id(),
              updated.get(i).index(),
              items[i].getFailureMessage());
        }
        release();
      }
    }
  }

  /** Has what could not be written wait again, in the room that it has. */
  private synchronized void again(DocRef kept, Map<String, Object> left) {
    if (closed || gathered.containsKey(kept)) {
      release();
    }
    if (closed == false) {
      add(kept, left);
    }
  }

  private boolean release() {
    context.memory().release(BYTES);
    return true;
  }

  synchronized void close() {
    closed = true;
    gathered.keySet().forEach(kept -> release());
    gathered.clear();
  }
}

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
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.action.update.UpdateRequest;
import org.opensearch.core.rest.RestStatus;

/**
 * Writes what discarded duplicates leave in the documents that are kept: gathered, and then by
 * compare and set, at most one update a second of each. What is gathered is lost with the home.
 *
 * <p>See {@code docs/design/claims.md}.
 */
final class Merges {
  private static final Logger LOGGER = LogManager.getLogger(Merges.class);
  private static final long PAUSE_MILLIS = 1_000;

  /** Updated at once. */
  private static final int MANY = 1_000;

  /** Of a document, with its id and the largest sum of any use. */
  private static final long BYTES = 4_000;

  private final DomainSpec spec;
  private final HomeContext context;
  private final CanonicalReader reader;
  private final Map<DocRef, Map<String, Object>> gathered = new LinkedHashMap<>();
  private long last;

  Merges(DomainSpec spec, HomeContext context) {
    this.spec = spec;
    this.context = context;
    this.reader = new CanonicalReader(spec, context.domains().fields());
  }

  /** Documents that wait for an update. */
  synchronized int size() {
    return gathered.size();
  }

  private Merger merger(DocRef ref) {
    return new Merger(spec, context.domains().fields().ofStored(spec, ref.index()));
  }

  /** What a stored document leaves that is discarded. */
  Map<String, Object> left(DocRef ref, GetResponse discarded) {
    return spec.merge().isEmpty() ? Map.of() : merger(ref).of(discarded.getSourceAsMap(), true);
  }

  /** Adds this to a document, if there is room; or to that which has taken its place. */
  synchronized void gather(DocRef kept, Map<String, Object> left) {
    if (left.isEmpty()) {
      return;
    }
    Map<String, Object> before = gathered.get(kept);
    if (before != null) {
      gathered.put(kept, merger(kept).plus(before, left));
    } else if (context.take(BYTES)) {
      gathered.put(kept, left);
    }
  }

  /** What was to be added to one document is added to another. */
  synchronized void move(DocRef from, DocRef to) {
    Map<String, Object> left = gathered.remove(from);
    if (left != null) {
      context.release(BYTES);
      gather(to, left);
    }
  }

  /** What is to be written now; empty until a while has passed. */
  synchronized Map<DocRef, Map<String, Object>> next() {
    Map<DocRef, Map<String, Object>> now = new LinkedHashMap<>();
    if (context.millis() - last >= PAUSE_MILLIS) {
      for (DocRef ref : gathered.keySet().stream().limit(MANY).toList()) {
        now.put(ref, gathered.remove(ref));
        context.release(BYTES);
      }
      last = context.millis();
    }
    return context.settings().enabled() ? now : Map.of();
  }

  /** Updates documents. Meanwhile none of them may be removed: the sums would be lost with it. */
  void write(Map<DocRef, Map<String, Object>> now, Runnable done) {
    List<DocRef> refs = List.copyOf(now.keySet());
    Listeners.begin(
        Listeners.<Void>listener(
            ok -> done.run(),
            e -> {
              LOGGER.debug("what duplicates left in [{}] is added later", spec.key(), e);
              now.forEach(this::gather);
              done.run();
            }),
        listener ->
            context
                .client()
                .multiGet(
                    reader.get(refs).request(),
                    Listeners.then(
                        listener,
                        (found, next) -> {
                          BulkRequest bulk = new BulkRequest();
                          List<DocRef> updated = new ArrayList<>();
                          for (int i = 0; i < refs.size(); i++) {
                            MultiGetItemResponse item = found.getResponses()[i];
                            if (item.isFailed()) {
                              gather(refs.get(i), now.get(refs.get(i)));
                            } else if (item.getResponse().isExists()) {
                              bulk.add(update(refs.get(i), item.getResponse(), now));
                              updated.add(refs.get(i));
                            }
                          }
                          if (updated.isEmpty()) {
                            next.onResponse(null);
                            return;
                          }
                          context
                              .client()
                              .bulk(
                                  bulk,
                                  Listeners.then(
                                      next,
                                      (response, last) -> {
                                        again(updated, response.getItems(), now);
                                        last.onResponse(null);
                                      }));
                        })));
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
          || status == RestStatus.TOO_MANY_REQUESTS
          || status.getStatus() >= RestStatus.INTERNAL_SERVER_ERROR.getStatus()) {
        gather(updated.get(i), now.get(updated.get(i)));
      }
    }
  }

  synchronized void close() {
    context.release(BYTES * gathered.size());
    gathered.clear();
  }
}

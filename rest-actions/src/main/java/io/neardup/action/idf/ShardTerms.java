// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import io.neardup.action.DocumentRights;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.BreakerMemory;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.opensearch.Version;
import org.opensearch.action.OriginalIndices;
import org.opensearch.action.search.SearchContextId;
import org.opensearch.common.Nullable;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.index.engine.Engine;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.search.SearchContextMissingException;
import org.opensearch.search.SearchPhaseResult;
import org.opensearch.search.SearchService;
import org.opensearch.search.SearchShardTarget;
import org.opensearch.search.internal.PitReaderContext;
import org.opensearch.search.internal.ShardSearchContextId;
import org.opensearch.tasks.CancellableTask;

/**
 * Pages through the terms of a field of one shard, merged over its Lucene segments. All pages show
 * one point in time, held in a reader context as for searches: it ends with the last page, with a
 * timeout between pages, or with the index.
 */
final class ShardTerms {
  private static final int TERMS_BETWEEN_CHECKS = 1 << 12;

  private final SearchService searches;
  private final String node;
  private final TimeValue keepAlive;
  private final BreakerMemory memory;

  /**
   * @param node id of this node
   * @param keepAlive timeout between pages
   * @param memory of pages
   */
  ShardTerms(SearchService searches, String node, TimeValue keepAlive, BreakerMemory memory) {
    this.searches = searches;
    this.node = node;
    this.keepAlive = keepAlive;
    this.memory = memory;
  }

  /** Answers with the next page, or closes the reader. */
  void page(TermPageRequest request, CancellableTask task, ActionListener<TermPage> listener) {
    if (request.size() == 0) {
      searches.freeReaderContext(request.reader());
      listener.onResponse(TermPage.UNMAPPED);
      return;
    }
    MappedFieldType field = field(request);
    if (field == null) {
      listener.onResponse(TermPage.UNMAPPED);
    } else if (request.reader() == null) {
      searches.createPitReaderContext(
          request.shard(),
          keepAlive,
          ActionListener.map(
              listener,
              reader -> {
                register(request, reader);
                return page(request, reader, field, task);
              }));
    } else {
      ActionListener.completeWith(listener, () -> page(request, request.reader(), field, task));
    }
  }

  @Nullable private MappedFieldType field(TermPageRequest request) {
    MappedFieldType field =
        searches
            .getIndicesService()
            .indexServiceSafe(request.shard().getIndex())
            .mapperService()
            .fieldType(request.field());
    if (field != null
        && (field.isSearchable() && field.getTextSearchInfo().isTokenized()) == false) {
      throw new IllegalArgumentException(
          "[field] must be an indexed text field, got ["
              + request.field()
              + "], which is of type ["
              + field.typeName()
              + "]"
              + (field.isSearchable() ? "" : " and not indexed")
              + " in ["
              + request.shard().getIndexName()
              + "]; a dictionary consists of the terms that an analyzer produces");
    }
    return field;
  }

  /** Gives the point in time an id, because the list of points in time requires one. */
  private void register(TermPageRequest request, ShardSearchContextId reader) {
    OpenReader open =
        new OpenReader(
            reader, new SearchShardTarget(node, request.shard(), null, OriginalIndices.NONE));
    open(reader).setPitId(SearchContextId.encode(List.of(open), Map.of(), Version.CURRENT));
  }

  private static final class OpenReader extends SearchPhaseResult {
    OpenReader(ShardSearchContextId reader, SearchShardTarget target) {
      contextId = reader;
      setSearchShardTarget(target);
    }
  }

  private PitReaderContext open(ShardSearchContextId reader) {
    PitReaderContext context = searches.getPitReaderContext(reader);
    if (context == null || context.id().equals(reader) == false) {
      throw new SearchContextMissingException(reader);
    }
    return context;
  }

  private TermPage page(
      TermPageRequest request,
      ShardSearchContextId reader,
      MappedFieldType field,
      CancellableTask task)
      throws IOException {
    boolean more = false;
    PitReaderContext context = open(reader);
    Releasable used = context.markAsUsed(keepAlive.millis());
    try (used;
        MemoryAccount account = memory.open();
        Engine.Searcher searcher = context.acquireSearcher("near_dup_idf")) {
      context.validate(request);
      DocumentRights.requireAll(searcher.getDirectoryReader());
      Terms terms = MultiTerms.getTerms(searcher.getIndexReader(), field.name());
      if (terms == null) {
        return new TermPage(true, 0, null, BytesArray.EMPTY);
      }
      account.take(request.size());
      TermsEnum rest = terms.iterator();
      BytesStreamOutput entries = new BytesStreamOutput();
      more = write(rest, first(rest, request.after()), entries, request.size(), task);
      return new TermPage(true, terms.getDocCount(), more ? reader : null, entries.bytes());
    } finally {
      if (more == false) {
        searches.freeReaderContext(reader);
      }
    }
  }

  @Nullable private static BytesRef first(TermsEnum terms, @Nullable BytesRef after) throws IOException {
    if (after == null) {
      return terms.next();
    }
    return switch (terms.seekCeil(after)) {
      case FOUND -> terms.next();
      case NOT_FOUND -> terms.term();
      case END -> null;
    };
  }

  /** Returns whether there are more terms than fit. */
  private static boolean write(
      TermsEnum terms,
      @Nullable BytesRef first,
      BytesStreamOutput entries,
      int size,
      CancellableTask task)
      throws IOException {
    int written = 0;
    BytesRef term = first;
    for (; term != null && entries.size() < size; term = terms.next()) {
      entries.writeBytesRef(term);
      entries.writeVLong(terms.docFreq());
      if (++written % TERMS_BETWEEN_CHECKS == 0 && task.isCancelled()) {
        throw new TaskCancelledException("cancelled: " + task.getReasonCancelled());
      }
    }
    return term != null;
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.util.Bits;
import org.opensearch.OpenSearchSecurityException;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.AliasMetadata;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.common.lucene.index.OpenSearchDirectoryReader;
import org.opensearch.common.lucene.search.Queries;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.search.internal.SearchContext;

/**
 * Permission checks of requests that count the documents of terms. The counts include documents
 * that document-level security hides, so users with such restrictions may not send them.
 */
public final class DocumentRights {
  private static final String COUNTS_ALL =
      "the terms of a field reveal something about all its documents, some of which are hidden from"
          + " this user; send the request as a user without document-level security";

  private DocumentRights() {}

  /**
   * Rejects a reader that hides documents.
   *
   * @param seen the reader of the user's searcher
   */
  public static void requireAll(DirectoryReader seen) {
    DirectoryReader all = OpenSearchDirectoryReader.getOpenSearchDirectoryReader(seen);
    if (seen.equals(all) == false && visible(seen) < visible(all)) {
      throw new OpenSearchSecurityException(COUNTS_ALL, RestStatus.FORBIDDEN);
    }
  }

  /**
   * Rejects a search for all documents that does not see all: they are hidden by its reader, or by
   * a filter that somebody has added to its query.
   */
  public static void requireAll(SearchContext search) throws IOException {
    DirectoryReader seen = search.searcher().getDirectoryReader();
    requireAll(seen);
    DirectoryReader all = OpenSearchDirectoryReader.getOpenSearchDirectoryReader(seen);
    int documents =
        search.mapperService().hasNested()
            ? new IndexSearcher(all).count(Queries.newNonNestedFilter())
            : all.numDocs();
    if (search.searcher().count(search.query()) < documents) {
      throw new OpenSearchSecurityException(COUNTS_ALL, RestStatus.FORBIDDEN);
    }
  }

  /**
   * Rejects aliases with a filter, where all documents of an index count.
   *
   * @param named the names in the request
   * @param concrete the indexes that they mean
   */
  public static void requireUnfiltered(
      IndexNameExpressionResolver resolver, ClusterState state, String[] named, String[] concrete) {
    requireNo("a filter", AliasMetadata::filteringRequired, resolver, state, named, concrete);
  }

  /** The same, and rejects aliases that mean some shards of an index only. */
  public static void requireWhole(
      IndexNameExpressionResolver resolver, ClusterState state, String[] named, String[] concrete) {
    requireNo(
        "a filter or a routing",
        alias -> alias.filteringRequired() || alias.searchRouting() != null,
        resolver,
        state,
        named,
        concrete);
  }

  private static void requireNo(
      String what,
      Predicate<AliasMetadata> restricts,
      IndexNameExpressionResolver resolver,
      ClusterState state,
      String[] named,
      String[] concrete) {
    Set<String> names = resolver.resolveExpressions(state, named);
    for (String index : concrete) {
      String[] restricted = resolver.indexAliases(state, index, restricts, false, names);
      if (restricted != null) {
        throw new IllegalArgumentException(
            "[index] must not be an alias with "
                + what
                + ", got "
                + List.of(restricted)
                + ": all documents of an index count; name ["
                + index
                + "] itself");
      }
    }
  }

  private static long visible(DirectoryReader reader) {
    long visible = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      Bits live = leaf.reader().getLiveDocs();
      int documents = leaf.reader().maxDoc();
      for (int i = 0; live != null && i < live.length(); i++) {
        documents -= live.get(i) ? 0 : 1;
      }
      visible += documents;
    }
    return visible;
  }

  /**
   * Explains a rejection by the security plugin. If that restricts documents where requests come
   * in, it rejects requests that it cannot restrict with a misleading server error.
   */
  public static <T> ActionListener<T> explained(ActionListener<T> listener) {
    return explained(listener, COUNTS_ALL);
  }

  /**
   * As {@link #explained(ActionListener)}.
   *
   * @param why the request cannot be restricted
   */
  public static <T> ActionListener<T> explained(ActionListener<T> listener, String why) {
    return ActionListener.delegateResponse(
        listener, (refused, failure) -> refused.onFailure(explain(failure, why)));
  }

  /** What a user is told of a failure: as by {@link #explained(ActionListener, String)}. */
  public static Exception explain(Exception failure, String why) {
    return failure instanceof OpenSearchSecurityException refusal
            && refusal.status() == RestStatus.INTERNAL_SERVER_ERROR
        ? new OpenSearchSecurityException(why, RestStatus.FORBIDDEN, refusal)
        : failure;
  }
}

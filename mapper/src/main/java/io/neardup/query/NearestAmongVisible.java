// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.lucene.NearestFingerprintsQuery;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.index.query.ParsedQuery;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.search.internal.SearchContext;

/**
 * Restricts nearest-neighbor queries to the documents that the search may see, so that hidden ones
 * take up none of the k places. Document-level security of opensearch-security wraps the user's
 * query into a query of its own: either where the request comes in, which a header tells, or on
 * each shard before the search starts, in a listener like this one; the two may be called in any
 * order.
 */
public final class NearestAmongVisible implements SearchOperationListener {
  /** Set if opensearch-security has already wrapped the query of the request. */
  private static final String RESTRICTED = "_opendistro_security_filter_level_dls_done";

  private final ThreadContext threadContext;

  public NearestAmongVisible(ThreadContext threadContext) {
    this.threadContext = threadContext;
  }

  @Override
  public void onPreQueryPhase(SearchContext context) {
    List<NearestFingerprintsQuery> nearest = nearest(context);
    if (nearest.isEmpty()) {
      return;
    }
    boolean restricted = threadContext.getHeader(RESTRICTED) != null;
    Query asked = restricted ? null : asked(context);
    nearest.forEach(query -> query.among(() -> visible(context, asked)));
    if (visible(context, asked) != null) {
      // The nearest have already been searched for, among all documents.
      ParsedQuery again = context.parsedQuery();
      context.parsedQuery(again).preProcess(true);
    }
  }

  private static List<NearestFingerprintsQuery> nearest(SearchContext context) {
    List<NearestFingerprintsQuery> nearest = new ArrayList<>();
    QueryVisitor visitor =
        new QueryVisitor() {
          @Override
          public QueryVisitor getSubVisitor(Occur occur, Query parent) {
            return this;
          }

          @Override
          public void visitLeaf(Query query) {
            if (query instanceof NearestFingerprintsQuery found) {
              nearest.add(found);
            }
          }
        };
    for (ParsedQuery query :
        new ParsedQuery[] {context.parsedQuery(), context.parsedPostFilter()}) {
      if (query != null) {
        query.query().visit(visitor);
      }
    }
    return nearest;
  }

  /** The query of the request, without anything around it. */
  private static Query asked(SearchContext context) {
    QueryBuilder query =
        context.request() == null || context.request().source() == null
            ? null
            : context.request().source().query();
    return query == null ? null : context.getQueryShardContext().toQuery(query).query();
  }

  /**
   * The query of visible documents: any of opensearch-security's clauses, without the user's; or
   * null.
   *
   * @param asked the user's query, or null if the request came in restricted
   */
  private static Query visible(SearchContext context, Query asked) {
    Query root = context.parsedQuery().query();
    while (root instanceof BoostQuery boosted) {
      root = boosted.getQuery();
    }
    if (root.equals(asked)
        || (root instanceof BooleanQuery bool
                && bool.getMinimumNumberShouldMatch() == 1
                && bool.getClauses(Occur.MUST).size() == 1)
            == false) {
      return null;
    }
    BooleanQuery.Builder visible = new BooleanQuery.Builder().setMinimumNumberShouldMatch(1);
    ((BooleanQuery) root)
        .getClauses(Occur.SHOULD)
        .forEach(clause -> visible.add(clause, Occur.SHOULD));
    return visible.build();
  }
}

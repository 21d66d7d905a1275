// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;

/**
 * A query that fails as soon as it is looked at: for a mistake that must not find nothing. An
 * exception while a query is built does not reach the user of a search bar, since {@code
 * query_string} is lenient unless fields are given to it, and takes a clause that fails for one
 * that matches nothing.
 */
final class RefusedQuery extends Query {
  private final String reason;

  RefusedQuery(String reason) {
    this.reason = reason;
  }

  private IllegalArgumentException refusal() {
    return new IllegalArgumentException(reason);
  }

  @Override
  public Query rewrite(IndexSearcher searcher) {
    throw refusal();
  }

  /** The percolator looks at a query before it stores it. */
  @Override
  public void visit(QueryVisitor visitor) {
    throw refusal();
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other) && reason.equals(((RefusedQuery) other).reason);
  }

  @Override
  public int hashCode() {
    return 31 * classHash() + reason.hashCode();
  }

  @Override
  public String toString(String field) {
    return "refused: " + reason;
  }
}

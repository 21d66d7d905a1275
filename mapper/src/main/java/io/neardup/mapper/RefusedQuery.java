// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;

/**
 * A query that always fails, for mistakes that must not silently match nothing. Exceptions thrown
 * while a query is built do not reach the user of a search bar: {@code query_string} is lenient
 * unless it names fields, and treats a clause that fails as one that matches nothing.
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

  /** The percolator visits a query before it stores it. */
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

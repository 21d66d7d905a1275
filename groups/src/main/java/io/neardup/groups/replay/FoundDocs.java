// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.groups.pit.RankedDocs;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.opensearch.search.SearchHit;

/**
 * Documents that a search has found, in this order, with what was asked for of their sources: each
 * is the canonical of its own group.
 *
 * @param areCompared whether each has a fingerprint
 */
public record FoundDocs(List<Doc> docs, boolean areCompared) implements RankedDocs {
  /** Those of a search, whatever they have. */
  public static RankedDocs of(SearchHit... hits) {
    return new FoundDocs(Arrays.stream(hits).map(PointInTimeDocs::doc).toList(), false);
  }

  @Override
  public boolean isOrdered() {
    return false;
  }

  @Override
  public int size() {
    return docs.size();
  }

  @Override
  public int row(int rank) {
    return rank;
  }

  @Override
  public boolean isGiven(int row) {
    return false;
  }

  @Override
  public int leader(int row) {
    return row;
  }

  @Override
  public int distance(int row) {
    return 0;
  }

  @Override
  public Supplier<Map<Integer, Doc>> read(int[] rows, String... fields) {
    Map<Integer, Doc> read = new HashMap<>();
    for (int row : rows) {
      read.put(row, docs.get(row));
    }
    return () -> read;
  }
}

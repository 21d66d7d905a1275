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
 * Documents that a search has found, in this order, with what was asked for of their sources: they
 * are compared with nothing here.
 */
public record FoundDocs(List<Doc> docs) implements CanonicalDocs {
  /** Those of a search. */
  public static RankedDocs of(SearchHit... hits) {
    return new FoundDocs(Arrays.stream(hits).map(PointInTimeDocs::doc).toList());
  }

  @Override
  public boolean areCompared() {
    return false;
  }

  @Override
  public int size() {
    return docs.size();
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

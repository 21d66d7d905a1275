// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.collapse.lost.HitLosses;
import io.neardup.fingerprint.collapse.HitDistances;
import io.neardup.fingerprint.collapse.HitGroup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.common.document.DocumentField;
import org.opensearch.search.SearchHit;
import org.opensearch.transport.RemoteClusterAware;

/** Has each shown hit list those that were left out because of it. */
final class CollapsedHits {
  /** The field of the hit. */
  static final String FIELD = "near_dup_collapsed";

  private static final String HITS = "hits";

  private final SearchHit[] hits;
  private final Measure measure;
  private final HitDistances distances;
  @Nullable private final HitLosses losses;

  /**
   * @param losses null if it does not matter what is lost
   */
  CollapsedHits(
      SearchHit[] hits, Measure measure, HitDistances distances, @Nullable HitLosses losses) {
    this.hits = hits;
    this.measure = measure;
    this.distances = distances;
    this.losses = losses;
  }

  /** Has the shown hit list the rest of its group; one that is alone stays as it is. */
  void list(HitGroup group, SearchHit shown) {
    List<Object> entries = new ArrayList<>(earlier(hits[group.shown()]));
    for (int hit : group.collapsed()) {
      entries.add(entry(hit, group));
      entries.addAll(earlier(hits[hit]));
    }
    if (entries.isEmpty() == false) {
      Map<String, Object> list = new LinkedHashMap<>();
      list.put("count", entries.size());
      list.put(HITS, entries);
      shown.setDocumentField(FIELD, new DocumentField(FIELD, List.of(list)));
    }
  }

  private Map<String, Object> entry(int hit, HitGroup group) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put(
        "_index",
        RemoteClusterAware.buildRemoteIndexName(hits[hit].getClusterAlias(), hits[hit].getIndex()));
    entry.put("_id", hits[hit].getId());
    measure.write(entry, distances.distance(group.shown(), hit));
    if (losses != null) {
      losses.tell(group.shown(), hit, entry);
    }
    if (group.isPassedOver(hit)) {
      entry.put(CollapseSummary.PASSED_OVER, true);
    }
    return entry;
  }

  /** What another cluster has left out because of this hit. */
  private static List<?> earlier(SearchHit hit) {
    DocumentField field = hit.field(FIELD);
    return field != null
            && field.getValue() instanceof Map<?, ?> map
            && map.get(HITS) instanceof List<?> list
        ? list
        : List.of();
  }
}

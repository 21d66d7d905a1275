// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.fingerprint.collapse.HitGroup;
import java.util.List;
import org.opensearch.common.Nullable;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;

/** The groups of a page, of which one hit each is shown. */
final class CollapsedPage {
  private final SearchHit[] examined;
  private final List<HitGroup> groups;
  private final CollapsedHits collapsed;
  private final CollapseSummary summary;

  CollapsedPage(
      SearchHit[] examined,
      List<HitGroup> groups,
      CollapsedHits collapsed,
      CollapseSummary summary) {
    this.examined = examined;
    this.groups = groups;
    this.collapsed = collapsed;
    this.summary = summary;
  }

  CollapseSummary summary() {
    return summary;
  }

  /** The shown hits, as they have been examined. */
  SearchHit[] shown() {
    return groups.stream().map(group -> examined[group.shown()]).toArray(SearchHit[]::new);
  }

  /** The place of a group's shown hit among those that have been examined. */
  int place(int group) {
    return groups.get(group).shown();
  }

  /**
   * The shown hit of a group, with the list of the others.
   *
   * @param fetched what a search has of it
   * @param caller what was asked for, if that was another search than the one that found it
   */
  SearchHit show(int group, SearchHit fetched, @Nullable SearchSourceBuilder caller) {
    SearchHit hit =
        caller == null ? fetched : PageSource.asAsked(caller, fetched, examined[place(group)]);
    collapsed.list(groups.get(group), hit);
    return hit;
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.priority;

import org.apache.lucene.index.LeafReaderContext;
import org.opensearch.search.fetch.FetchContext;
import org.opensearch.search.fetch.FetchSubPhase;
import org.opensearch.search.fetch.FetchSubPhaseProcessor;

/** Has searches of jobs give way to others between the documents that they fetch. */
public final class GivingWayPhase implements FetchSubPhase {
  @Override
  public FetchSubPhaseProcessor getProcessor(FetchContext context) {
    return context.getSearchExt(JobSearch.NAME) == null ? null : new Processor();
  }

  private static final class Processor implements FetchSubPhaseProcessor {
    @Override
    public void setNextReader(LeafReaderContext segment) {}

    @Override
    public void process(HitContext hit) {
      SearchesFirst.giveWay();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.ingest.idf.IdfDictionaries;
import org.opensearch.index.analysis.AnalysisRegistry;

/**
 * What processors of one type have from their node.
 *
 * @param registry its analyzers
 * @param counters shared by all of these processors
 */
public record SketchNode(
    AnalysisRegistry registry,
    IdfDictionaries dictionaries,
    IngestLimits limits,
    SketchCounters counters) {

  /** The same for documents that are not indexed: the node does not count them. */
  public SketchNode uncounted() {
    return new SketchNode(registry, dictionaries, limits, new SketchCounters());
  }
}

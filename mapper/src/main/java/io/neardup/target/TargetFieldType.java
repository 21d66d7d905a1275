// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.target;

import org.apache.lucene.search.Query;
import org.opensearch.index.query.QueryShardContext;

/** A field type whose documents can be searched by their nearness to a target. */
public interface TargetFieldType {
  /** The kind of its values. */
  TargetKind kind();

  /**
   * The documents that are near the target.
   *
   * @param target of this kind
   * @param context whose search is charged for the memory; null outside one
   * @throws IllegalArgumentException if the nearness is not of this kind, or asks for too much
   */
  Query nearDupQuery(Target target, Nearness nearness, QueryShardContext context);

  /**
   * The documents whose content verdicts know by one of these digests.
   *
   * @param digests in ascending order
   */
  Query digestsQuery(long[] digests, QueryShardContext context);
}

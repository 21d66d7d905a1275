// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import org.opensearch.common.Nullable;
import org.opensearch.common.lucene.BytesRefs;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.query.QueryShardException;

/**
 * Keeps a field out of searches of all fields: core looks for the empty text to learn which ones
 * these cover, and skips those that throw. Otherwise a search for [cafe] would match documents by
 * the digits of their fingerprints, and one for [new] nearly every decision.
 */
final class AllFieldsProbe {
  private AllFieldsProbe() {}

  /**
   * Refuses the empty text.
   *
   * @param context null where no shard is searched
   * @param field what the message begins with: the name of the field, and what it holds
   */
  static void refuse(Object value, @Nullable QueryShardContext context, String field) {
    if (context != null && BytesRefs.toString(value).isEmpty()) {
      throw new QueryShardException(context, field + ", got []");
    }
  }
}

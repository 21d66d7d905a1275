// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.target.MappedFields;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.IndexWriter;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.common.Nullable;
import org.opensearch.search.sort.FieldSortBuilder;
import org.opensearch.search.sort.ScriptSortBuilder;
import org.opensearch.search.sort.SortBuilder;

/**
 * How much memory the values take that hits are sorted by, at most. Shards gather them for all hits
 * of a page, and the search merges them, before anybody could charge what they turn out to be.
 */
final class SortValues {
  private static final int SHORT = 16;

  /** Of an id; other fields of the server have shorter values. */
  private static final int OF_METADATA = 512;

  private static final int BYTES_PER_CHARACTER = 3;

  private static final Set<String> SHORT_TYPES =
      Set.of(
          "boolean",
          "byte",
          "date",
          "date_nanos",
          "double",
          "float",
          "half_float",
          "integer",
          "ip",
          "long",
          "scaled_float",
          "short",
          "simhash",
          "unsigned_long");

  private SortValues() {}

  /** Of one hit that is shown: once for each shard that may have found another one, and again. */
  static long most(
      ClusterState state, IndexNameExpressionResolver resolver, NearDupRequest request) {
    String[] indexes =
        resolver.concreteIndexNames(
            state, IndicesOptions.lenientExpandOpenHidden(), request.indices());
    long sum = 0;
    for (SortBuilder<?> sort : request.sorts()) {
      long longest = 0;
      for (String index : indexes) {
        long length = longest(new MappedFields(state), index, sort);
        sum += length * state.metadata().index(index).getNumberOfShards();
        longest = Math.max(longest, length);
      }
      sum += longest;
    }
    return sum;
  }

  private static long longest(MappedFields mapped, String index, SortBuilder<?> sort) {
    if (sort instanceof ScriptSortBuilder script) {
      return script.type() == ScriptSortBuilder.ScriptSortType.STRING
          ? IndexWriter.MAX_TERM_LENGTH
          : SHORT;
    }
    return sort instanceof FieldSortBuilder field
        ? longest(field.getFieldName(), mapped.parameters(index, field.getFieldName()))
        : SHORT;
  }

  private static long longest(String field, @Nullable Map<?, ?> mapping) {
    if (mapping == null) {
      return field.startsWith("_") ? OF_METADATA : IndexWriter.MAX_TERM_LENGTH;
    }
    if (SHORT_TYPES.contains(String.valueOf(mapping.get("type")))) {
      return SHORT;
    }
    return mapping.get("ignore_above") instanceof Number most
        ? Math.min(IndexWriter.MAX_TERM_LENGTH, BYTES_PER_CHARACTER * most.longValue())
        : IndexWriter.MAX_TERM_LENGTH;
  }
}

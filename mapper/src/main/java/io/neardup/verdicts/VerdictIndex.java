// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.verdicts;

import io.neardup.fingerprint.Fingerprint;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexAbstraction;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.MappingMetadata;
import org.opensearch.cluster.metadata.MetadataCreateIndexService;
import org.opensearch.index.IndexSortConfig;

/** The index that a list of verdicts is: one shard, and one document for each pair. */
public final class VerdictIndex {
  /** The parameter that names a list. */
  public static final String PARAMETER = "verdicts";

  /** The field of the pair, which is the id, too. */
  public static final String PAIR = "pair";

  /** Ordered by pair, so that reading it page by page reads each page only. */
  public static final Map<String, Object> SETTINGS =
      Map.of(
          "index.number_of_shards",
          1,
          "index.auto_expand_replicas",
          "0-1",
          "index.sort.field",
          PAIR);

  /** Of the copies, the one that has what was said a moment ago: others may wait for segments. */
  static final String PREFERENCE = "_primary_first";

  private static final Map<String, Object> FIELDS =
      Map.of(PAIR, Map.of("type", "keyword"), Verdict.NAME, Map.of("type", "keyword"));

  /** How it is mapped. */
  public static final Map<String, Object> MAPPING =
      Map.of("dynamic", "strict", "properties", FIELDS);

  private VerdictIndex() {}

  /**
   * The name of a list, as a request has it.
   *
   * @throws IllegalArgumentException (HTTP 400) if no index can have it
   */
  public static String name(Object given) {
    if (given instanceof String name) {
      MetadataCreateIndexService.validateIndexOrAliasName(name, VerdictIndex::noName);
      if (name.equals(name.toLowerCase(Locale.ROOT)) == false) {
        throw noName(name, "must be in lower case");
      }
      return name;
    }
    throw new IllegalArgumentException(
        "[" + PARAMETER + "] must be the name of an index, got [" + given + "]");
  }

  private static IllegalArgumentException noName(String name, String reason) {
    return new IllegalArgumentException(
        "["
            + PARAMETER
            + "] must be the name of one index of this cluster, got ["
            + Fingerprint.shown(name)
            + "], and a name "
            + reason);
  }

  /**
   * The index of a list.
   *
   * @return null if there is no index of that name
   * @throws IllegalArgumentException (HTTP 400) if there is, but no list of verdicts
   */
  public static IndexMetadata find(ClusterState state, String name) {
    IndexAbstraction seen = state.metadata().getIndicesLookup().get(name);
    if (seen == null) {
      return null;
    }
    IndexMetadata index = state.metadata().index(name);
    if (seen.getType() != IndexAbstraction.Type.CONCRETE_INDEX
        || index == null
        || index.mapping() == null
        || index.getNumberOfShards() != 1
        || IndexSortConfig.INDEX_SORT_FIELD_SETTING.get(index.getSettings()).equals(List.of(PAIR))
            == false
        || isMapped(index.mapping()) == false) {
      throw new IllegalArgumentException(
          "["
              + PARAMETER
              + "] must be the name of a list of verdicts, got ["
              + name
              + "], which is another index, an alias or a data stream; PUT _near_dup/verdicts/{name}"
              + " makes a list of a name that does not exist");
    }
    return index;
  }

  /** A template may map more. */
  private static boolean isMapped(MappingMetadata mapping) {
    return mapping.sourceAsMap().get("properties") instanceof Map<?, ?> fields
        && fields.entrySet().containsAll(FIELDS.entrySet());
  }

  /**
   * The index of a list.
   *
   * @throws IllegalArgumentException (HTTP 400) if there is none
   */
  public static IndexMetadata require(ClusterState state, String name) {
    IndexMetadata index = find(state, name);
    if (index == null) {
      throw new IllegalArgumentException(
          "["
              + PARAMETER
              + "] must be the name of a list of verdicts, got ["
              + name
              + "], which does not exist; PUT _near_dup/verdicts/"
              + name
              + " makes it");
    }
    return index;
  }
}

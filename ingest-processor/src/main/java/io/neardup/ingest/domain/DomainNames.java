// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.opensearch.cluster.metadata.AliasMetadata;
import org.opensearch.cluster.metadata.IndexAbstraction;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.regex.Regex;

/**
 * Canonical names of write targets: documents written to an alias compete with those written to its
 * index, and a list of names is a set.
 *
 * @param lookup the names of the cluster, from its state
 * @param dates resolves date math in names
 */
public record DomainNames(Map<String, IndexAbstraction> lookup, UnaryOperator<String> dates) {

  /**
   * The name that documents with this target compete under: the data stream of a backing index, the
   * single index of an alias, the rollover alias of an index; otherwise the name itself.
   */
  public String written(String target) {
    String name = alone(dates.apply(target));
    IndexAbstraction found = lookup.get(name);
    if (found == null || found.getType() != IndexAbstraction.Type.CONCRETE_INDEX) {
      return name;
    }
    if (found.getParentDataStream() != null) {
      return found.getParentDataStream().getName();
    }
    List<String> rollovers =
        found.getIndices().get(0).getAliases().keySet().stream().filter(this::rollsOver).toList();
    return rollovers.size() == 1 ? rollovers.get(0) : name;
  }

  /** Names and patterns without duplicates and without those that a pattern covers anyway. */
  public List<String> canonical(List<String> indices) {
    SortedSet<String> names = new TreeSet<>();
    for (String name : indices) {
      names.add(isPattern(name) ? plain(name) : alone(dates.apply(name)));
    }
    return names.stream()
        .filter(name -> names.stream().noneMatch(other -> has(other, name)))
        .toList();
  }

  private static boolean isPattern(String name) {
    return name.equals("_all") || (name.contains("*") && name.startsWith("<") == false);
  }

  private static String plain(String pattern) {
    return pattern.equals("_all") ? "*" : pattern.replaceAll("\\*+", "*");
  }

  /** Whether another name or pattern covers everything that this one stands for. */
  private static boolean has(String other, String name) {
    return other.equals(name) == false && other.contains("*") && Regex.simpleMatch(other, name);
  }

  /** The only index of an alias, unless it has or will have more. */
  private String alone(String name) {
    IndexAbstraction found = lookup.get(name);
    return found != null
            && found.getType() == IndexAbstraction.Type.ALIAS
            && found.getIndices().size() == 1
            && rollsOver(name) == false
        ? found.getIndices().get(0).getIndex().getName()
        : name;
  }

  /** Whether an alias has an explicit write index. */
  private boolean rollsOver(String alias) {
    IndexAbstraction found = lookup.get(alias);
    return found != null
        && found.getType() == IndexAbstraction.Type.ALIAS
        && found.getIndices().stream().anyMatch(index -> isWriteIndex(index, alias));
  }

  private static boolean isWriteIndex(IndexMetadata index, String alias) {
    AliasMetadata found = index.getAliases().get(alias);
    return found != null && Boolean.TRUE.equals(found.writeIndex());
  }
}

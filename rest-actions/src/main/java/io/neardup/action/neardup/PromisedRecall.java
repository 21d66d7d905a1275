// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.action.resolve.DocumentTexts;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.target.MappedFields;
import io.neardup.target.Nearness;
import io.neardup.target.TargetKind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.opensearch.cluster.ClusterState;
import org.opensearch.common.Nullable;
import org.opensearch.transport.RemoteClusterAware;

/**
 * The recall that lookups by similarity have at least: what was asked for, unless a field has too
 * few bands for so low a similarity.
 */
final class PromisedRecall {
  private final Nearness asked;

  private PromisedRecall(Nearness asked) {
    this.asked = asked;
  }

  /**
   * The least of the indexes; null if lookups find all, because no question was about signatures,
   * or if it cannot be told, because other clusters are searched.
   */
  @Nullable static Double of(NearDupRequest request, List<NearDupResult> results, DocumentTexts.Node node) {
    if (results.stream().noneMatch(NearDupResult::isBySimilarity)) {
      return null;
    }
    if (Arrays.stream(request.indices())
        .anyMatch(index -> index.indexOf(RemoteClusterAware.REMOTE_CLUSTER_INDEX_SEPARATOR) >= 0)) {
      return null;
    }
    ClusterState state = node.clusterService().state();
    MappedFields mapped = new MappedFields(state);
    PromisedRecall recall = new PromisedRecall(request.nearness());
    OptionalDouble least =
        Stream.of(node.resolver().concreteIndexNames(state, request))
            .filter(index -> TargetKind.MINHASH.type().equals(mapped.type(index, request.field())))
            .mapToDouble(index -> recall.in(mapped.parameters(index, request.field())))
            .min();
    return least.isPresent() ? least.getAsDouble() : null;
  }

  private double in(Map<?, ?> field) {
    double similarity = number(field, Nearness.SIMILARITY, asked.similarity());
    double wanted = number(field, Nearness.RECALL, asked.recall());
    if (wanted == 1) {
      return 1;
    }
    Bands bands =
        Bands.of(number(field, Nearness.SIMILARITY, null), number(field, Nearness.RECALL, null));
    return bands.recall(similarity, bands.read(similarity, wanted));
  }

  /** What was asked for, else what the field says, which its mapping always does. */
  private static double number(Map<?, ?> field, String parameter, @Nullable Double asked) {
    return asked == null ? Double.parseDouble(String.valueOf(field.get(parameter))) : asked;
  }
}

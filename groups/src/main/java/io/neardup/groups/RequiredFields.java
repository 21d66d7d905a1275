// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.action.resolve.IndexPipelines;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.target.KeepField;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.cluster.ClusterState;

/** Refuses a request (HTTP 400) whose fields its indexes do not have as they are needed. */
record RequiredFields(GroupsRequest request) {
  /** Each must be mapped, those of {@code keep} and {@code scope} as one kind in all indexes. */
  void check(Map<String, Set<String>> kinds) {
    if (request.verify() != null) {
      require("verify", request.verify().field(), kinds, "a field of type [minhash]");
    }
    for (KeepField keep : request.keep()) {
      requireOneKind("keep", keep.field(), kinds);
    }
    request.scope().forEach(scope -> requireOneKind("scope", scope, kinds));
  }

  private void requireOneKind(String parameter, String field, Map<String, Set<String>> kinds) {
    require(parameter, field, kinds, "a field");
    Set<String> kind = kinds.get(field);
    if (kind.size() > 1) {
      throw new IllegalArgumentException(
          "["
              + parameter
              + "] must name fields that are of one kind in all indexes, got ["
              + field
              + "], which is of kinds "
              + kind);
    }
  }

  private void require(String parameter, String field, Map<String, ?> kinds, String what) {
    if (kinds.containsKey(field) == false) {
      throw new IllegalArgumentException(
          "["
              + parameter
              + "] must name "
              + what
              + " of "
              + Arrays.toString(request.indices())
              + ", got ["
              + field
              + "], which is mapped in none");
    }
  }

  /** What confirms must be made of the features that the fingerprint is made of. */
  void checkFeatures(ClusterState state, Set<String> indices) {
    if (request.verify() != null) {
      new IndexPipelines(state)
          .requireSameFeatures(new TreeSet<>(indices), request.field(), request.verify().field());
    }
  }
}

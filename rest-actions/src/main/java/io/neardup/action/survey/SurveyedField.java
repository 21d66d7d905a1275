// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.survey;

import io.neardup.target.MappedFields;
import io.neardup.target.TargetKind;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.transport.RemoteClusterAware;

/** The field by which documents are compared: the one named, or else the one of the indexes. */
record SurveyedField(String name, TargetKind kind) {
  /**
   * Finds it in the mappings of the indexes that a request names.
   *
   * @throws IllegalArgumentException (HTTP 400) if there is none, or not one kind, or more to
   *     choose from; or if no index maps the labels as values
   */
  static SurveyedField of(
      ClusterState state, IndexNameExpressionResolver resolver, SurveyRequest request) {
    SurveyRequest.Options options = request.options();
    Arrays.stream(request.indices())
        .filter(index -> index.indexOf(RemoteClusterAware.REMOTE_CLUSTER_INDEX_SEPARATOR) >= 0)
        .findFirst()
        .ifPresent(
            remote -> {
              throw new IllegalArgumentException(
                  "[index] must be of this cluster, got ["
                      + remote
                      + "]; send the request to that cluster");
            });
    MappedFields mapped = new MappedFields(state);
    List<String> indexes = List.of(resolver.concreteIndexNames(state, request));
    if (indexes.isEmpty()) {
      // A pattern that matches nothing finds nothing.
      return new SurveyedField(options.field() == null ? "*" : options.field(), TargetKind.MINHASH);
    }
    if (options.labels() != null) {
      requireValues(options.labels(), types(mapped, indexes, options.labels()));
    }
    String name = options.field() == null ? mapped.onlyFingerprint(indexes) : options.field();
    return new SurveyedField(name, kind(name, types(mapped, indexes, name)));
  }

  private static Set<String> types(MappedFields mapped, List<String> indexes, String field) {
    Set<String> types = new TreeSet<>();
    indexes.stream()
        .map(index -> mapped.type(index, field))
        .filter(Objects::nonNull)
        .forEach(types::add);
    return types;
  }

  private static void requireValues(String labels, Set<String> types) {
    if (types.isEmpty() || types.contains("text")) {
      throw new IllegalArgumentException(
          "[labels] must be a field whose equal values mean the same content, of type [keyword] or"
              + " a number, got ["
              + labels
              + "], which is "
              + (types.isEmpty() ? "not mapped" : "of type [text]"));
    }
  }

  private static TargetKind kind(String field, Set<String> types) {
    TargetKind kind =
        types.size() == 1 ? TargetKind.ofType(types.iterator().next()).orElse(null) : null;
    if (kind == null) {
      throw new IllegalArgumentException(
          "[field] must be of type [minhash] or [simhash], of one of them in all indexes, got ["
              + field
              + "], which is "
              + (types.isEmpty() ? "not mapped" : "of type " + types));
    }
    return kind;
  }
}

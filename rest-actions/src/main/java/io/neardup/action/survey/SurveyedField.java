// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.survey;

import io.neardup.request.ClusterNames;
import io.neardup.target.MappedFields;
import io.neardup.target.TargetKind;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.action.IndicesRequest;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;

/** The field by which documents are compared: the one named, or else the one of the indexes. */
public record SurveyedField(String name, TargetKind kind) {
  /**
   * Finds it in the mappings of the indexes that a request names.
   *
   * @throws IllegalArgumentException (HTTP 400) if there is none, or not one kind, or more to
   *     choose from; or if no index maps the labels as values
   */
  static SurveyedField of(
      ClusterState state, IndexNameExpressionResolver resolver, SurveyRequest request) {
    SurveyRequest.Options options = request.options();
    MappedFields mapped = new MappedFields(state);
    List<String> indexes = List.of(indexes(state, resolver, request));
    if (indexes.isEmpty()) {
      // A pattern that matches nothing finds nothing.
      return new SurveyedField(options.field() == null ? "*" : options.field(), TargetKind.MINHASH);
    }
    if (options.labels() != null) {
      requireValues("labels", options.labels(), types(mapped, indexes, options.labels()));
    }
    String name = options.field() == null ? mapped.onlyFingerprint(indexes) : options.field();
    return new SurveyedField(name, kind(name, types(mapped, indexes, name)));
  }

  /**
   * The indexes of a request.
   *
   * @throws IllegalArgumentException (HTTP 400) if one is of another cluster
   */
  public static String[] indexes(
      ClusterState state, IndexNameExpressionResolver resolver, IndicesRequest request) {
    Arrays.stream(request.indices())
        .filter(ClusterNames::isRemote)
        .findFirst()
        .ifPresent(
            remote -> {
              throw new IllegalArgumentException(
                  "[index] must be of this cluster, got ["
                      + remote
                      + "]; send the request to that cluster");
            });
    return resolver.concreteIndexNames(state, request);
  }

  /**
   * Checks that the values of a field can be told apart.
   *
   * @throws IllegalArgumentException (HTTP 400) naming the parameter if they cannot
   */
  public static void requireValues(
      String parameter, String field, ClusterState state, String... indexes) {
    requireValues(parameter, field, types(new MappedFields(state), List.of(indexes), field));
  }

  private static Set<String> types(MappedFields mapped, List<String> indexes, String field) {
    Set<String> types = new TreeSet<>();
    indexes.stream()
        .map(index -> mapped.type(index, field))
        .filter(Objects::nonNull)
        .forEach(types::add);
    return types;
  }

  private static void requireValues(String parameter, String field, Set<String> types) {
    if (types.isEmpty() || types.contains("text")) {
      throw new IllegalArgumentException(
          "["
              + parameter
              + "] must be a field whose equal values mean the same content, of type [keyword] or"
              + " a number, got ["
              + field
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

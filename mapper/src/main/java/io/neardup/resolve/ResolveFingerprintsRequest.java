// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.resolve;

import io.neardup.request.DelegatingRequest;
import io.neardup.request.LocalAction;
import java.util.List;
import org.opensearch.action.ActionType;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.core.common.Strings;

/**
 * Requests the fingerprints of ids and documents in the indexes that are about to be searched, in
 * one field or in several that confirm each other: a document runs through its pipelines once for
 * all of them.
 */
public final class ResolveFingerprintsRequest extends DelegatingRequest {
  public static final String NAME = "indices:data/read/near_dup/resolve";
  public static final ActionType<ResolveFingerprintsResponse> ACTION = LocalAction.of(NAME);

  private final List<String> fields;
  private final List<FingerprintSource> sources;
  private boolean needsField;

  /**
   * @param indices to be searched, as the user wrote them; none, or null, means all
   * @param indicesOptions how those names are resolved
   * @param fields of type {@code simhash} or {@code minhash}; the others confirm what the first
   *     finds. None means the only one that the indexes have
   * @param sources answered in this order
   */
  public ResolveFingerprintsRequest(
      String[] indices,
      IndicesOptions indicesOptions,
      List<String> fields,
      List<FingerprintSource> sources) {
    super(
        new SearchRequest(indices == null ? Strings.EMPTY_ARRAY : indices)
            .indicesOptions(indicesOptions));
    if (fields.stream().allMatch(Strings::hasText) == false) {
      throw new IllegalArgumentException("[field] must not be empty, got " + fields);
    }
    this.fields = List.copyOf(fields);
    this.sources = List.copyOf(sources);
  }

  /** The fields of the fingerprints, the one that is searched first. */
  public List<String> fields() {
    return fields;
  }

  /** The same in one field. */
  public ResolveFingerprintsRequest in(String field) {
    return new ResolveFingerprintsRequest(indices(), indicesOptions(), List.of(field), sources);
  }

  /** Refuses the field that is searched if no index maps it. */
  public ResolveFingerprintsRequest needField() {
    needsField = true;
    return this;
  }

  /** Whether an index must map the field that is searched. */
  public boolean needsField() {
    return needsField;
  }

  /** The parameter of a request that names the field at this place, for messages. */
  public static String parameter(int place) {
    return place == 0 ? "field" : "verify.minhash";
  }

  /** Where the fingerprints come from, in the order of the response. */
  public List<FingerprintSource> sources() {
    return sources;
  }

  @Override
  public String getDescription() {
    return "near_dup fingerprints of [" + sources.size() + "] ids and documents";
  }
}

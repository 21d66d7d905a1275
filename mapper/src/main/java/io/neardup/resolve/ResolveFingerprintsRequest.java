// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.resolve;

import io.neardup.request.DelegatingRequest;
import io.neardup.request.RequestTask;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.core.common.Strings;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.CancellableTask;

/**
 * Requests the fingerprints of ids and documents in one field of the indexes that are about to be
 * searched.
 */
public final class ResolveFingerprintsRequest extends DelegatingRequest {
  private final String field;
  private final List<FingerprintSource> sources;

  /**
   * @param indices to be searched, as the user wrote them; none, or null, means all
   * @param indicesOptions how those names are resolved
   * @param field of type {@code simhash}
   * @param sources answered in this order
   */
  public ResolveFingerprintsRequest(
      String[] indices,
      IndicesOptions indicesOptions,
      String field,
      List<FingerprintSource> sources) {
    super(
        new SearchRequest(indices == null ? Strings.EMPTY_ARRAY : indices)
            .indicesOptions(indicesOptions));
    if (Strings.hasText(field) == false) {
      throw new IllegalArgumentException("[field] must not be empty, got [" + field + "]");
    }
    this.field = field;
    this.sources = List.copyOf(sources);
  }

  public ResolveFingerprintsRequest(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    field = in.readString();
    sources = in.readList(FingerprintSource::readFrom);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeString(field);
    out.writeList(sources);
  }

  /** The field of the fingerprints. */
  public String field() {
    return field;
  }

  /** Where the fingerprints come from, in the order of the response. */
  public List<FingerprintSource> sources() {
    return sources;
  }

  @Override
  public String getDescription() {
    return "near_dup fingerprints of [" + sources.size() + "] ids and documents";
  }

  @Override
  public CancellableTask createTask(
      long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
    return new RequestTask(id, type, action, getDescription(), parentTaskId, headers);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ResolveFingerprintsRequest that
        && Arrays.equals(indices(), that.indices())
        && indicesOptions().equals(that.indicesOptions())
        && field.equals(that.field)
        && sources.equals(that.sources);
  }

  @Override
  public int hashCode() {
    return Objects.hash(Arrays.hashCode(indices()), indicesOptions(), field, sources);
  }
}

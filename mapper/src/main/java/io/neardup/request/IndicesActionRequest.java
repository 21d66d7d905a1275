// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.io.IOException;
import java.util.Objects;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.action.IndicesRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.core.common.Strings;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;

/** A request about indexes; security plugins may replace them by those that are allowed. */
public abstract class IndicesActionRequest extends ActionRequest
    implements IndicesRequest.Replaceable {
  private String[] indices;
  private final IndicesOptions indicesOptions;

  /**
   * @param indices as the user wrote them; none means all
   * @param indicesOptions how those names are resolved
   */
  protected IndicesActionRequest(String[] indices, IndicesOptions indicesOptions) {
    this.indices = indices == null ? Strings.EMPTY_ARRAY : indices;
    this.indicesOptions = Objects.requireNonNull(indicesOptions);
  }

  /** Mirrors {@link #writeTo}. */
  protected IndicesActionRequest(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    indices = in.readStringArray();
    indicesOptions = IndicesOptions.readIndicesOptions(in);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeStringArray(indices);
    indicesOptions.writeIndicesOptions(out);
  }

  /** The constructors check everything. */
  @Override
  public ActionRequestValidationException validate() {
    return null;
  }

  @Override
  public final String[] indices() {
    return indices;
  }

  @Override
  public final IndicesRequest indices(String... replacement) {
    indices = replacement;
    return this;
  }

  @Override
  public final IndicesOptions indicesOptions() {
    return indicesOptions;
  }

  @Override
  public final boolean includeDataStreams() {
    return true;
  }
}

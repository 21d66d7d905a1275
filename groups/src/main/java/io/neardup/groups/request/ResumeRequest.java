// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.request;

import static org.opensearch.core.xcontent.ConstructingObjectParser.optionalConstructorArg;

import io.neardup.request.WireVersion;
import java.io.IOException;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.common.Nullable;
import org.opensearch.core.ParseField;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ConstructingObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentParser;

/** Which job to go on with, by the index that it writes to, and how fast. */
public final class ResumeRequest extends JobRequest {
  private static final ConstructingObjectParser<ResumeRequest, DestName> PARSER =
      new ConstructingObjectParser<>(
          "near_dup_groups_resume",
          false,
          (given, destName) ->
              new ResumeRequest(oneIndex((String) given[0], destName), (Float) given[1]));

  static {
    PARSER.declareString(optionalConstructorArg(), new ParseField(GroupsRequestParser.DEST));
    PARSER.declareField(
        optionalConstructorArg(),
        (parser, v) -> GroupsRequestParser.requestsPerSecond(parser.objectText()),
        new ParseField(GroupsRequestParser.REQUESTS_PER_SECOND),
        ValueType.VALUE);
  }

  private final String dest;

  /** Null for that of the request that was cut short. */
  private final Float requestsPerSecond;

  private ResumeRequest(String dest, @Nullable Float requestsPerSecond) {
    super(
        new SearchRequest(dest)
            .indicesOptions(IndicesOptions.STRICT_SINGLE_INDEX_NO_EXPAND_FORBID_CLOSED));
    this.dest = dest;
    this.requestsPerSecond = requestsPerSecond;
  }

  /** Mirrors {@link #writeTo}. */
  public ResumeRequest(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    dest = in.readString();
    requestsPerSecond = in.readOptionalFloat();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeString(dest);
    out.writeOptionalFloat(requestsPerSecond);
  }

  /**
   * Reads a body.
   *
   * @param destName reads names
   * @throws IllegalArgumentException naming the parameter, or with a cause that does
   */
  public static ResumeRequest parse(XContentParser parser, DestName destName) throws IOException {
    return PARSER.parse(parser, destName);
  }

  private static String oneIndex(@Nullable String dest, DestName destName) {
    if (dest == null || dest.isBlank()) {
      throw new IllegalArgumentException(
          "[dest] is required: the index of the run of [_near_dup/groups] that was cut short");
    }
    return destName.of(dest);
  }

  public String dest() {
    return dest;
  }

  public @Nullable Float requestsPerSecond() {
    return requestsPerSecond;
  }

  @Override
  public String getDescription() {
    return "groups resumed" + GroupsRequest.described(dest);
  }
}

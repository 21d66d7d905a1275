// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.request;

import static org.opensearch.core.xcontent.ConstructingObjectParser.optionalConstructorArg;

import io.neardup.groups.request.GroupsRequest.Action.Kind;
import java.io.IOException;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.common.Nullable;
import org.opensearch.core.ParseField;
import org.opensearch.core.xcontent.ConstructingObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentParser;

/** Whose records to apply, by the index that they are in, what to do, and how fast. */
public final class ApplyRequest extends JobRequest {
  private static final ConstructingObjectParser<ApplyRequest, DestName> PARSER =
      new ConstructingObjectParser<>(
          "near_dup_groups_apply",
          false,
          (given, destName) ->
              new ApplyRequest(
                  dest((String) given[0], destName),
                  kind((String) given[1]),
                  given[2] == null ? Float.POSITIVE_INFINITY : (Float) given[2]));

  static {
    PARSER.declareString(optionalConstructorArg(), new ParseField(GroupsRequestParser.DEST));
    PARSER.declareString(optionalConstructorArg(), new ParseField(GroupsRequestParser.ACTION));
    PARSER.declareField(
        optionalConstructorArg(),
        (parser, v) -> GroupsRequestParser.requestsPerSecond(parser.objectText()),
        new ParseField(GroupsRequestParser.REQUESTS_PER_SECOND),
        ValueType.VALUE);
  }

  private final String dest;
  private final Kind kind;
  private final float requestsPerSecond;

  private ApplyRequest(String dest, Kind kind, float requestsPerSecond) {
    super(
        new SearchRequest(dest)
            .indicesOptions(IndicesOptions.STRICT_SINGLE_INDEX_NO_EXPAND_FORBID_CLOSED));
    this.dest = dest;
    this.kind = kind;
    this.requestsPerSecond = requestsPerSecond;
  }

  /**
   * Reads a body.
   *
   * @param destName reads names
   * @throws IllegalArgumentException naming the parameter, or with a cause that does
   */
  public static ApplyRequest parse(XContentParser parser, DestName destName) throws IOException {
    return PARSER.parse(parser, destName);
  }

  private static String dest(@Nullable String dest, DestName destName) {
    if (dest == null || dest.isBlank()) {
      throw new IllegalArgumentException(
          "[dest] is required: the index whose records say what becomes of documents");
    }
    return destName.of(dest);
  }

  private static Kind kind(@Nullable String action) {
    if ("delete".equals(action)) {
      return Kind.DELETE;
    }
    throw new IllegalArgumentException(
        action == null
            ? "[action] is required: [delete]"
            : "[action] must be [delete], got [" + action + "]");
  }

  public String dest() {
    return dest;
  }

  public Kind kind() {
    return kind;
  }

  /** Documents a second; infinite for no limit. */
  public float requestsPerSecond() {
    return requestsPerSecond;
  }

  @Override
  public String getDescription() {
    return "groups applied, action[" + kind.shown() + "]" + GroupsRequest.described(dest);
  }
}

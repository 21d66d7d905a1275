// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.request;

import static org.opensearch.core.xcontent.ConstructingObjectParser.optionalConstructorArg;

import io.neardup.action.Parameters;
import io.neardup.groups.request.GroupsRequest.Action;
import io.neardup.groups.request.GroupsRequest.Action.Kind;
import io.neardup.request.MaxDistance;
import io.neardup.request.WireVersion;
import io.neardup.target.FieldName;
import io.neardup.target.Nearness;
import java.io.IOException;
import java.util.List;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.Nullable;
import org.opensearch.core.ParseField;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ConstructingObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;

/** Of which indexes to mend the groups, and how their documents are compared. */
public final class RepairRequest extends JobRequest {
  private static final ConstructingObjectParser<RepairRequest, SearchRequest> PARSER =
      new ConstructingObjectParser<>(
          "near_dup_groups_repair", false, (given, search) -> of(given, search));

  static {
    PARSER.declareString(optionalConstructorArg(), new ParseField(GroupsRequestParser.FIELD));
    PARSER.declareField(
        optionalConstructorArg(),
        (parser, v) -> MaxDistance.parse(parser.objectText()),
        new ParseField(Nearness.MAX_DISTANCE),
        ValueType.VALUE);
    PARSER.declareField(
        optionalConstructorArg(),
        (parser, v) -> GroupsRequestParser.scope(Parameters.list(parser)),
        new ParseField(GroupsRequestParser.SCOPE),
        ValueType.VALUE_OBJECT_ARRAY);
    PARSER.declareString(
        optionalConstructorArg(), new ParseField(GroupsRequestParser.TARGET_FIELD));
    PARSER.declareField(
        optionalConstructorArg(),
        (parser, v) -> GroupsRequestParser.requestsPerSecond(parser.objectText()),
        new ParseField(GroupsRequestParser.REQUESTS_PER_SECOND),
        ValueType.VALUE);
  }

  private final String field;
  private final Nearness nearness;
  private final List<String> scope;

  /** Null for that of the pipeline, or the default. */
  private final String targetField;

  private final float requestsPerSecond;

  /**
   * @param search names the indexes
   * @param field of type {@code simhash}
   * @param nearness the distance within which documents of a group are of its canonical
   * @param scope documents are compared if they are equal in all these fields
   * @param targetField of decisions; null for that of the pipeline, or the default
   * @param requestsPerSecond documents to write a second, infinite for no limit
   */
  RepairRequest(
      SearchRequest search,
      String field,
      Nearness nearness,
      List<String> scope,
      @Nullable String targetField,
      float requestsPerSecond) {
    super(search);
    this.field = field;
    this.nearness = nearness;
    this.scope = List.copyOf(scope);
    this.targetField = targetField;
    this.requestsPerSecond = requestsPerSecond;
  }

  /** Mirrors {@link #writeTo}. */
  public RepairRequest(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    field = in.readString();
    nearness = new Nearness(in);
    scope = in.readStringList();
    targetField = in.readOptionalString();
    requestsPerSecond = in.readFloat();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeString(field);
    nearness.writeTo(out);
    out.writeStringCollection(scope);
    out.writeOptionalString(targetField);
    out.writeFloat(requestsPerSecond);
  }

  /**
   * Reads a body.
   *
   * @throws IllegalArgumentException naming the parameter, or with a cause that does
   */
  public static RepairRequest parse(XContentParser parser, SearchRequest search)
      throws IOException {
    return PARSER.parse(parser, search);
  }

  @SuppressWarnings("unchecked") // As declared.
  private static RepairRequest of(Object[] given, SearchRequest search) {
    String field = (String) given[0];
    if (field == null) {
      throw new IllegalArgumentException(
          "[field] is required: the field of type [simhash] by which the documents were decided");
    }
    String targetField = (String) given[3];
    if (targetField != null) {
      FieldName.require(GroupsRequestParser.TARGET_FIELD, targetField);
    }
    return new RepairRequest(
        search,
        FieldName.require(GroupsRequestParser.FIELD, field),
        new Nearness((Integer) given[1], null, null),
        given[2] == null ? List.of() : (List<String>) given[2],
        targetField,
        given[4] == null ? Float.POSITIVE_INFINITY : (Float) given[4]);
  }

  public String field() {
    return field;
  }

  public int maxDistance() {
    return nearness.distance(field, false);
  }

  public List<String> scope() {
    return scope;
  }

  public @Nullable String targetField() {
    return targetField;
  }

  /** A job that decides these documents anew, as members of groups without a canonical. */
  public GroupsRequest decide(QueryBuilder members) {
    SearchRequest search =
        new SearchRequest(indices())
            .indicesOptions(indicesOptions())
            .source(new SearchSourceBuilder().query(members));
    return new GroupsRequest(
        search,
        field,
        null,
        nearness,
        null,
        List.of(),
        scope,
        new Action(Kind.REPAIR, targetField),
        null,
        requestsPerSecond);
  }

  @Override
  public String getDescription() {
    return "repair of groups of ["
        + String.join(",", indices())
        + "], field["
        + field
        + "]"
        + nearness;
  }
}

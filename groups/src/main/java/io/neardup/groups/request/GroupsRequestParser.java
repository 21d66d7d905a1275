// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.request;

import static org.opensearch.core.xcontent.ConstructingObjectParser.optionalConstructorArg;

import io.neardup.action.Parameters;
import io.neardup.action.RequestBody;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.groups.request.GroupsRequest.Mode;
import io.neardup.request.MaxDistance;
import io.neardup.target.FieldName;
import io.neardup.target.KeepField;
import io.neardup.target.Nearness;
import io.neardup.target.Verify;
import io.neardup.verdicts.VerdictIndex;
import java.io.IOException;
import java.util.List;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.core.ParseField;
import org.opensearch.core.common.ParsingException;
import org.opensearch.core.xcontent.ConstructingObjectParser;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentParseException;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;

/** Reads {@code _near_dup/groups}, and judges what its parameters mean together. */
public final class GroupsRequestParser {
  private static final String FIELD = "field";
  private static final String QUERY = "query";
  private static final String AGAINST = "against";
  private static final String KEEP = "keep";
  private static final String NONE = "none";
  private static final String SCOPE = "scope";
  private static final String ACTION = "action";
  private static final String FIELDS = "fields";
  private static final String SIZE = "size";
  private static final String DECIDE = "decide";
  private static final String TARGET_FIELD = "target_field";
  private static final String DEST = "dest";
  private static final String REQUESTS_PER_SECOND = "requests_per_second";

  private static final ObjectParser<GroupsRequest, Void> PARSER =
      new ObjectParser<>("near_dup_groups");

  private static final ObjectParser<GroupsRequest, Void> REPAIR =
      new ObjectParser<>("near_dup_groups_repair");

  private static final ObjectParser<GroupsRequest, Void> RESUME =
      new ObjectParser<>("near_dup_groups_resume");

  private static final ObjectParser<GroupsRequest, Void> APPLY =
      new ObjectParser<>("near_dup_groups_apply");

  private static final ConstructingObjectParser<QueryBuilder, Void> AGAINST_PARSER =
      new ConstructingObjectParser<>(
          AGAINST, given -> GroupsParameters.against((QueryBuilder) given[0]));

  static {
    AGAINST_PARSER.declareObject(
        optionalConstructorArg(), (parser, v) -> query(AGAINST, parser), new ParseField(QUERY));
    declareWhatIsCompared(PARSER);
    declareWhatIsCompared(REPAIR);
    Parameters.declare(
        PARSER,
        QUERY,
        ValueType.OBJECT,
        (parser, v) -> query(QUERY, parser),
        (to, query) -> to.search().source().query(query));
    Parameters.declare(
        PARSER, AGAINST, ValueType.OBJECT, AGAINST_PARSER, (to, query) -> to.against = query);
    Parameters.declare(
        PARSER,
        KEEP,
        ValueType.VALUE_OBJECT_ARRAY,
        (parser, v) -> Parameters.list(parser),
        GroupsRequestParser::keep);
    Parameters.declareText(PARSER, ACTION, (to, name) -> to.action = GroupsParameters.action(name));
    Parameters.declare(
        PARSER,
        FIELDS,
        ValueType.VALUE_OBJECT_ARRAY,
        (parser, v) -> GroupsParameters.fields(Parameters.list(parser)),
        (to, fields) -> to.copied = fields);
    Parameters.declareValue(
        PARSER,
        SIZE,
        (name, value) -> GroupsParameters.size(value),
        (to, value) -> to.largest = value);
    Parameters.declareText(
        PARSER, DECIDE, (to, name) -> to.decidesAnew = GroupsParameters.anew(name));
    Parameters.declareText(
        PARSER, VerdictIndex.PARAMETER, (to, name) -> to.verdicts = VerdictIndex.name(name));
    declareVerify(APPLY);
    Parameters.declareText(APPLY, ACTION, (to, name) -> to.action = GroupsParameters.applied(name));
    for (ObjectParser<GroupsRequest, Void> each : List.of(PARSER, RESUME, APPLY)) {
      Parameters.declareText(each, DEST, (to, name) -> to.dest = GroupsParameters.dest(name));
    }
    for (ObjectParser<GroupsRequest, Void> each : List.of(PARSER, REPAIR, RESUME, APPLY)) {
      Parameters.declareValue(
          each,
          REQUESTS_PER_SECOND,
          (name, value) -> GroupsParameters.requestsPerSecond(value),
          (to, value) -> to.requestsPerSecond = value);
    }
  }

  private static void declareWhatIsCompared(ObjectParser<GroupsRequest, Void> in) {
    Parameters.declareText(in, FIELD, (to, name) -> to.field = FieldName.require(FIELD, name));
    Parameters.declareValue(
        in,
        Nearness.MAX_DISTANCE,
        (name, value) -> MaxDistance.parse(value),
        (to, value) -> to.near(value, null, null, null));
    Parameters.declareValue(
        in,
        Nearness.SIMILARITY,
        Nearness::fraction,
        (to, value) -> to.near(null, value, null, null));
    Parameters.declareValue(
        in, Nearness.RECALL, Nearness::fraction, (to, value) -> to.near(null, null, value, null));
    Parameters.declareValue(
        in,
        NumbersRule.NAME,
        (name, value) -> NumbersRule.parse(value),
        (to, value) -> to.near(null, null, null, value));
    declareVerify(in);
    Parameters.declare(
        in,
        SCOPE,
        ValueType.VALUE_OBJECT_ARRAY,
        (parser, v) -> GroupsParameters.names(SCOPE, Parameters.list(parser)),
        (to, scope) -> to.scope = scope);
    Parameters.declareText(
        in, TARGET_FIELD, (to, name) -> to.targetField = FieldName.require(TARGET_FIELD, name));
  }

  private static void declareVerify(ObjectParser<GroupsRequest, Void> in) {
    Parameters.declare(
        in,
        Verify.NAME,
        ValueType.OBJECT_OR_BOOLEAN,
        (parser, v) -> GroupsVerification.parse(parser),
        (to, verify) -> to.verification = verify);
  }

  private GroupsRequestParser() {}

  /**
   * Reads a body.
   *
   * @param search what the URL said; gets the query
   * @throws IllegalArgumentException naming the parameter, or with a cause that does
   */
  public static GroupsRequest parse(XContentParser parser, SearchRequest search)
      throws IOException {
    return parse(PARSER, parser, search, Action.REPORT);
  }

  /**
   * Reads the body of a request for groups without a canonical.
   *
   * @param search what the URL said
   * @throws IllegalArgumentException naming the parameter, or with a cause that does
   */
  public static GroupsRequest parseRepair(XContentParser parser, SearchRequest search)
      throws IOException {
    return parse(REPAIR, parser, search, Action.REPAIR);
  }

  /**
   * Reads the body of a request to go on with a run that was cut short.
   *
   * @param destName reads names
   * @throws IllegalArgumentException naming the parameter, or with a cause that does
   */
  public static GroupsRequest parseResume(XContentParser parser, DestName destName)
      throws IOException {
    GroupsRequest resume = RESUME.parse(parser, new GroupsRequest(new SearchRequest()), null);
    if (resume.dest == null) {
      throw new IllegalArgumentException(
          "[dest] is required: the index of the run of [_near_dup/groups] that was cut short");
    }
    return resume.about(destName.of(resume.dest), Mode.ASK_RESUME);
  }

  /**
   * Reads the body of a request to do what records say.
   *
   * @param destName reads names
   * @throws IllegalArgumentException naming the parameter, or with a cause that does
   */
  public static GroupsRequest parseApply(XContentParser parser, DestName destName)
      throws IOException {
    GroupsRequest apply = APPLY.parse(parser, new GroupsRequest(new SearchRequest()), null);
    if (apply.dest == null) {
      throw new IllegalArgumentException(
          "[dest] is required: the index whose records say what becomes of documents");
    }
    if (apply.action == Action.REPORT) {
      throw new IllegalArgumentException("[action] is required: [tag] or [delete]");
    }
    if (apply.verify() != null) {
      throw new IllegalArgumentException(
          "[verify] [minhash] is how groups are found, and here they stand in [dest]; leave it out,"
              + " [text] says what may be lost");
    }
    requireSenseOfTexts(apply);
    return apply.about(destName.of(apply.dest), Mode.ASK_APPLY);
  }

  private static GroupsRequest parse(
      ObjectParser<GroupsRequest, Void> body,
      XContentParser parser,
      SearchRequest search,
      Action action)
      throws IOException {
    GroupsRequest request = new GroupsRequest(search.source(new SearchSourceBuilder()));
    request.action = action;
    body.parse(parser, request, null);
    if (request.field.isEmpty()) {
      request.field = FieldName.DEFAULT;
      if (request.nearness.similarity() == null && request.action != Action.REPAIR) {
        request.near(null, FieldName.DEFAULT_SIMILARITY, null, null);
      }
    }
    requireSense(request);
    return request;
  }

  /** Refuses what does not belong together. */
  private static void requireSense(GroupsRequest request) {
    Action action = request.action;
    if (request.targetField != null && action != Action.TAG && action != Action.REPAIR) {
      throw new IllegalArgumentException(
          "[target_field] is where [action] [tag] writes to; leave it out");
    }
    if (request.decidesAnew && action != Action.TAG) {
      throw new IllegalArgumentException(
          "[decide] is how [action] [tag] decides; leave it out where [action] is ["
              + action.shown()
              + "]");
    }
    requireSenseOfTexts(request);
    requireRecord(request);
    if (request.verdicts != null && action == Action.TAG) {
      throw new IllegalArgumentException(
          "[verdicts] is obeyed by [action] [report] and [delete], got [tag]; send [report] with"
              + " [dest], and tag by POST _near_dup/groups/_apply what its records say");
    }
    if (Float.isFinite(request.requestsPerSecond)
        && request.dest == null
        && action == Action.REPORT) {
      throw new IllegalArgumentException(
          "[requests_per_second] limits what is written to [dest], and there is none; leave it"
              + " out");
    }
    if (request.keepsNone && action != Action.REPORT) {
      throw new IllegalArgumentException(
          "[keep] [none] leaves no document of a group to stay, which only [action] [report] can"
              + " tell; leave [keep] out to keep one, or look at the records of [dest] first");
    }
  }

  private static void requireSenseOfTexts(GroupsRequest request) {
    GroupsVerification verify = request.verification;
    boolean reported = request.action == Action.REPORT && verify.anyLoss() == false;
    if (verify.isAboutTexts() && request.action != Action.DELETE && reported == false) {
      throw new IllegalArgumentException(
          (verify.anyLoss() ? "[verify] [false]" : "[verify] [text]")
              + " says what may be lost with what is deleted, and nothing is deleted; leave it out");
    }
    if (verify.isAboutTexts() && reported && request.dest == null) {
      throw new IllegalArgumentException(
          "[verify] [text] has the records in [dest] say what would be lost, and there is none;"
              + " name [dest], or leave [text] out");
    }
  }

  /** What is deleted must be known afterwards. */
  private static void requireRecord(GroupsRequest request) {
    if (request.action == Action.DELETE && request.dest == null) {
      throw new IllegalArgumentException(
          "[dest] is required where [action] is [delete]: the index for a record of each document"
              + " that is deleted, and of the one that stays in its place");
    }
  }

  /** What core says of a bad one names no parameter. */
  private static QueryBuilder query(String parameter, XContentParser parser) throws IOException {
    try {
      return AbstractQueryBuilder.parseInnerQueryBuilder(parser);
    } catch (ParsingException | IllegalArgumentException e) {
      RuntimeException reason =
          e instanceof XContentParseException wrapper ? RequestBody.unwrapped(wrapper) : e;
      throw new IllegalArgumentException(
          "[" + parameter + "] must be a query, got: " + reason.getMessage(), e);
    }
  }

  private static void keep(GroupsRequest to, List<Object> given) {
    to.keepsNone = given.equals(List.of(NONE));
    to.keep = to.keepsNone ? List.of() : KeepField.parse(given, ", or [none]");
  }
}

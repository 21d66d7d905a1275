// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.request;

import static org.opensearch.core.xcontent.ConstructingObjectParser.optionalConstructorArg;

import io.neardup.action.Parameters;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.groups.request.Action.Kind;
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
import org.opensearch.core.xcontent.ConstructingObjectParser;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
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

  private static final ObjectParser<GroupsRequestParser, Void> PARSER =
      new ObjectParser<>("near_dup_groups", GroupsRequestParser::new);

  private static final ObjectParser<GroupsRequestParser, Void> REPAIR =
      new ObjectParser<>("near_dup_groups_repair", GroupsRequestParser::new);

  private static final ObjectParser<GroupsRequestParser, Void> RESUME =
      new ObjectParser<>("near_dup_groups_resume", GroupsRequestParser::new);

  private static final ObjectParser<GroupsRequestParser, Void> APPLY =
      new ObjectParser<>("near_dup_groups_apply", GroupsRequestParser::new);

  private static final ConstructingObjectParser<QueryBuilder, Void> AGAINST_PARSER =
      new ConstructingObjectParser<>(
          AGAINST, given -> GroupsParameters.against((QueryBuilder) given[0]));

  static {
    AGAINST_PARSER.declareObject(
        optionalConstructorArg(),
        (parser, v) -> AbstractQueryBuilder.parseInnerQueryBuilder(parser),
        new ParseField(QUERY));
    declareWhatIsCompared(PARSER);
    declareWhatIsCompared(REPAIR);
    Parameters.declare(
        PARSER,
        QUERY,
        ValueType.OBJECT,
        (parser, v) -> AbstractQueryBuilder.parseInnerQueryBuilder(parser),
        (to, query) -> to.query = query);
    Parameters.declare(
        PARSER, AGAINST, ValueType.OBJECT, AGAINST_PARSER, (to, query) -> to.against = query);
    Parameters.declare(
        PARSER,
        KEEP,
        ValueType.VALUE_OBJECT_ARRAY,
        (parser, v) -> Parameters.list(parser),
        GroupsRequestParser::keep);
    Parameters.declareText(PARSER, ACTION, (to, name) -> to.kind = GroupsParameters.kind(name));
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
    Parameters.declareText(PARSER, DECIDE, (to, name) -> to.anew = GroupsParameters.anew(name));
    Parameters.declareText(
        PARSER, VerdictIndex.PARAMETER, (to, name) -> to.verdicts = VerdictIndex.name(name));
    declareVerify(APPLY);
    Parameters.declareText(APPLY, ACTION, (to, name) -> to.kind = GroupsParameters.applied(name));
    for (ObjectParser<GroupsRequestParser, Void> each : List.of(PARSER, RESUME, APPLY)) {
      Parameters.declareText(each, DEST, (to, name) -> to.dest = GroupsParameters.dest(name));
    }
    for (ObjectParser<GroupsRequestParser, Void> each : List.of(PARSER, REPAIR, RESUME, APPLY)) {
      Parameters.declareValue(
          each,
          REQUESTS_PER_SECOND,
          (name, value) -> GroupsParameters.requestsPerSecond(value),
          (to, value) -> to.requestsPerSecond = value);
    }
  }

  private static void declareWhatIsCompared(ObjectParser<GroupsRequestParser, Void> in) {
    Parameters.declareText(in, FIELD, (to, name) -> to.field = FieldName.require(FIELD, name));
    Parameters.declareValue(
        in,
        Nearness.MAX_DISTANCE,
        (name, value) -> MaxDistance.parse(value),
        (to, value) -> to.maxDistance = value);
    Parameters.declareValue(
        in, Nearness.SIMILARITY, Nearness::fraction, (to, value) -> to.similarity = value);
    Parameters.declareValue(
        in, Nearness.RECALL, Nearness::fraction, (to, value) -> to.recall = value);
    Parameters.declareValue(
        in,
        NumbersRule.NAME,
        (name, value) -> NumbersRule.parse(value),
        (to, value) -> to.numbers = value);
    declareVerify(in);
    Parameters.declare(
        in,
        SCOPE,
        ValueType.VALUE_OBJECT_ARRAY,
        (parser, v) -> GroupsParameters.scope(Parameters.list(parser)),
        (to, scope) -> to.scope = scope);
    Parameters.declareText(
        in, TARGET_FIELD, (to, name) -> to.targetField = FieldName.require(TARGET_FIELD, name));
  }

  private static void declareVerify(ObjectParser<GroupsRequestParser, Void> in) {
    Parameters.declare(
        in,
        Verify.NAME,
        ValueType.OBJECT_OR_BOOLEAN,
        (parser, v) -> GroupsVerification.parse(parser),
        (to, verify) -> to.verify = verify);
  }

  private String field;
  private QueryBuilder query;
  private QueryBuilder against;
  private Integer maxDistance;
  private Double similarity;
  private Double recall;
  private NumbersRule numbers;
  private GroupsVerification verify = GroupsVerification.NONE;
  private List<KeepField> keep = List.of();
  private boolean keepsNone;
  private List<String> scope = List.of();
  private Kind kind = Kind.REPORT;
  private List<String> copied = List.of();
  private int largest = GroupsRequest.LARGEST;
  private boolean anew;
  private String targetField;
  private String dest;
  private String verdicts;
  private Float requestsPerSecond;

  private GroupsRequestParser() {}

  /**
   * Reads a body.
   *
   * @param search what the URL said; gets the query
   * @throws IllegalArgumentException naming the parameter, or with a cause that does
   */
  public static GroupsRequest parse(XContentParser parser, SearchRequest search)
      throws IOException {
    return PARSER.parse(parser, null).request(search);
  }

  /**
   * Reads the body of a request for groups without a canonical.
   *
   * @param search what the URL said
   * @throws IllegalArgumentException naming the parameter, or with a cause that does
   */
  public static GroupsRequest parseRepair(XContentParser parser, SearchRequest search)
      throws IOException {
    GroupsRequestParser repair = REPAIR.parse(parser, null);
    repair.kind = Kind.REPAIR;
    return repair.request(search);
  }

  /**
   * Reads the body of a request to go on with a run that was cut short.
   *
   * @param destName reads names
   * @throws IllegalArgumentException naming the parameter, or with a cause that does
   */
  public static GroupsRequest parseResume(XContentParser parser, DestName destName)
      throws IOException {
    GroupsRequestParser resume = RESUME.parse(parser, null);
    if (resume.dest == null) {
      throw new IllegalArgumentException(
          "[dest] is required: the index of the run of [_near_dup/groups] that was cut short");
    }
    return GroupsRequest.resumption(destName.of(resume.dest), resume.requestsPerSecond);
  }

  /**
   * Reads the body of a request to do what records say.
   *
   * @param destName reads names
   * @throws IllegalArgumentException naming the parameter, or with a cause that does
   */
  public static GroupsRequest parseApply(XContentParser parser, DestName destName)
      throws IOException {
    GroupsRequestParser apply = APPLY.parse(parser, null);
    if (apply.dest == null) {
      throw new IllegalArgumentException(
          "[dest] is required: the index whose records say what becomes of documents");
    }
    if (apply.kind == Kind.REPORT) {
      throw new IllegalArgumentException("[action] is required: [tag] or [delete]");
    }
    if (apply.verify.signatures() != null) {
      throw new IllegalArgumentException(
          "[verify] [minhash] is how groups are found, and here they stand in [dest]; leave it out,"
              + " [text] says what may be lost");
    }
    apply.requireDeleteIfAboutTexts();
    GroupsRequest request =
        GroupsRequest.application(destName.of(apply.dest), apply.kind, apply.requestsPerSecond);
    request.allow(apply.verify.loss(), apply.verify.anyLoss());
    return request;
  }

  private GroupsRequest request(SearchRequest search) {
    if (field == null) {
      field = FieldName.DEFAULT;
      if (similarity == null && kind != Kind.REPAIR) {
        similarity = FieldName.DEFAULT_SIMILARITY;
      }
    }
    if (targetField != null && kind != Kind.TAG && kind != Kind.REPAIR) {
      throw new IllegalArgumentException(
          "[target_field] is where [action] [tag] writes to; leave it out");
    }
    if (anew && kind != Kind.TAG) {
      throw new IllegalArgumentException(
          "[decide] is how [action] [tag] decides; leave it out where [action] is ["
              + kind.shown()
              + "]");
    }
    requireDeleteIfAboutTexts();
    requireRecord();
    if (verdicts != null && kind == Kind.TAG) {
      throw new IllegalArgumentException(
          "[verdicts] is obeyed by [action] [report] and [delete], got [tag]; send [report] with"
              + " [dest], and tag by POST _near_dup/groups/_apply what its records say");
    }
    if (requestsPerSecond != null && dest == null && kind == Kind.REPORT) {
      throw new IllegalArgumentException(
          "[requests_per_second] limits what is written to [dest], and there is none; leave it"
              + " out");
    }
    if (keepsNone && kind != Kind.REPORT) {
      throw new IllegalArgumentException(
          "[keep] [none] leaves no document of a group to stay, which only [action] [report] can"
              + " tell; leave [keep] out to keep one, or look at the records of [dest] first");
    }
    search.source(new SearchSourceBuilder().query(query));
    GroupsRequest request =
        new GroupsRequest(
            search,
            field,
            against,
            new Nearness(maxDistance, similarity, recall, numbers),
            verify.signatures(),
            keep,
            scope,
            new Action(kind, targetField),
            dest,
            requestsPerSecond == null ? Float.POSITIVE_INFINITY : requestsPerSecond);
    if (keepsNone) {
      request.keepNone();
    }
    request.decideAnew(anew);
    request.allow(verify.loss(), verify.anyLoss());
    request.show(copied, largest);
    request.obey(verdicts);
    return request;
  }

  private void requireDeleteIfAboutTexts() {
    if (verify.isAboutTexts() && kind != Kind.DELETE) {
      throw new IllegalArgumentException(
          (verify.anyLoss() ? "[verify] [false]" : "[verify] [text]")
              + " says what may be lost with what [action] [delete] deletes; leave it out where"
              + " [action] is ["
              + kind.shown()
              + "]");
    }
  }

  /** What is deleted must be known afterwards. */
  private void requireRecord() {
    if (kind == Kind.DELETE && dest == null) {
      throw new IllegalArgumentException(
          "[dest] is required where [action] is [delete]: the index for a record of each document"
              + " that is deleted, and of the one that stays in its place");
    }
  }

  private void keep(List<Object> given) {
    keepsNone = given.equals(List.of(NONE));
    keep = keepsNone ? List.of() : KeepField.parse(given, ", or [none]");
  }
}

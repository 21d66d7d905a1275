// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.request;

import io.neardup.action.neardup.SignatureVerification;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.groups.job.GroupsTask;
import io.neardup.request.ClusterNames;
import io.neardup.request.DelegatingRequest;
import io.neardup.request.WireVersion;
import io.neardup.target.KeepField;
import io.neardup.target.Nearness;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.tasks.CancellableTask;

/** Which documents to group, how, and where to write the groups. */
public final class GroupsRequest extends DelegatingRequest {
  /** What a job begins with. */
  enum Mode {
    /** Nothing. */
    BEGIN,
    /** The request of an earlier run with this dest, which is to go on. */
    ASK_RESUME,
    /** The request of an earlier run with this dest, whose records are to be applied. */
    ASK_APPLY,
    /** What an earlier run with this dest has left undone. */
    RESUME,
    /** The records of an earlier run with this dest. */
    APPLY
  }

  // What a body says is set by GroupsRequestParser.
  String field = "";

  /** Null if there are none. */
  @Nullable QueryBuilder against;

  Nearness nearness = Nearness.DEFAULT;
  GroupsVerification verification = GroupsVerification.NONE;
  List<KeepField> keep = List.of();
  boolean keepsNone;
  List<String> scope = List.of();
  Action action = Action.REPORT;

  /** Null for that of the pipeline, or the default. */
  @Nullable String targetField;

  /** Null for statistics only. */
  @Nullable String dest;

  /** Infinite if there is no limit. */
  float requestsPerSecond = Float.POSITIVE_INFINITY;

  boolean decidesAnew;
  List<String> copied = List.of();
  int largest = 10;
  @Nullable String verdicts;

  /** As it was sent; null if nobody knows. */
  @Nullable private String body;

  /** The indexes that were asked for, also its own records; null before these are left out. */
  @Nullable private String[] named;

  private Mode mode = Mode.BEGIN;
  private boolean storeResult;

  /** What {@code now} is in its queries, in milliseconds. */
  private long now = System.currentTimeMillis();

  /**
   * All documents of some indexes, in groups that nobody writes down.
   *
   * @param search names the indexes, and has the query, if any
   */
  GroupsRequest(SearchRequest search) {
    super(search);
  }

  /** Has it be about an earlier run: which indexes that reads, and how, stands in its dest. */
  GroupsRequest about(String run, Mode asked) {
    dest = run;
    search()
        .indices(run)
        .indicesOptions(IndicesOptions.STRICT_SINGLE_INDEX_NO_EXPAND_FORBID_CLOSED);
    mode = asked;
    return this;
  }

  /** Adds what is said about how near documents are; null for nothing. */
  void near(
      @Nullable Integer maxDistance,
      @Nullable Double similarity,
      @Nullable Double recall,
      @Nullable NumbersRule numbers) {
    nearness =
        new Nearness(
            maxDistance == null ? nearness.maxDistance() : maxDistance,
            similarity == null ? nearness.similarity() : similarity,
            recall == null ? nearness.recall() : recall,
            numbers == null ? nearness.numbers() : numbers);
  }

  /** What another node reads fingerprints by: nothing else is sent. */
  public GroupsRequest(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    field = in.readString();
    against = in.readOptionalNamedWriteable(QueryBuilder.class);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeString(field);
    out.writeOptionalNamedWriteable(against);
  }

  public String field() {
    return field;
  }

  /** Which documents are canonical already; null if there are none. */
  public @Nullable QueryBuilder against() {
    return against;
  }

  public Nearness nearness() {
    return nearness;
  }

  /** What the signatures of near documents must be besides; null if it does not matter. */
  public @Nullable SignatureVerification verify() {
    return verification.signatures();
  }

  public List<KeepField> keep() {
    return keep;
  }

  /** Whether every document of a group is a duplicate. */
  public boolean keepsNone() {
    return keepsNone;
  }

  /** Whether decisions that documents have are replaced, or come first. */
  public void decideAnew(boolean anew) {
    decidesAnew = anew;
  }

  public boolean decidesAnew() {
    return decidesAnew;
  }

  /**
   * What may be lost with a duplicate that is deleted, or reported to be looked at first; null if
   * that does not matter.
   */
  public @Nullable TextLoss loss() {
    return switch (action) {
      case DELETE -> verification.deleting();
      case REPORT -> verification.loss();
      case TAG, REPAIR -> null;
    };
  }

  /** The list of verdicts that it obeys; null for none. */
  public @Nullable String verdicts() {
    return verdicts;
  }

  /** Fields that are copied into records, and into the answer. */
  public List<String> copied() {
    return copied;
  }

  /** How many groups the answer names. */
  public int largest() {
    return largest;
  }

  /** Orders documents by this field before all others. */
  public void orderFirstBy(KeepField first) {
    List<KeepField> all = new ArrayList<>(List.of(first));
    keep.stream().filter(field -> field.field().equals(first.field()) == false).forEach(all::add);
    keep = List.copyOf(all);
  }

  public Action action() {
    return action;
  }

  /** Where decisions are written; null for where the pipeline does, or the default. */
  public @Nullable String targetField() {
    return targetField;
  }

  public List<String> scope() {
    return scope;
  }

  public @Nullable String dest() {
    return dest;
  }

  /** Writes to an index of this name instead. */
  public void dest(String name) {
    dest = name;
  }

  /**
   * Does not group the records that a wildcard means, too, as long as there is an index for them.
   */
  public void leaveOutDest(IndexNameExpressionResolver resolver, ClusterState state) {
    if (dest == null) {
      return;
    }
    named = named == null ? indices() : named;
    String[] local =
        Arrays.stream(named)
            .filter(name -> ClusterNames.isRemote(name) == false)
            .map(name -> name.equals(Metadata.ALL) ? "*" : name)
            .toArray(String[]::new);
    // If it is named, the run will say that it must not be.
    boolean meant =
        Arrays.asList(local).contains(dest) == false
            && Arrays.stream(local).anyMatch(name -> name.indexOf('*') >= 0)
            && List.of(resolver.concreteIndexNames(state, indicesOptions(), true, local))
                .contains(dest);
    search()
        .indices(
            meant
                ? Stream.of(
                        Arrays.stream(local),
                        Stream.of("-" + dest),
                        Arrays.stream(named).filter(ClusterNames::isRemote))
                    .flatMap(names -> names)
                    .toArray(String[]::new)
                : named);
  }

  public float requestsPerSecond() {
    return requestsPerSecond;
  }

  /** Which documents to group; null for all. */
  public @Nullable QueryBuilder query() {
    return search().source() == null ? null : search().source().query();
  }

  /**
   * Asks for what other queries find.
   *
   * @param replacement of a query, by the parameter that has it
   */
  public void replaceQueries(BiFunction<String, QueryBuilder, QueryBuilder> replacement) {
    if (query() != null) {
      search().source().query(replacement.apply("query", query()));
    }
    if (against != null) {
      against = replacement.apply("against", against);
    }
  }

  /** What {@code now} is in its queries, in milliseconds. */
  public long now() {
    return now;
  }

  /** Has {@code now} be what it was for the run that it goes on with. */
  public void now(long millis) {
    now = millis;
  }

  /** As it was sent; null if nobody knows. */
  public @Nullable String body() {
    return body;
  }

  public void sent(String json) {
    body = json;
  }

  /** Goes on with the earlier run with this dest, or does what its records say. */
  public void askedAgain(GroupsRequest by) {
    if (by.mode == Mode.ASK_APPLY) {
      mode = Mode.APPLY;
      action = by.action;
      verification = verification.butFor(by.verification);
      requestsPerSecond = by.requestsPerSecond;
    } else {
      mode = Mode.RESUME;
      requestsPerSecond =
          Float.isInfinite(by.requestsPerSecond) ? requestsPerSecond : by.requestsPerSecond;
    }
  }

  /** Whether all but this stands in the dest of an earlier run. */
  public boolean isAboutDest() {
    return mode == Mode.ASK_RESUME || mode == Mode.ASK_APPLY;
  }

  /** Whether this is, or asks for, what an earlier run has left undone. */
  public boolean isResumed() {
    return mode == Mode.RESUME || mode == Mode.ASK_RESUME;
  }

  public boolean isApplied() {
    return mode == Mode.APPLY;
  }

  /** Whether an earlier run may have done some of it. */
  public boolean isRepeated() {
    return mode != Mode.BEGIN;
  }

  /** Nobody waits for the answer: it is stored with the task. */
  public void storeResult() {
    storeResult = true;
  }

  @Override
  public boolean getShouldStoreResult() {
    return storeResult;
  }

  @Override
  public CancellableTask createTask(
      long id, String type, String actionName, TaskId parentTaskId, Map<String, String> headers) {
    return new GroupsTask(id, type, actionName, getDescription(), parentTaskId, headers);
  }

  @Override
  public String getDescription() {
    if (isAboutDest()) {
      // No run itself: that is the one which it asks for.
      return "groups of [" + dest + "] " + (isResumed() ? "resumed" : "applied");
    }
    return "groups of ["
        + String.join(",", indices())
        + "], field["
        + field
        + "]"
        + nearness
        + (verify() == null ? "" : ", verify[" + verify().field() + "]")
        + ", action["
        + action.shown()
        + "]"
        + described(dest);
  }

  /** How a description ends that tells of a dest. */
  public static String described(@Nullable String dest) {
    return ", dest[" + (dest == null ? "" : dest) + "]";
  }
}

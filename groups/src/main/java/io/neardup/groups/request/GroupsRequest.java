// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.request;

import io.neardup.action.neardup.SignatureVerification;
import io.neardup.groups.job.GroupsTask;
import io.neardup.request.DelegatingRequest;
import io.neardup.request.WireVersion;
import io.neardup.target.KeepField;
import io.neardup.target.Nearness;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.tasks.CancellableTask;

/** Which documents to group, how, and where to write the groups. */
public final class GroupsRequest extends DelegatingRequest {
  static final int LARGEST = 10;

  /** What a job begins with. */
  private enum Mode {
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

  private final String field;

  /** Null if there are none. */
  private final QueryBuilder against;

  private final Nearness nearness;

  /** Null if there is none. */
  private final SignatureVerification verify;

  private List<KeepField> keep;
  private final List<String> scope;

  private Action action;

  /** Null for statistics only. */
  private String dest;

  /** Records a second; infinite if there is no limit. */
  private float requestsPerSecond;

  /** As it was sent; null if nobody knows. */
  private String body;

  private Mode mode = Mode.BEGIN;
  private boolean keepsNone;
  private boolean storeResult;
  private boolean decidesAnew;

  /** Fields that are copied into records, and into the answer. */
  private List<String> copied = List.of();

  /** Null if nothing is said. */
  @Nullable private TextLoss loss;

  private boolean anyLoss;

  /** The list of verdicts that it obeys; null for none. */
  @Nullable private String verdicts;

  /** How many groups the answer names. */
  private int largest = LARGEST;

  /** What {@code now} is in its queries, on whatever node, in milliseconds. */
  private final long now;

  /**
   * @param search names the indexes, and has the query, if any
   * @param field of type {@code simhash} or {@code minhash}
   * @param against documents that are canonical already; null if there are none
   * @param nearness how near documents of a group must be, in the terms of the field
   * @param verify what the signatures of near documents must be besides, or null
   * @param keep by which fields documents are ordered: of a group the first is kept
   * @param scope documents are compared if they are equal in all these fields
   * @param action what becomes of the documents
   * @param dest the index to write records to, or null
   * @param requestsPerSecond records to write a second, infinite for no limit
   */
  public GroupsRequest(
      SearchRequest search,
      String field,
      @Nullable QueryBuilder against,
      Nearness nearness,
      @Nullable SignatureVerification verify,
      List<KeepField> keep,
      List<String> scope,
      Action action,
      @Nullable String dest,
      float requestsPerSecond) {
    super(search);
    this.field = field;
    this.against = against;
    this.nearness = nearness;
    this.verify = verify;
    this.keep = List.copyOf(keep);
    this.scope = List.copyOf(scope);
    this.action = action;
    this.dest = dest;
    this.requestsPerSecond = requestsPerSecond;
    this.now = System.currentTimeMillis();
  }

  /** A request to go on with a run that was cut short; null to write as fast as that. */
  static GroupsRequest resumption(String dest, @Nullable Float requestsPerSecond) {
    GroupsRequest asking = ofDest(dest, Action.Kind.REPORT);
    asking.mode = Mode.ASK_RESUME;
    asking.requestsPerSecond = requestsPerSecond == null ? 0 : requestsPerSecond;
    return asking;
  }

  /** A request to do this with what the records of a run say. */
  static GroupsRequest application(
      String dest, Action.Kind kind, @Nullable Float requestsPerSecond) {
    GroupsRequest asking = ofDest(dest, kind);
    asking.mode = Mode.ASK_APPLY;
    asking.requestsPerSecond =
        requestsPerSecond == null ? Float.POSITIVE_INFINITY : requestsPerSecond;
    return asking;
  }

  /** Which index is to be read, and how, stands in that index. */
  private static GroupsRequest ofDest(String dest, Action.Kind kind) {
    SearchRequest search =
        new SearchRequest(dest)
            .indicesOptions(IndicesOptions.STRICT_SINGLE_INDEX_NO_EXPAND_FORBID_CLOSED);
    return new GroupsRequest(
        search,
        "",
        null,
        Nearness.DEFAULT,
        null,
        List.of(),
        List.of(),
        new Action(kind, null),
        dest,
        0);
  }

  /** Mirrors {@link #writeTo}. */
  public GroupsRequest(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    field = in.readString();
    against = in.readOptionalNamedWriteable(QueryBuilder.class);
    nearness = new Nearness(in);
    verify = in.readOptionalWriteable(SignatureVerification::new);
    keep = in.readList(KeepField::new);
    scope = in.readStringList();
    action = new Action(in);
    dest = in.readOptionalString();
    requestsPerSecond = in.readFloat();
    body = in.readOptionalString();
    mode = in.readEnum(Mode.class);
    now = in.readVLong();
    keepsNone = in.readBoolean();
    storeResult = in.readBoolean();
    decidesAnew = in.readBoolean();
    copied = in.readStringList();
    largest = in.readVInt();
    loss = in.readOptionalWriteable(TextLoss::new);
    anyLoss = in.readBoolean();
    verdicts = in.readOptionalString();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeString(field);
    out.writeOptionalNamedWriteable(against);
    nearness.writeTo(out);
    out.writeOptionalWriteable(verify);
    out.writeList(keep);
    out.writeStringCollection(scope);
    action.writeTo(out);
    out.writeOptionalString(dest);
    out.writeFloat(requestsPerSecond);
    out.writeOptionalString(body);
    out.writeEnum(mode);
    out.writeVLong(now);
    out.writeBoolean(keepsNone);
    out.writeBoolean(storeResult);
    out.writeBoolean(decidesAnew);
    out.writeStringCollection(copied);
    out.writeVInt(largest);
    out.writeOptionalWriteable(loss);
    out.writeBoolean(anyLoss);
    out.writeOptionalString(verdicts);
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

  public @Nullable SignatureVerification verify() {
    return verify;
  }

  public List<KeepField> keep() {
    return keep;
  }

  /** Has every document of a group be a duplicate. */
  public void keepNone() {
    keepsNone = true;
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
   * What it shows of groups.
   *
   * @param fields that are copied into records, and into the answer
   * @param groups that the answer names
   */
  public void show(List<String> fields, int groups) {
    copied = List.copyOf(fields);
    largest = groups;
  }

  /**
   * Has duplicates deleted only with which no more than this is lost.
   *
   * @param most null for nothing
   * @param any whether it does not matter what is lost
   */
  void allow(@Nullable TextLoss most, boolean any) {
    loss = most;
    anyLoss = any;
  }

  /** What may be lost with a duplicate that is deleted; null if that does not matter. */
  public @Nullable TextLoss loss() {
    if (anyLoss || action.kind() != Action.Kind.DELETE) {
      return null;
    }
    return loss == null ? TextLoss.NOTHING : loss;
  }

  /** Obeys a list of verdicts; null for none. */
  void obey(@Nullable String list) {
    verdicts = list;
  }

  /** The list of verdicts that it obeys; null for none. */
  public @Nullable String verdicts() {
    return verdicts;
  }

  public List<String> copied() {
    return copied;
  }

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

  /** Does not group an index that a wildcard means, too. */
  public void leaveOut(String index) {
    List<String> names = new ArrayList<>(List.of(indices()));
    if (names.stream().noneMatch(name -> name.indexOf('*') >= 0)) {
      // It is named, if not by this name: the run will say that it must not be.
      return;
    }
    names.add("-" + index);
    search().indices(names.toArray(String[]::new));
  }

  public float requestsPerSecond() {
    return requestsPerSecond;
  }

  /** Which documents to group; null for all. */
  public @Nullable QueryBuilder query() {
    return search().source() == null ? null : search().source().query();
  }

  /** What {@code now} is in its queries, in milliseconds. */
  public long now() {
    return now;
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
    mode = by.mode == Mode.ASK_RESUME ? Mode.RESUME : Mode.APPLY;
    if (mode == Mode.APPLY) {
      action = new Action(by.action.kind(), action.targetField());
      allow(by.loss == null ? loss : by.loss, by.anyLoss);
    }
    requestsPerSecond = by.requestsPerSecond > 0 ? by.requestsPerSecond : requestsPerSecond;
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
      long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
    return new GroupsTask(id, type, action, getDescription(), parentTaskId, headers);
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
        + (verify == null ? "" : ", verify[" + verify.shown() + "]")
        + ", action["
        + action.kind().shown()
        + "]"
        + described(dest);
  }

  /** How a description ends that tells of a dest. */
  public static String described(@Nullable String dest) {
    return ", dest[" + (dest == null ? "" : dest) + "]";
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.neardup.cli.io.Fault;
import io.neardup.cli.io.IndexFields;
import io.neardup.cli.io.IndexLimits;
import io.neardup.cli.io.Server;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the page of {@code review} can ask, and the job that it may have started. */
final class Review implements AutoCloseable {
  private static final String STATE = "near_dup_groups";
  private static final String FIELD = "field";

  /** That of a run whose request names none. */
  private static final String DEFAULT_FIELD = "near_dup.signature";

  /** However far two documents are from each other: the canonical of a group may be any member. */
  private static final Map<String, Object> ANY_SIGNATURE =
      Map.of("similarity", 0.01, "recall", 1, "numbers", "ignore");

  private static final Map<String, Object> ANY_FINGERPRINT = Map.of("max_distance", 64);

  private static final String GONE =
      "; perhaps its node is gone: applying again goes on with what is left";

  private final Server server;
  private final String index;
  private final String dest;
  private final String field;
  private final boolean isSignature;
  private final ShownFields shown;
  private final ReviewedGroups groups;
  private final Verdicts verdicts;

  /** What the run was asked; null without records, and if it was too long to be kept. */
  private final JsonNode request;

  /** What tells of a record how near its document is to the canonical. */
  private final String nearness;

  private volatile String task;

  /**
   * Asks the server what there is.
   *
   * @param dest null for none
   * @param field null for that of the run, or else for the only one there is
   * @param list of verdicts; null for none
   */
  Review(Server server, String index, String dest, String field, String list, ShownFields shown)
      throws IOException {
    IndexFields fields = IndexFields.of(server, index);
    shown.guess(fields);
    this.server = server;
    this.index = index;
    this.dest = dest;
    this.shown = shown;
    this.request = dest == null ? null : request(server, dest);
    String ran = request == null ? field : request.path(FIELD).asText(DEFAULT_FIELD);
    ran = ran == null ? fields.compared(null) : ran;
    this.nearness = fields.isSignature(ran) ? "similarity" : "distance";
    this.field = field == null ? ran : field;
    this.isSignature = fields.isSignature(this.field);
    int most = IndexLimits.hits(server, index, ReviewedGroups.MOST);
    most = dest == null ? most : IndexLimits.hits(server, dest, most);
    this.groups = new ReviewedGroups(server, dest, index, shown, most);
    this.verdicts = new Verdicts(groups, list, this.field);
  }

  private static JsonNode request(Server server, String dest) throws IOException {
    JsonNode mapping = server.get("/" + Server.encoded(dest) + "/_mapping");
    JsonNode state = mapping.path(dest).at("/mappings/_meta/" + STATE);
    if (state.isObject() == false) {
      throw Fault.usage(
          "[--dest] must be the index that near-dup groups --dest wrote records to, got ["
              + dest
              + "], which has none");
    }
    if (state.path("state").asText().equals("done") == false) {
      throw Fault.usage(
          "[--dest] must be of a run that has ended, and that of ["
              + dest
              + "] has not: wait for it, or where it was cut short, near-dup resume "
              + dest
              + " goes on with it");
    }
    return state.has("body") ? new ObjectMapper().readTree(state.path("body").asText()) : null;
  }

  Map<String, LocalServer.Route> routes() {
    Map<String, LocalServer.Route> routes = new LinkedHashMap<>();
    routes.put("GET start", asked -> start());
    routes.put("GET survey", this::survey);
    if (dest != null) {
      routes.put("GET groups", groups::list);
      routes.put("GET group", groups::members);
      routes.put("GET document", groups::document);
      routes.put("GET lost", this::lost);
      routes.put("POST decide", verdicts::decide);
      routes.put("POST undo", verdicts::undo);
      routes.put("GET plan", asked -> plan());
      routes.put("POST apply", this::apply);
      routes.put("GET task", asked -> task());
      routes.put("POST cancel", asked -> cancel());
    }
    return routes;
  }

  private JsonNode start() throws IOException {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer.put("index", index).put("dest", dest).put(FIELD, field).put("nearness", nearness);
    answer.set("request", request);
    answer.set("shown", shown.toJson());
    if (dest != null) {
      String copied = IndexFields.of(server, dest).types().get("fields." + shown.date());
      answer.put("by_date", copied != null && copied.startsWith("date"));
    }
    return answer;
  }

  private JsonNode survey(JsonNode asked) throws IOException {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put(FIELD, field);
    body.put("size", asked.path("size").asInt());
    if (shown.texts().isEmpty() == false) {
      body.put("fields", shown.texts());
    }
    return server.postPatiently("/" + Server.encoded(index) + "/_near_dup/survey", body);
  }

  /** The distinctive terms that would be gone with a document. */
  private JsonNode lost(JsonNode asked) throws IOException {
    JsonNode record = groups.record(asked.path("record").asText());
    JsonNode canonical = groups.record(asked.path("canonical").asText());
    Map<String, Object> body = new LinkedHashMap<>();
    body.put(FIELD, field);
    body.put("id", canonical.path("id").asText());
    body.put("index", canonical.path("index").asText());
    if (canonical.has("routing")) {
      body.put("routing", canonical.path("routing").asText());
    }
    Map<String, Object> ids = Map.of("ids", Map.of("values", List.of(record.path("id").asText())));
    Map<String, Object> routing = ReviewedGroups.is("_routing", record.path("routing").textValue());
    body.put("filter", Map.of("bool", Map.of("filter", List.of(ids, routing))));
    body.put("verify", Map.of("text", Map.of("lost", 1_000_000), "max_candidates", 1));
    body.put("size", 1);
    body.put("_source", false);
    body.putAll(isSignature ? ANY_SIGNATURE : ANY_FINGERPRINT);
    String path = "/" + Server.encoded(record.path("index").asText()) + "/_near_dup";
    JsonNode answer = server.post(path, body).at("/results/0");
    JsonNode hit = answer.at("/hits/0");
    ObjectNode lost = JsonNodeFactory.instance.objectNode();
    lost.put("known", hit.isObject());
    lost.set("terms", hit.get("lost"));
    lost.put("more", Math.max(0, hit.path("lost_count").asLong() - hit.path("lost").size()));
    return lost;
  }

  private JsonNode plan() throws IOException {
    Map<String, Object> kinds = new LinkedHashMap<>();
    Map<String, Object> duplicate = Map.of("term", Map.of("status", "duplicate"));
    Map<String, Object> kept = Map.of("exists", Map.of("field", "verdict"));
    kinds.put("groups", Map.of("term", Map.of("status", "new")));
    kinds.put("duplicates", duplicate);
    kinds.put("kept", Map.of("bool", Map.of("filter", List.of(duplicate, kept))));
    JsonNode found =
        groups.search(
            Map.of(
                "size", 0, "aggs", Map.of("kinds", Map.of("filters", Map.of("filters", kinds)))));
    ObjectNode plan = JsonNodeFactory.instance.objectNode();
    JsonNode buckets = found.at("/aggregations/kinds/buckets");
    kinds.keySet().forEach(kind -> plan.set(kind, buckets.path(kind).get("doc_count")));
    plan.put("left", plan.path("duplicates").asLong() - plan.path("kept").asLong());
    return plan;
  }

  private JsonNode apply(JsonNode asked) throws IOException {
    if (isRunning()) {
      throw Fault.usage("a run is going on already");
    }
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("dest", dest);
    body.put("action", asked.path("action").asText());
    if (asked.path("any_loss").asBoolean()) {
      body.put("verify", false);
    } else if (shown.areTextsNamed() && asked.path("action").asText().equals("delete")) {
      body.put("verify", Map.of("text", Map.of("fields", shown.texts())));
    }
    String path = "/_near_dup/groups/_apply?wait_for_completion=false";
    task = server.post(path, body).path("task").asText();
    return task();
  }

  /** How far the job is; an empty object if there was none. One that is gone has failed. */
  private JsonNode task() throws IOException {
    String known = task;
    ObjectNode state = JsonNodeFactory.instance.objectNode();
    try {
      return known == null ? state : server.get("/_tasks/" + known);
    } catch (Fault e) {
      if (e.isMissing() == false) {
        throw e;
      }
      state.put("completed", true).putObject("error").put("reason", e.getMessage() + GONE);
      return state;
    }
  }

  private boolean isRunning() throws IOException {
    JsonNode state = task();
    return state.has("completed") && state.path("completed").asBoolean() == false;
  }

  private JsonNode cancel() throws IOException {
    if (isRunning()) {
      server.post("/_tasks/" + task + "/_cancel", null);
    }
    return task();
  }

  /** Cancels the job, which the same request goes on with. */
  @Override
  public void close() throws IOException {
    cancel();
  }
}

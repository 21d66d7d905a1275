// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.neardup.cli.io.Fault;
import io.neardup.cli.io.Server;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a person decides about the records of a run, written into them.
 *
 * @param list of verdicts on the server that gets them, too; null for none
 * @param field that documents are compared by
 */
record Verdicts(ReviewedGroups groups, String list, String field) {
  private static final String STATUS = "status";
  private static final String VERDICT = "verdict";
  private static final String KEEP = "keep";

  /**
   * Decides about a document.
   *
   * @param asked {@code record}, the version {@code seen}, the record {@code canonical}, and {@code
   *     verdict}: {@code different} from that, so that it stays, {@code same}, or {@code canonical}
   *     in the other's place
   * @return {@code undo}: what undoes it, and {@code note} if the list could not take it
   */
  ObjectNode decide(JsonNode asked) throws IOException {
    ObjectNode record = groups.record(asked.path("record").asText());
    if (record.get("seen").equals(asked.get("seen")) == false) {
      throw Fault.usage("somebody else has decided about this document meanwhile: look again");
    }
    ArrayNode undo = JsonNodeFactory.instance.arrayNode();
    String verdict = asked.path(VERDICT).asText();
    switch (verdict) {
      case "same" -> undo.add(write(record, record.path(STATUS).asText(), null));
      case "different" -> undo.add(write(record, record.path(STATUS).asText(), KEEP));
      case "canonical" -> makeCanonical(record, undo);
      default ->
          throw Fault.usage(
              "[verdict] must be same, different or canonical, got [" + verdict + "]");
    }
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer.set("undo", undo);
    if (list != null && verdict.equals("canonical") == false) {
      say(record, asked.path("canonical").asText(), verdict.equals("same"), answer);
    }
    return answer;
  }

  /**
   * Tells the list, which knows contents rather than documents: two of one content are the same.
   */
  private void say(ObjectNode record, String canonical, boolean same, ObjectNode answer)
      throws IOException {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.putArray("pair").add(document(groups.record(canonical))).add(document(record));
    try {
      JsonNode said = groups.server().put(listPath(), withVerdict(line, same));
      if (said.path("created").asInt() > 0) {
        answer.set("unsay", line);
      } else if (said.path("changed").asInt() > 0) {
        answer.set("unsay", withVerdict(line, same == false));
      }
    } catch (Fault e) {
      answer.put("note", "The record has it, but not the list [" + list + "]: " + e.getMessage());
    }
  }

  private ObjectNode document(ObjectNode record) {
    ObjectNode document = JsonNodeFactory.instance.objectNode().put("field", field);
    document.set("index", record.get("index"));
    document.set("id", record.get("id"));
    if (record.has("routing")) {
      document.set("routing", record.get("routing"));
    }
    return document;
  }

  private static ObjectNode withVerdict(ObjectNode line, boolean same) {
    return line.deepCopy().put(VERDICT, same ? "always" : "never");
  }

  private String listPath() {
    return "/_near_dup/verdicts/" + Server.encoded(list);
  }

  /** The new one first: of a group with two of them, both stay if the second write fails. */
  private void makeCanonical(ObjectNode record, ArrayNode undo) throws IOException {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("seq_no_primary_term", true);
    body.put("size", groups.most());
    body.put(
        "query",
        Map.of(
            "bool",
            Map.of(
                "filter",
                List.of(
                    Map.of("term", Map.of("group", record.path("group").asText())),
                    Map.of("term", Map.of(STATUS, "new"))))));
    JsonNode canonicals = groups.search(body).at("/hits/hits");
    undo.add(write(record, "new", null));
    for (JsonNode hit : canonicals) {
      ObjectNode canonical = ReviewedGroups.shown(hit);
      if (canonical.get("record").equals(record.get("record")) == false) {
        undo.add(write(canonical, "duplicate", null));
      }
    }
  }

  /**
   * Takes back, in the opposite order, up to what somebody else has changed meanwhile.
   *
   * @return {@code undone}: the version {@code seen} of each record, which is again what it was in
   *     the version {@code over}, and {@code note} if not all could be undone
   */
  ObjectNode undo(JsonNode asked) throws IOException {
    JsonNode undo = asked.path("undo");
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ArrayNode undone = answer.putArray("undone");
    for (int i = undo.size() - 1; i >= 0; i--) {
      JsonNode before = undo.get(i);
      String status = before.path(STATUS).asText();
      String verdict = before.path(VERDICT).isNull() ? null : before.path(VERDICT).asText();
      boolean known = status.equals("new") || status.equals("duplicate");
      if (known == false || (verdict != null && verdict.equals(KEEP) == false)) {
        throw Fault.usage("[undo] must be what a decision answered");
      }
      try {
        ObjectNode written = write(before.deepCopy(), status, verdict);
        undone.add(written.set("over", before.get("over")));
      } catch (Fault e) {
        if (e.isConflict() == false) {
          throw e;
        }
        return answer.put(
            "note", "Somebody else has decided about this document since, which was not undone.");
      }
    }
    JsonNode unsay = asked.path("unsay");
    if (list != null && unsay.has(VERDICT)) {
      groups.server().put(listPath(), unsay);
    } else if (list != null && unsay.has("pair")) {
      groups.server().delete(listPath(), unsay);
    }
    return answer;
  }

  /** Only as the version that was looked at; returns what undoes it. */
  private ObjectNode write(ObjectNode record, String status, String verdict) throws IOException {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put(STATUS, status).put(VERDICT, verdict);
    String id = record.path("record").asText();
    String path =
        "/"
            + Server.encoded(groups.dest())
            + "/_update/"
            + Server.encoded(id)
            + "?refresh=true&if_seq_no="
            + record.at("/seen/0").asLong()
            + "&if_primary_term="
            + record.at("/seen/1").asLong();
    JsonNode written = groups.server().post(path, Map.of("doc", document));
    ObjectNode before = JsonNodeFactory.instance.objectNode().put("record", id);
    before.set(STATUS, record.get(STATUS));
    before.set(VERDICT, record.get(VERDICT));
    before.set("over", record.get("seen"));
    before.putArray("seen").add(written.path("_seq_no")).add(written.path("_primary_term"));
    return before;
  }
}

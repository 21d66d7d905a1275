// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;

/** Writes in the words of the bulk API, and its answers in the words of {@link Write}. */
final class BulkBody {
  private BulkBody() {}

  /** The lines of a request. */
  static String of(List<Write> writes) {
    StringBuilder lines = new StringBuilder();
    for (Write write : writes) {
      String id = write.id == null ? "" : ",\"_id\":\"" + write.id + "\"";
      lines.append(
          String.format(
              Locale.ROOT,
              "{\"%s\":{\"_index\":\"%s\"%s}}\n",
              operation(write.action),
              write.target,
              id));
      String body = body(write);
      lines.append(body == null ? "" : body + "\n");
    }
    return lines.toString();
  }

  private static String operation(Write.Action action) {
    return action == Write.Action.UPSERT ? "update" : action.name().toLowerCase(Locale.ROOT);
  }

  private static String body(Write write) {
    String note = "{\"note\":" + write.number + "}";
    return switch (write.action) {
      case INDEX, CREATE -> document(write);
      case UPDATE -> "{\"doc\":" + note + "}";
      case UPSERT -> "{\"doc\":" + note + ",\"upsert\":" + document(write) + "}";
      case DELETE -> null;
    };
  }

  private static String document(Write write) {
    return String.format(
        Locale.ROOT,
        "{\"write\":%d,\"note\":%d,\"print\":\"%016x\"}",
        write.number,
        write.number,
        write.print);
  }

  /**
   * Takes note of one item of an answer.
   *
   * @return what it says in short
   */
  static String take(Write write, JsonNode item) {
    String id = item.path("_id").asText(null);
    if (write.id != null && write.id.equals(id) == false) {
      write.mixedUpWith = item.toString();
      write.outcome = Write.Outcome.UNKNOWN;
      return "mixed up";
    }
    int status = item.path("status").asInt();
    if (item.has("error")) {
      JsonNode error = item.path("error");
      write.outcome = refusal(write, status, error);
      return status + " " + error.path("type").asText() + ": " + error.path("reason").asText();
    }
    String result = item.path("result").asText();
    write.outcome =
        switch (result) {
          case "created" -> Write.Outcome.CREATED;
          case "updated" -> Write.Outcome.UPDATED;
          case "deleted" -> Write.Outcome.DELETED;
          case "noop" -> Write.Outcome.NOOP;
          case "not_found" -> Write.Outcome.ABSENT;
          default -> Write.Outcome.UNKNOWN;
        };
    write.writtenIndex = item.path("_index").asText();
    write.writtenId = id;
    return result;
  }

  private static Write.Outcome refusal(Write write, int status, JsonNode error) {
    String type = error.path("type").asText();
    boolean conflict = type.equals("version_conflict_engine_exception");
    if (status == 409 && conflict == false && error.toString().contains("near-duplicate")) {
      return Write.Outcome.REFUSED;
    } else if (conflict
        && write.action == Write.Action.CREATE
        && write.attempts.isEmpty() == false) {
      // By an attempt before this one.
      write.writtenId = write.id;
      write.writtenIndex = null;
      return Write.Outcome.CREATED;
    } else if (status == 404 && type.equals("document_missing_exception")) {
      return Write.Outcome.ABSENT;
    }
    return status >= 500 || status == 429 || conflict
        ? Write.Outcome.UNKNOWN
        : Write.Outcome.REJECTED;
  }
}

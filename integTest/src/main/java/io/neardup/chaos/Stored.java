// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/**
 * A document as it is stored in the end.
 *
 * @param write number of the write that it comes from
 * @param note number of the write that changed it last
 * @param seq of its decision, or -1
 * @param checked what its decision says of itself, if anything
 * @param ofId of what it is a duplicate, or null
 * @param distance to that, or -1
 */
record Stored(
    String index,
    String id,
    int write,
    int note,
    long print,
    String status,
    String group,
    long seq,
    String checked,
    String ofId,
    int distance) {
  static Stored of(JsonNode hit) {
    JsonNode source = hit.path("_source");
    JsonNode decision = source.path("near_dup");
    return new Stored(
        hit.path("_index").asText(),
        hit.path("_id").asText(),
        source.path("write").asInt(-1),
        source.path("note").asInt(-1),
        Long.parseUnsignedLong(source.path("print").asText("0"), 16),
        decision.path("status").asText(""),
        decision.path("group").asText(""),
        decision.path("seq").asLong(-1),
        decision.path("checked").asText(""),
        decision.path("of").path("id").asText(null),
        decision.path("distance").asInt(-1));
  }

  boolean isNew() {
    return status.equals("new");
  }

  /** Whether its decision says that it is not sure. */
  boolean marked() {
    return checked.equals("index_only");
  }

  boolean isDuplicate() {
    return status.equals("duplicate");
  }

  int distance(Stored other) {
    return Long.bitCount(print ^ other.print);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "stored %s/%s write %d note %d [%016x] %s%s group %s seq %d%s",
        index,
        id,
        write,
        note,
        print,
        status,
        checked.isEmpty() ? "" : " " + checked,
        group,
        seq,
        ofId == null ? "" : " of " + ofId + " at " + distance);
  }
}

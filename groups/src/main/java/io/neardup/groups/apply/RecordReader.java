// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.groups.pit.DocumentId;
import io.neardup.sequencer.Group;
import java.util.Map;
import org.opensearch.search.SearchHit;

/**
 * Reads records, which are what anybody may have written who may write to the index.
 *
 * @param dest that they are in
 * @param sources the indexes that were grouped, with their UUIDs
 */
record RecordReader(String dest, Map<String, String> sources) {
  static final String GROUP = "group";
  static final String STATUS = "status";
  static final String VERDICT = "verdict";
  static final String NEW = "new";
  static final String DUPLICATE = "duplicate";
  static final String KEEP = "keep";

  /** The document, in the version that was grouped. */
  DocumentId document(SearchHit hit) {
    Map<String, Object> record = hit.getSourceAsMap();
    String index = text(hit, "index");
    String uuid = sources.get(index);
    if (uuid == null) {
      throw new IllegalArgumentException(
          "[dest] must have records of the indexes that were grouped, which are "
              + sources.keySet()
              + ", got one of ["
              + index
              + "] in ["
              + dest
              + "]: nothing more is changed; group again, with another [dest]");
    }
    return new DocumentId(
        index,
        uuid,
        text(hit, "id"),
        record.get("routing") == null ? null : text(hit, "routing"),
        number(hit, "seq_no"),
        number(hit, "primary_term"));
  }

  String group(SearchHit hit) {
    return text(hit, GROUP);
  }

  /** Refuses a group that no document can have. */
  void requireGroup(SearchHit hit) {
    if (Group.parse(group(hit)) == null) {
      throw damaged(hit, GROUP);
    }
  }

  /** Refuses what nobody can have meant. */
  void requireMeaning(SearchHit hit) {
    Map<String, Object> record = hit.getSourceAsMap();
    Object status = record.get(STATUS);
    if (NEW.equals(status) == false && DUPLICATE.equals(status) == false) {
      throw meaningless(hit, STATUS, "[new] or [duplicate]");
    }
    Object verdict = record.get(VERDICT);
    if (verdict != null && KEEP.equals(verdict) == false) {
      throw meaningless(hit, VERDICT, "[keep], or none");
    }
  }

  private IllegalArgumentException meaningless(SearchHit hit, String field, String accepted) {
    return new IllegalArgumentException(
        "[dest] must have records whose ["
            + field
            + "] is "
            + accepted
            + ", got ["
            + hit.getSourceAsMap().get(field)
            + "] in the record ["
            + hit.getId()
            + "] of ["
            + dest
            + "]: nothing is changed; correct it, and ask again");
  }

  private String text(SearchHit hit, String field) {
    if (hit.getSourceAsMap().get(field) instanceof String text && text.isEmpty() == false) {
      return text;
    }
    throw damaged(hit, field);
  }

  private long number(SearchHit hit, String field) {
    if (hit.getSourceAsMap().get(field) instanceof Number number && number.longValue() >= 0) {
      return number.longValue();
    }
    throw damaged(hit, field);
  }

  private IllegalArgumentException damaged(SearchHit hit, String field) {
    return new IllegalArgumentException(
        "[dest] must have records as they were written, got one in ["
            + dest
            + "] with ["
            + field
            + "] as ["
            + hit.getSourceAsMap().get(field)
            + "]: nothing more is changed; group again, with another [dest]");
  }
}

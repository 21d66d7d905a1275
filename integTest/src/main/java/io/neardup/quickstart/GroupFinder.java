// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Lets the server group the whole index, and reads the groups from the index it writes. */
final class GroupFinder {
  static final int MAX_DISTANCE = 3;

  private static final String DEST = LicenseIndex.NAME + "-groups";

  private static final String REQUEST =
      String.format(
          Locale.ROOT,
          "{\"field\": \"%s\", \"max_distance\": %d, \"dest\": \"%s\"}",
          LicenseIndex.FIELD,
          MAX_DISTANCE,
          DEST);

  /** More than the corpus has documents; {@link #groups} makes sure. */
  private static final String RECORDS = "{\"size\": 10000, \"sort\": [\"group\", \"id\"]}";

  private static final Comparator<Group.Member> CANONICAL_FIRST =
      Comparator.comparing(Group.Member::canonical)
          .reversed()
          .thenComparingInt(Group.Member::distance)
          .thenComparing(Group.Member::id);

  private final Rest rest;

  GroupFinder(Rest rest) {
    this.rest = rest;
  }

  /** The groups of the whole corpus, largest first. */
  List<Group> find() throws IOException {
    // What an earlier start has left.
    rest.delete("/" + DEST + "?ignore_unavailable=true");
    rest.post("/" + LicenseIndex.NAME + "/_near_dup/groups", REQUEST);
    rest.post("/" + DEST + "/_refresh", null);
    return groups(rest.post("/" + DEST + "/_search", RECORDS));
  }

  /** The records of a search as groups, largest first, those of one size by name. */
  static List<Group> groups(JsonNode answer) {
    JsonNode hits = answer.at("/hits/hits");
    long total = answer.at("/hits/total/value").asLong();
    if (total != hits.size()) {
      throw new IllegalStateException(hits.size() + " of " + total + " records were read");
    }
    Map<String, List<Group.Member>> members = new LinkedHashMap<>();
    for (JsonNode hit : hits) {
      JsonNode document = hit.path("_source");
      members
          .computeIfAbsent(document.path("group").asText(), group -> new ArrayList<>())
          .add(
              new Group.Member(
                  document.path("id").asText(),
                  document.path("status").asText().equals("new"),
                  document.path("distance").asInt()));
    }
    return members.values().stream()
        .map(group -> new Group(group.stream().sorted(CANONICAL_FIRST).toList()))
        .sorted(
            Comparator.comparingInt((Group group) -> -group.members().size())
                .thenComparing(group -> group.members().get(0).id()))
        .toList();
  }
}

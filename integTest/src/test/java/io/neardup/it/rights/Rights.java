// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.rights;

import static org.junit.Assert.assertEquals;

import io.neardup.it.Json;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A user's permissions on the cluster and on some indexes.
 *
 * @param index a pattern
 */
record Rights(List<String> cluster, String index, List<String> actions) {
  /** What every bulk needs of the cluster. */
  static final List<String> WRITE_BULKS = List.of("indices:data/write/bulk");

  String role() {
    return Json.of(
        "{'cluster_permissions': [$1], 'index_permissions': [{'index_patterns': [$2],"
            + " 'allowed_actions': [$3]}]}",
        quoted(cluster),
        Json.quoted(index),
        quoted(actions));
  }

  private static String quoted(List<String> texts) {
    return String.join(",", texts.stream().map(Json::quoted).toList());
  }

  /** All sets that lack one of these permissions. */
  List<Rights> less() {
    List<Rights> less = new ArrayList<>();
    cluster.forEach(right -> less.add(new Rights(without(cluster, right), index, actions)));
    actions.forEach(right -> less.add(new Rights(cluster, index, without(actions, right))));
    return less;
  }

  static List<String> without(List<String> all, String one) {
    List<String> less = new ArrayList<>(all);
    less.remove(one);
    return less;
  }

  /** A client of a user who has these. */
  Rest user(String name) throws IOException {
    Secured.users(Map.of(name, role()));
    return Secured.as(name);
  }

  /** Asserts that a request works with these permissions, and fails without any one of them. */
  void assertNeeded(String user, String method, String path, String body) throws IOException {
    List<Rights> less = less();
    Map<String, String> roles = new LinkedHashMap<>();
    roles.put(user, role());
    for (int i = 0; i < less.size(); i++) {
      roles.put(user + "_" + i, less.get(i).role());
    }
    Secured.users(roles);
    try (Rest rest = Secured.as(user)) {
      Rest.Answer answer = rest.send(method, path, body);
      assertEquals(answer.toString(), 200, answer.status());
    }
    for (int i = 0; i < less.size(); i++) {
      try (Rest rest = Secured.as(user + "_" + i)) {
        assertForbidden(less.get(i), rest.send(method, path, body));
      }
    }
  }

  static void assertForbidden(Rights rights, Rest.Answer answer) {
    // One of many questions fails alone.
    int status = answer.body().at("/results/0/status").asInt(answer.status());
    assertEquals(rights + ": " + answer, 403, status);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.neardup.quickstart.Group.Member;
import java.util.List;
import org.junit.Test;

/** Records of a groups job become groups, in whatever order they come. */
public class GroupFinderTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ArrayNode hits = JSON.createArrayNode();

  @Test
  public void theCanonicalThenByDistance() {
    duplicate("a", "g", 3);
    duplicate("b", "g", 0);
    canonical("c", "g");
    duplicate("d", "g", 0);
    assertEquals(
        List.of(
            new Group(
                List.of(
                    new Member("c", true, 0),
                    new Member("b", false, 0),
                    new Member("d", false, 0),
                    new Member("a", false, 3)))),
        GroupFinder.groups(answer(4)));
  }

  @Test
  public void largestFirstThenByName() {
    canonical("x", "1");
    duplicate("y", "1", 1);
    canonical("c", "2");
    duplicate("d", "2", 1);
    canonical("p", "3");
    duplicate("q", "3", 1);
    duplicate("r", "3", 2);
    assertEquals(
        List.of("p", "c", "x"),
        GroupFinder.groups(answer(7)).stream().map(group -> group.members().get(0).id()).toList());
  }

  @Test
  public void nothingIsCutOffSilently() {
    canonical("a", "1");
    JsonNode answer = answer(2);
    Exception e = assertThrows(IllegalStateException.class, () -> GroupFinder.groups(answer));
    assertEquals("1 of 2 records were read", e.getMessage());
  }

  private void canonical(String id, String group) {
    record(id, group).put("status", "new");
  }

  private void duplicate(String id, String group, int distance) {
    record(id, group).put("status", "duplicate").put("distance", distance);
  }

  private ObjectNode record(String id, String group) {
    return hits.addObject().putObject("_source").put("id", id).put("group", group);
  }

  private ObjectNode answer(int total) {
    ObjectNode answer = JSON.createObjectNode();
    ObjectNode found = answer.putObject("hits");
    found.putObject("total").put("value", total);
    found.set("hits", hits);
    return answer;
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.quickstart.Group.Member;
import java.util.List;
import org.junit.Test;

/** Responses of _near_dup become groups, regardless of the order and direction of pairs. */
public class GroupsTest {
  private final Groups groups = new Groups();

  @Test
  public void chainsAreOneGroupAroundTheBestConnected() throws Exception {
    add("a", "0000000000000000", "b");
    add("b", "0000000000000007", "a", "c");
    add("c", "000000000000003f", "b");
    assertEquals(
        List.of(new Group(List.of(new Member("b", 0), new Member("a", 3), new Member("c", 3)))),
        groups.toList());
  }

  @Test
  public void aPairSeenFromOneSideOnlyIsAPair() throws Exception {
    add("a", "0000000000000000");
    add("b", "0000000000000001", "a");
    assertEquals(
        List.of(new Group(List.of(new Member("b", 0), new Member("a", 1)))), groups.toList());
  }

  @Test
  public void largestFirstThenByName() throws Exception {
    add("y", "0000000000000000", "x");
    add("x", "0000000000000000", "y");
    add("d", "ffffffffffffffff", "c");
    add("c", "ffffffffffffffff", "d");
    for (String id : List.of("p", "q", "r")) {
      add(id, "00000000ffffffff", "p", "q", "r");
    }
    assertEquals(
        List.of("p", "c", "x"),
        groups.toList().stream().map(group -> group.members().get(0).id()).toList());
  }

  @Test
  public void aDocumentAloneIsNoGroup() throws Exception {
    add("a", "0000000000000000", "a");
    add("b", "ffffffffffffffff");
    assertEquals(List.of(), groups.toList());
  }

  @Test
  public void nothingIsCutOffSilently() throws Exception {
    JsonNode more =
        json(
            "{'id': 'a', 'hash': '0000000000000000', 'total': {'value': 2}, 'hits': [{'_id': 'b'}]}");
    Exception e = assertThrows(IllegalStateException.class, () -> GroupFinder.add(more, groups));
    assertTrue(e.getMessage(), e.getMessage().startsWith("a has 2 near-duplicates, more than"));
  }

  @Test
  public void anEntryThatFailedIsTold() throws Exception {
    JsonNode failed = json("{'id': 'a', 'error': {'type': 't'}, 'status': 404}");
    Exception e = assertThrows(IllegalStateException.class, () -> GroupFinder.add(failed, groups));
    assertEquals("no near-duplicates of a: {\"type\":\"t\"}", e.getMessage());
  }

  private void add(String id, String hash, String... hits) throws Exception {
    String list =
        String.join(",", List.of(hits).stream().map(hit -> "{'_id':'" + hit + "'}").toList());
    GroupFinder.add(
        json(
            "{'id':'"
                + id
                + "','hash':'"
                + hash
                + "','total':{'value':"
                + hits.length
                + "},'hits':["
                + list
                + "]}"),
        groups);
  }

  private static JsonNode json(String quotedOnce) throws Exception {
    return new ObjectMapper().readTree(quotedOnce.replace('\'', '"'));
  }
}

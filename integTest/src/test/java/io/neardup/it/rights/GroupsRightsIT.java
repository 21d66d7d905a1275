// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.rights;

import static org.junit.Assert.assertEquals;

import io.neardup.it.Json;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * Jobs of groups by users with exactly the permissions that docs/security.md lists, or one less.
 */
public class GroupsRightsIT {
  private static final List<String> GROUPS =
      List.of(
          "indices:data/read/near_dup/groups",
          "indices:data/read/search",
          "indices:data/read/point_in_time/create",
          "indices:data/read/point_in_time/delete");

  /** What looking at documents and writing them needs of the cluster. */
  private static final List<String> LOOK_AND_WRITE =
      List.of("indices:data/write/bulk", "indices:data/read/mget");

  private static List<String> with(List<String> actions, String... more) {
    return Stream.concat(actions.stream(), Stream.of(more)).toList();
  }

  @BeforeClass
  public static void fill() throws IOException {
    try (Rest admin = Secured.admin()) {
      Notes.create(admin);
    }
  }

  @Test
  public void groupsNeedWhatAPointInTimeNeeds() throws IOException {
    String body = Json.of("{'field': 'print'}");
    // Without the last right nothing is hidden from the user, but the point in time remains.
    List<String> needed = GROUPS.subList(0, 3);
    Notes.assertNeeded("groups", List.of(), needed, "POST", "/notes/_near_dup/groups", body);
  }

  /** Who may read only is told so before anything is read, and nothing is created. */
  @Test
  public void groupsAreWrittenByThoseWhoMay() throws IOException {
    List<String> all =
        with(
            GROUPS,
            "indices:admin/create",
            "indices:data/write/index",
            "indices:data/write/bulk[s]");
    String path = "/notes/_near_dup/groups";
    String body = Json.of("{'field': 'print', 'dest': 'notes-groups'}");
    try (Rest admin = Secured.admin();
        Rest reader = new Rights(Rights.WRITE_BULKS, "notes*", GROUPS).user("groups_reader");
        Rest writer = new Rights(Rights.WRITE_BULKS, "notes*", all).user("groups_writer")) {
      admin.delete("/notes-groups?ignore_unavailable=true");
      assertEquals(403, reader.send("POST", path, body).status());
      assertEquals(404, admin.send("GET", "/notes-groups", null).status());
      Rest.Answer written = writer.send("POST", path, body);
      assertEquals(written.toString(), 2, written.body().path("written").asInt());
      assertEquals(403, reader.send("POST", path, body).status());
      admin.delete("/notes-groups");
    }
  }

  /** Who may not write, or may not look again at what changed, is told so before any work. */
  @Test
  public void tagsNeedWhatUpdatesAndWritesNeed() throws IOException {
    List<String> actions =
        with(
            GROUPS.subList(0, 3),
            "indices:data/write/update",
            "indices:data/write/bulk[s]",
            "indices:data/read/mget[shard]");
    String body = Json.of("{'field': 'print', 'action': 'tag'}");
    Notes.assertNeeded(
        "groups_tag", LOOK_AND_WRITE, actions, "POST", "/notes/_near_dup/groups", body);
  }

  /** Of a document, so that none goes; into records of another user's. */
  @Test
  public void deletionsNeedWhatDeletesNeed() throws IOException {
    List<String> actions =
        with(
            GROUPS,
            "indices:admin/create",
            "indices:data/write/index",
            "indices:data/write/bulk[s]",
            "indices:data/read/mget[shard]");
    Rights less = new Rights(LOOK_AND_WRITE, "notes*", actions);
    List<String> delete = with(actions, "indices:data/write/delete");
    String path = "/notes/_near_dup/groups";
    String body =
        Json.of(
            "{'field': 'print', 'action': 'delete', 'verify': false, 'dest': 'notes-gone',"
                + " 'query': {'ids': {'values': ['1']}}}");
    try (Rest admin = Secured.admin();
        Rest writer = less.user("groups_writes_records");
        Rest deleter = new Rights(LOOK_AND_WRITE, "notes*", delete).user("groups_deletes")) {
      admin.delete("/notes-gone?ignore_unavailable=true");
      Rights.assertForbidden(less, writer.send("POST", path, body));
      Rest.Answer answer = deleter.send("POST", path, body);
      assertEquals(answer.toString(), 200, answer.status());
      admin.delete("/notes-gone");
    }
  }

  /** Whoever applies records needs what deleting needs, and to look at them. */
  @Test
  public void recordsAreAppliedByThoseWhoMay() throws IOException {
    List<String> actions =
        with(
            GROUPS.subList(0, 3),
            "indices:data/write/index",
            "indices:data/write/delete",
            "indices:data/write/bulk[s]",
            "indices:data/read/mget[shard]");
    try (Rest admin = Secured.admin()) {
      admin.delete("/notes-seen?ignore_unavailable=true");
      admin.post(
          "/notes/_near_dup/groups",
          Json.of("{'field': 'print', 'dest': 'notes-seen', 'query': {'ids': {'values': ['1']}}}"));
      String body = Json.of("{'dest': 'notes-seen', 'action': 'delete', 'verify': false}");
      Rights all = new Rights(LOOK_AND_WRITE, "notes*", actions);
      all.assertNeeded("applies", "POST", "/_near_dup/groups/_apply", body);
      admin.delete("/notes-seen");
    }
  }

  /**
   * Whoever repairs groups needs what tagging them needs, and a point in time only if there is one
   * to repair.
   */
  @Test
  public void groupsAreRepairedByThoseWhoMay() throws IOException {
    List<String> actions =
        with(
            GROUPS.subList(0, 2),
            "indices:data/write/update",
            "indices:data/write/bulk[s]",
            "indices:data/read/mget[shard]");
    String body = Json.of("{'field': 'print'}");
    Notes.assertNeeded(
        "repairs", LOOK_AND_WRITE, actions, "POST", "/notes/_near_dup/groups/_repair", body);
  }

  /** Whoever resumes needs what the run needs, and to remove what it has left. */
  @Test
  public void runsAreResumedByThoseWhoMay() throws IOException {
    List<String> needed =
        with(
            GROUPS.subList(0, 3),
            "indices:data/write/index",
            "indices:data/write/bulk[s]",
            "indices:data/write/delete");
    Rights all = new Rights(Rights.WRITE_BULKS, "notes*", needed);
    String resume = Json.of("{'dest': 'notes-cut', 'requests_per_second': 1000}");
    String path = "/_near_dup/groups/_resume";
    try (Rest admin = Secured.admin();
        Rest owner = all.user("resumes")) {
      admin.delete("/notes-cut?ignore_unavailable=true");
      admin.post(
          "/notes/_near_dup/groups?wait_for_completion=false",
          Json.of("{'field': 'print', 'dest': 'notes-cut', 'requests_per_second': 0.1}"));
      while (admin.send("POST", "/notes-cut/_refresh", null).status() == 404
          || admin.get("/notes-cut/_count").path("count").asInt() == 0) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      }
      assertEquals(409, owner.send("POST", path, resume).status());
      admin.post(
          "/_tasks/_cancel?wait_for_completion=true&actions=indices:data/read/near_dup/groups",
          null);
      for (Rights less : all.less()) {
        try (Rest rest = less.user("resumes_less")) {
          Rights.assertForbidden(less, rest.send("POST", path, resume));
        }
      }
      Rest.Answer resumed = owner.send("POST", path, resume);
      assertEquals(resumed.toString(), 2, resumed.body().path("written").asInt());
      admin.delete("/notes-cut");
    }
  }
}

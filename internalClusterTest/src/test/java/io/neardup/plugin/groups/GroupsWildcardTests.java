// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import io.neardup.groups.dest.DestMetadataAction;
import io.neardup.plugin.Answer;
import io.neardup.plugin.HeldRequestsPlugin;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.opensearch.action.search.CreatePitRequest;

/**
 * {@code _near_dup/groups} of a wildcard that means {@code dest}, too, once a first attempt or
 * round has created it.
 */
public class GroupsWildcardTests extends GroupsTestCase {
  private static final String TAG =
      "{'field':'print','action':'tag','max_distance':3,'dest':'stories-record'}";

  /** Three groups by distance 1, of which distance 3 makes one: that takes a second round. */
  @Override
  protected void write() throws IOException {
    index("stories", "", "'print':{'type':'simhash'},'near_dup':{'type':'near_dup'}");
    print("stories", "p", "0000000000000000");
    print("stories", "x", "0000000000000007");
    print("stories", "r", "000000000000000b");
    succeeded(
        post("stories/_near_dup/groups", "{'field':'print','action':'tag','max_distance':1}"));
    succeeded(post("stories/_refresh", null));
  }

  private static Object state() throws IOException {
    return succeeded(get("stories-record/_mapping"))
        .at("stories-record.mappings._meta.near_dup_groups.state");
  }

  private static void assertOneGroup() throws IOException {
    assertEquals("done", state());
    assertEquals(3, succeeded(get("stories-record/_count")).at("count"));
    for (String id : List.of("p", "x", "r")) {
      Map<?, ?> decision = (Map<?, ?>) source("stories", id).get("near_dup");
      assertEquals(id, id.equals("p") ? "new" : "duplicate", decision.get("status"));
    }
  }

  /** Names mean what they mean without a dest: data streams, and nothing rather than all. */
  public void testNamesBesideAWildcard() throws IOException {
    succeeded(
        put("_index_template/flow", "{'index_patterns':['flow'],'data_stream':{},'priority':9}"));
    succeeded(put("_data_stream/flow", "{}"));
    Answer read =
        succeeded(
            post("flow,stories*/_near_dup/groups", "{'field':'print','dest':'stories-record'}"));
    assertEquals(3, read.at("documents"));
    succeeded(call("DELETE", "_data_stream/flow", null));
    Answer none =
        post(
            "-stories-other/_near_dup/groups",
            "{'field':'print','action':'delete','verify':false,'dest':'stories-other'}");
    assertEquals(none.toString(), 404, none.status());
  }

  public void testFurtherRound() throws IOException {
    Answer tagged = succeeded(post("stories*/_near_dup/groups", TAG));
    assertEquals(3, tagged.at("documents"));
    assertEquals(3, tagged.at("written"));
    assertOneGroup();
  }

  public void testFurtherAttempt() throws Exception {
    HeldRequestsPlugin.hold(DestMetadataAction.Request.class::isInstance);
    String report = "{'field':'print','dest':'stories-record'}";
    CompletableFuture<HttpResponse<String>> answer = start("stories*/_near_dup/groups", report);
    assertBusy(() -> assertEquals(1, HeldRequestsPlugin.HELD.get()));
    // What is read is lost.
    succeeded(call("DELETE", "_search/point_in_time/_all", null));
    HeldRequestsPlugin.letGo();
    Answer reported = succeeded(Answer.of(answer.get(60, TimeUnit.SECONDS)));
    assertEquals(3, reported.at("documents"));
    assertEquals(3, reported.at("written"));
    assertEquals("done", state());
  }

  /** Who resumes a run that was cut short then does what is left of it. */
  public void testIsNotDoneBeforeTheLastRound() throws Exception {
    cutInTheSecondRound();
    succeeded(post("_near_dup/groups/_resume", "{'dest':'stories-record'}"));
    assertOneGroup();
  }

  public void testNothingButDestIsLeft() throws Exception {
    cutInTheSecondRound();
    succeeded(call("DELETE", "stories", null));
    assertRefused(
        400,
        "[dest] must be of a run whose indexes are still there, and [stories] was deleted"
            + " meanwhile: group again, with another [dest]",
        post("_near_dup/groups/_resume", "{'dest':'stories-record'}"));
  }

  private void cutInTheSecondRound() throws Exception {
    AtomicInteger rounds = new AtomicInteger();
    HeldRequestsPlugin.hold(
        request -> request instanceof CreatePitRequest && rounds.incrementAndGet() == 2);
    CompletableFuture<HttpResponse<String>> answer = start("stories*/_near_dup/groups", TAG);
    assertBusy(() -> assertEquals(1, HeldRequestsPlugin.HELD.get()));
    succeeded(post("_tasks/" + id(task(GROUPS)) + "/_cancel", null));
    HeldRequestsPlugin.letGo();
    assertCancelled(answer);
    assertBusy(() -> assertEquals(0, tasks().count()));
    assertEquals("written", state());
  }
}

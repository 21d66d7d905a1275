// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import io.neardup.plugin.Answer;
import io.neardup.plugin.HeldRequestsPlugin;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** The moment of a run is that of the run that it goes on with. */
public class GroupsMomentTests extends GroupsTestCase {
  @Override
  protected void write() throws IOException {
    index(
        "news",
        "'number_of_shards':1,'number_of_replicas':0",
        "'print':{'type':'simhash'},'at':{'type':'date','format':'epoch_millis'},"
            + "'near_dup':{'type':'near_dup'}");
  }

  public void testResumedAtTheSameMoment() throws Exception {
    long soon = System.currentTimeMillis() + 6_000;
    for (int i = 0; i < 3; i++) {
      document("news", "d" + i, "{'print':'00000000000000ff','at':" + (i < 2 ? 0 : soon) + "}");
    }
    HeldRequestsPlugin.hold(HeldRequestsPlugin.writesOf("d1"));
    CompletableFuture<HttpResponse<String>> answer =
        start(
            "news/_near_dup/groups",
            "{'field':'print','action':'tag','dest':'record',"
                + "'query':{'query_string':{'query':'at:[* TO now]'}}}");
    assertBusy(() -> assertEquals(1, HeldRequestsPlugin.HELD.get()));
    succeeded(post("_tasks/_cancel?actions=" + GROUPS, null));
    HeldRequestsPlugin.letGo();
    assertCancelled(answer);
    assertBusy(() -> assertEquals(0, tasks().count()));
    while (System.currentTimeMillis() <= soon) {
      LockSupport.parkNanos(20_000_000);
    }
    Answer resumed = succeeded(post("_near_dup/groups/_resume", "{'dest':'record'}"));
    assertEquals(resumed.toString(), 2, resumed.at("documents"));
    assertFalse(client().prepareGet("news", "d2").get().getSource().containsKey("near_dup"));
  }
}

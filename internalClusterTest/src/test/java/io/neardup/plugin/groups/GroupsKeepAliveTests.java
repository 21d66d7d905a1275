// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import io.neardup.plugin.Answer;
import java.io.IOException;
import org.opensearch.action.search.CreatePitController;
import org.opensearch.common.settings.Settings;
import org.opensearch.search.SearchService;

/** A job that takes longer than a point in time remains open by itself keeps what it reads. */
public class GroupsKeepAliveTests extends GroupsTestCase {
  /** Both a record and the next page are read a second after the one before. */
  private static final String KEEP_ALIVE = "400ms";

  @Override
  protected Settings nodeSettings() {
    return Settings.builder()
        .put(super.nodeSettings())
        .put(SearchService.MAX_PIT_KEEPALIVE_SETTING.getKey(), KEEP_ALIVE)
        .put(CreatePitController.PIT_INIT_KEEP_ALIVE.getKey(), KEEP_ALIVE)
        .put(SearchService.DEFAULT_KEEPALIVE_SETTING.getKey(), KEEP_ALIVE)
        .put(SearchService.KEEPALIVE_INTERVAL_SETTING.getKey(), "50ms")
        .build();
  }

  @Override
  protected void write() throws IOException {
    index("news", "'number_of_shards':2,'number_of_replicas':0", "'print':{'type':'simhash'}");
    for (int i = 0; i < 4; i++) {
      document("news", "d" + i, "{'print':'000000000000000" + i + "'}");
    }
  }

  public void testThePointInTimeIsRenewed() throws IOException {
    Answer done =
        succeeded(
            post(
                "news/_near_dup/groups",
                "{'field':'print','dest':'slow','requests_per_second':1}"));
    assertEquals(4, done.at("written"));
    assertEquals(1, done.at("groups"));
  }
}

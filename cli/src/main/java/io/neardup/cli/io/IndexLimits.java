// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli.io;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/** What the settings of an index allow. */
public final class IndexLimits {
  /** The default of {@code index.max_result_window}; that of the other setting is larger. */
  private static final int DEFAULT = 10_000;

  private static final String SETTINGS =
      "/_settings/index.max_result_window,index.max_terms_count?flat_settings=true";

  private IndexLimits() {}

  /**
   * How many hits a search may have, and a query terms. Whoever may not read settings, but search,
   * is taken for a user of an index with defaults.
   *
   * @param index one, or several, separated by commas
   * @param most that are wanted
   */
  public static int hits(Server server, String index, int most) throws IOException {
    int least = Math.min(DEFAULT, most);
    try {
      for (JsonNode each : server.get("/" + Server.encoded(index) + SETTINGS)) {
        for (JsonNode limit : each.path("settings")) {
          least = Math.min(least, limit.asInt(least));
        }
      }
    } catch (Fault e) {
      if (e.exitCode() != Fault.REFUSED) {
        throw e;
      }
    }
    return least;
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.util.Arrays;
import org.opensearch.transport.RemoteClusterAware;

/** Which of the index expressions of a request are of other clusters, as {@code far:news}. */
public final class ClusterNames {
  private ClusterNames() {}

  /** Whether one is. Date math, in angle brackets, may have a colon for its time zone. */
  public static boolean isRemote(String expression) {
    return expression.startsWith("<") == false
        && expression.indexOf(RemoteClusterAware.REMOTE_CLUSTER_INDEX_SEPARATOR) >= 0;
  }

  /** Whether any of them is. */
  public static boolean areRemote(String... expressions) {
    return Arrays.stream(expressions).anyMatch(ClusterNames::isRemote);
  }
}

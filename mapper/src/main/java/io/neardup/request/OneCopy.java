// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import org.opensearch.common.Nullable;
import org.opensearch.common.UUIDs;

/**
 * Has several searches read one copy of each shard: copies show other documents at the same time,
 * and equally good ones in another order.
 */
public final class OneCopy {
  private OneCopy() {}

  /**
   * The preference of all these searches.
   *
   * @param asked what the user prefers; null for nothing
   */
  public static String preference(@Nullable String asked) {
    // It must not begin with "_".
    return asked == null ? "near_dup" + UUIDs.base64UUID() : asked;
  }
}

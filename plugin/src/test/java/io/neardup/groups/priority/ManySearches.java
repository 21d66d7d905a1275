// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.priority;

import java.util.stream.IntStream;

/** As many searches as keep all cores busy, however many there are; until closed. */
public final class ManySearches implements AutoCloseable {
  private final int searches = Runtime.getRuntime().availableProcessors();

  public ManySearches() {
    IntStream.range(0, searches).forEach(i -> SearchesFirst.ON_SHARDS.begin());
  }

  @Override
  public void close() {
    IntStream.range(0, searches).forEach(i -> SearchesFirst.ON_SHARDS.end());
  }
}

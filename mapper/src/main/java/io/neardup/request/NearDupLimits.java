// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.util.List;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Setting.Property;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.NoopCircuitBreaker;

/**
 * The node's limits on requests; follows the cluster settings. The plugin creates one instance and
 * passes it to everything that enforces a limit.
 */
public final class NearDupLimits {
  /** How many fingerprints one query or one request may name. */
  public static final Setting<Integer> MAX_HASHES =
      Setting.intSetting(
          "plugins.near_dup.max_hashes",
          10_000,
          1,
          1_000_000,
          Property.Dynamic,
          Property.NodeScope);

  /** How many hits one request may ask for: its questions times its size. */
  public static final Setting<Integer> MAX_RESULTS =
      Setting.intSetting(
          "plugins.near_dup.max_results",
          100_000,
          1,
          10_000_000,
          Property.Dynamic,
          Property.NodeScope);

  private volatile int maxHashes;
  private volatile int maxResults;
  private volatile BreakerMemory bodies = bodies(new NoopCircuitBreaker(CircuitBreaker.REQUEST));

  /** The limits at startup. */
  public NearDupLimits(Settings settings) {
    this.maxHashes = MAX_HASHES.get(settings);
    this.maxResults = MAX_RESULTS.get(settings);
  }

  /** The settings to register. */
  public static List<Setting<?>> settings() {
    return List.of(MAX_HASHES, MAX_RESULTS);
  }

  /** Follows updates of the settings from now on. */
  public void listen(ClusterSettings clusterSettings) {
    clusterSettings.addSettingsUpdateConsumer(MAX_HASHES, value -> maxHashes = value);
    clusterSettings.addSettingsUpdateConsumer(MAX_RESULTS, value -> maxResults = value);
  }

  /** Charges what bodies take while they are read to this breaker; nothing before. */
  public void charge(CircuitBreaker breaker) {
    bodies = bodies(breaker);
  }

  private static BreakerMemory bodies(CircuitBreaker breaker) {
    return new BreakerMemory(
        breaker, "<near_dup_body>", "; send less at once, or in fewer fields and lists");
  }

  /** What bodies are charged to while they are read. */
  public BreakerMemory bodies() {
    return bodies;
  }

  /** How many fingerprints one query or one request may name. */
  public int maxHashes() {
    return maxHashes;
  }

  /** How many hits one request may ask for: its questions times its size. */
  public int maxResults() {
    return maxResults;
  }

  /**
   * Rejects more fingerprints than allowed.
   *
   * @param where the parameter that names them, such as {@code [near_dup] [hashes]}
   * @throws IllegalArgumentException naming the number seen, the bound and the setting
   */
  public void checkHashes(String where, int seen) {
    int max = maxHashes;
    if (seen > max) {
      throw tooManyHashes(where, seen, max);
    }
  }

  /**
   * Rejects more hits than allowed.
   *
   * @param questions number of questions
   * @param size number of hits that each asks for, or skips
   * @throws IllegalArgumentException naming both numbers, the bound and the setting
   */
  public void checkResults(int questions, long size) {
    int max = maxResults;
    if (questions * size > max) {
      throw new IllegalArgumentException(
          "[from] plus [size], times the number of questions, may be at most ["
              + max
              + "], got ["
              + size
              + "] times ["
              + questions
              + "]: ask for fewer hits, in several requests, or raise the cluster setting ["
              + MAX_RESULTS.getKey()
              + "]");
    }
  }

  public static IllegalArgumentException tooManyHashes(String where, int seen, int max) {
    return new IllegalArgumentException(
        where
            + " may name at most ["
            + max
            + "] fingerprints, got ["
            + seen
            + "]: send them in several requests, or raise the cluster setting ["
            + MAX_HASHES.getKey()
            + "]");
  }
}

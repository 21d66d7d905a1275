// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import io.neardup.server.Distribution;
import io.neardup.server.ServerCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A run against three nodes: rounds of troubles, and after each the judgement of the {@link
 * Referee}. The seed gives the troubles and what is written; threads and processes add their own
 * chance, so that the same seed is a similar run, not the same. What a failed round needs to be
 * understood is kept in a file.
 */
public final class Chaos {
  private static final int PROGRESS_SECONDS = 5;
  private static final int TROUBLES_PER_ROUND = 6;
  private static final int FINDINGS_SHOWN = 3;
  private static final int READERS = 2;

  /** How long writes of a lost node are waited for: mostly a little, at times hardly at all. */
  private static final String[] LOST_AFTER = {"10s", "3s", "1s", "60s"};

  /** What a brief round writes to, so that it stays one. Long rounds have all lanes. */
  private static final Set<Lane.Mode> BRIEF = Set.of(Lane.Mode.TAG, Lane.Mode.DROP);

  /** How the nodes are started. */
  @FunctionalInterface
  public interface Start {
    /** Three nodes with these settings. */
    ServerCluster with(Map<String, Object> settings) throws IOException;
  }

  private final Start start;
  private final long seed;
  private final Path folder;
  private final Consumer<String> output;
  private final Tally tally = new Tally();
  private final StringBuilder faults = new StringBuilder();
  private volatile Round current;

  /**
   * @param start starts three nodes, which are stopped in the end
   * @param folder where histories are kept
   * @param output gets lines about what is going on, one every few seconds at least
   */
  public Chaos(Start start, long seed, Path folder, Consumer<String> output) {
    this.start = start;
    this.seed = seed;
    this.folder = folder;
    this.output = output;
  }

  /** Nodes that are gone are noticed in seconds, so that a run sees many changes. */
  private static Map<String, Object> settings() {
    return Map.of(
        "plugins.near_dup.ingest.lost_after", "10s",
        "cluster.fault_detection.follower_check.timeout", "4s",
        "cluster.fault_detection.leader_check.timeout", "4s");
  }

  /** One round that takes a minute or so. */
  public void brief() throws IOException, InterruptedException {
    run(
        nodes ->
            round(
                nodes,
                1,
                Lanes.ofRound(1).stream().filter(lane -> BRIEF.contains(lane.mode())).toList(),
                true,
                0,
                List.of(
                    IndexTroubles.WINDOW,
                    IndexTroubles.MOVE,
                    IndexTroubles.CLOSE,
                    IndexTroubles.RETENTION,
                    NodeTroubles.FREEZE_HOME,
                    NodeTroubles.LOSE_HOME)));
  }

  /** One round in which each node in turn is replaced, while others write and read. */
  public void upgrade(Distribution newer) throws IOException, InterruptedException {
    run(
        nodes ->
            round(nodes, 1, Lanes.ofRound(1), true, READERS, List.of(NodeTroubles.upgrade(newer))));
  }

  /** Rounds of troubles drawn by chance, until the time is over; the last one is finished. */
  public void run(Duration time) throws IOException, InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    run(
        nodes -> {
          Random random = new Random(seed);
          List<Trouble> left = new ArrayList<>();
          for (int number = 1; System.nanoTime() < end; number++) {
            List<Trouble> troubles = new ArrayList<>();
            while (troubles.size() < TROUBLES_PER_ROUND) {
              if (left.isEmpty()) {
                left.addAll(IndexTroubles.all());
                left.addAll(NodeTroubles.all());
                Collections.shuffle(left, random);
              }
              troubles.add(left.remove(0));
            }
            String lostAfter = LOST_AFTER[random.nextInt(LOST_AFTER.length)];
            output.accept("round " + number + " with lost_after " + lostAfter);
            nodes.done(
                "PUT",
                "/_cluster/settings",
                "{\"transient\":{\"plugins.near_dup.ingest.lost_after\":\"" + lostAfter + "\"}}");
            round(nodes, number, Lanes.ofRound(number), false, 0, troubles);
            output.accept(tally.toString());
          }
        });
  }

  /** What is done with the nodes. */
  @FunctionalInterface
  private interface Body {
    void with(Nodes nodes) throws IOException, InterruptedException;
  }

  private void run(Body body) throws IOException, InterruptedException {
    output.accept("chaos with seed " + seed);
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    var unused =
        clock.scheduleAtFixedRate(this::tell, PROGRESS_SECONDS, PROGRESS_SECONDS, TimeUnit.SECONDS);
    try (ServerCluster cluster = start.with(settings());
        Nodes nodes = new Nodes(cluster)) {
      body.with(nodes);
    } finally {
      clock.shutdownNow();
    }
    output.accept(tally.toString());
  }

  private void tell() {
    Round round = current;
    output.accept(round == null ? "nodes start or stop" : round.progress());
  }

  private void round(
      Nodes nodes, int number, List<Lane> lanes, boolean brief, int readers, List<Trouble> troubles)
      throws IOException, InterruptedException {
    Round round = new Round(number, seed + number, lanes, nodes, brief, readers, output);
    current = round;
    Path file = folder.resolve("seed-" + seed + "-round-" + number + ".txt.gz");
    boolean done = false;
    try {
      round.run(troubles);
      done = round.findings().isEmpty();
    } finally {
      round.addTo(tally);
      current = null;
      if (done == false) {
        round.save(file);
        explain(round, number, file);
      }
    }
  }

  private void explain(Round round, int number, Path file) {
    List<String> lines = new ArrayList<>();
    Map<String, Integer> counts = new TreeMap<>();
    for (Finding finding : round.findings()) {
      String where = finding.kind().word() + " in " + finding.lane();
      counts.merge(where + " during " + round.troubleAt(finding), 1, Integer::sum);
    }
    lines.add("round " + number + " with seed " + seed + ": " + counts + "; history: " + file);
    for (Finding.Kind kind : Finding.Kind.values()) {
      round.findings().stream()
          .filter(finding -> finding.kind() == kind)
          .limit(FINDINGS_SHOWN)
          .forEach(finding -> lines.add("during " + round.troubleAt(finding) + ", " + finding));
    }
    output.accept(String.join("\n", lines));
    faults.append(lines.get(0)).append('\n');
  }

  /** Where there were faults, and how many; empty when there were none. */
  public String faults() {
    return faults.toString();
  }

  /** The figures, in words. */
  public String figures() {
    return tally.toString();
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Times contestants in interleaved rounds. In each round every contestant has a turn, in an order
 * that changes between rounds, so that other load on the machine affects all equally; a turn is all
 * lookups, or as many as fit into a time limit.
 */
public final class InterleavedTimer {
  private final BenchmarkServer server;
  private final int warmUp;
  private final int rounds;
  private final int lookups;
  private final Duration turn;

  /**
   * @param warmUp number of uncounted rounds at the start
   */
  InterleavedTimer(BenchmarkServer server, int warmUp, int rounds, int lookups, Duration turn) {
    this.server = server;
    this.warmUp = warmUp;
    this.rounds = rounds;
    this.lookups = lookups;
    this.turn = turn;
  }

  /** The figures of each contestant, in the given order. */
  public Map<TimedQuery, Figures> run(List<TimedQuery> contestants) throws IOException {
    Map<TimedQuery, Figures> figures = new LinkedHashMap<>();
    contestants.forEach(one -> figures.put(one, new Figures()));
    List<TimedQuery> order = new ArrayList<>(contestants);
    Random random = new Random(rounds);
    try (Searcher searcher = new Searcher(server.connect())) {
      for (int round = -warmUp; round < rounds; round++) {
        Collections.shuffle(order, random);
        for (TimedQuery contestant : order) {
          Figures counted = round < 0 ? new Figures() : figures.get(contestant);
          turn(searcher, contestant, Math.max(0, round), counted);
        }
      }
    }
    return figures;
  }

  /** Each round starts with a different lookup, since some contestants never reach the last one. */
  private void turn(Searcher searcher, TimedQuery contestant, int round, Figures figures)
      throws IOException {
    int first = lookups * round / rounds;
    long end = System.nanoTime() + turn.toNanos();
    Duration cpu = server.cpuTime();
    for (int i = 0; i < lookups && (i < 3 || System.nanoTime() < end); i++) {
      int lookup = (first + i) % lookups;
      figures.add(searcher.nanos(contestant, lookup), contestant.hits().applyAsInt(lookup));
    }
    figures.addCpu(server.cpuTime().minus(cpu));
  }
}

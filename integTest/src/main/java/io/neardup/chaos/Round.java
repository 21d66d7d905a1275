// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Troubles one after the other, over writers and indexes of their own; then the judgement. */
final class Round {
  private static final int WRITERS = 6;
  private static final int PATIENCE_MINUTES = 6;

  /** Ten, and as many again for a busy machine. */
  private static final int SETTLING_SECONDS = 20;

  private final int number;
  private final long seed;
  private final Nodes nodes;
  private final boolean brief;
  private final int readers;
  private final Consumer<String> progress;
  private final Lanes maker;
  private final List<Lane> lanes;
  private final History history = new History();
  private final AtomicLong acknowledged = new AtomicLong();
  private final List<Finding> findings = new ArrayList<>();
  private final List<Stored> stored = new ArrayList<>();
  private volatile String trouble = "setup";

  Round(
      int number,
      long seed,
      List<Lane> lanes,
      Nodes nodes,
      boolean brief,
      int readers,
      Consumer<String> progress) {
    this.number = number;
    this.seed = seed;
    this.nodes = nodes;
    this.brief = brief;
    this.readers = readers;
    this.progress = progress;
    this.maker = new Lanes(nodes);
    this.lanes = lanes;
  }

  /** Writes, troubles, heals, reads and judges. */
  void run(List<Trouble> troubles) throws IOException, InterruptedException {
    maker.create(lanes);
    Map<Lane, Prints> prints = new LinkedHashMap<>();
    lanes.forEach(lane -> prints.put(lane, new Prints()));
    CountDownLatch stop = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS + readers);
    Random seeds = new Random(seed);
    List<Reader> reading = startReaders(threads, seeds, stop);
    for (int i = 0; i < WRITERS; i++) {
      Planner planner = new Planner(i, prints, history, seeds.nextLong());
      threads.execute(new Writer(i, planner, nodes, history, seeds.nextLong(), stop, acknowledged));
    }
    IOException failure = null;
    try {
      strike(troubles, seeds.nextLong());
    } catch (IOException e) {
      // Writers end only where there is somebody to answer them.
      failure = e;
    }
    trouble = "healing";
    nodes.heal();
    end(threads, stop);
    nodes.awaitGreen();
    trouble = "judgement";
    judge();
    for (Reader reader : reading) {
      progress.accept(history.event("reader: " + reader));
      findings.addAll(reader.findings());
    }
    if (failure != null) {
      throw failure;
    }
    maker.delete(lanes);
    if (readers > 0) {
      Archive.delete(nodes);
    }
  }

  private List<Reader> startReaders(ExecutorService threads, Random seeds, CountDownLatch stop)
      throws IOException, InterruptedException {
    List<Reader> reading = new ArrayList<>();
    if (readers > 0) {
      Archive archive = Archive.create(nodes, new Random(seeds.nextLong()));
      for (int i = 0; i < readers; i++) {
        reading.add(new Reader(archive, nodes, history, seeds.nextLong(), stop));
      }
      reading.forEach(threads::execute);
    }
    return reading;
  }

  private void end(ExecutorService writers, CountDownLatch stop)
      throws IOException, InterruptedException {
    trouble = "writers end";
    stop.countDown();
    writers.shutdown();
    if (writers.awaitTermination(PATIENCE_MINUTES, TimeUnit.MINUTES) == false) {
      writers.shutdownNow();
      throw new IOException("writers do not end within " + PATIENCE_MINUTES + " minutes");
    }
  }

  private void strike(List<Trouble> troubles, long seed) throws IOException, InterruptedException {
    Scene scene = new Scene(nodes, maker, lanes, history, seed, brief, progress);
    scene.rest(2, 4);
    for (Trouble next : troubles) {
      trouble = next.name();
      scene.say("trouble: " + next.name());
      long began = history.now();
      next.strike().on(scene);
      history.trouble(next.name(), began);
    }
  }

  private void judge() throws IOException, InterruptedException {
    for (Lane lane : lanes) {
      List<Stored> mine = settled(lane, maker.read(lane.name()));
      boolean reroutes = lane.mode() == Lane.Mode.REROUTE;
      List<Stored> rerouted = reroutes ? maker.read(lane.reroutedTo()) : List.of();
      findings.addAll(new Referee(lane, history, mine, rerouted).findings());
      stored.addAll(mine);
      stored.addAll(rerouted);
    }
  }

  /** Promotions may be some seconds behind. */
  private List<Stored> settled(Lane lane, List<Stored> first)
      throws IOException, InterruptedException {
    long end = history.now() + TimeUnit.SECONDS.toMillis(SETTLING_SECONDS);
    List<Stored> mine = first;
    List<Finding> left = new Kept(lane, history, mine).findings();
    while (left.isEmpty() == false && history.now() < end) {
      TimeUnit.SECONDS.sleep(1);
      mine = maker.read(lane.name());
      left = new Kept(lane, history, mine).findings();
    }
    findings.addAll(left);
    return mine;
  }

  List<Finding> findings() {
    return findings;
  }

  /** The trouble during which this was found to have happened. */
  String troubleAt(Finding finding) {
    return history.troubles().stream()
        .filter(span -> span.began() <= finding.at() && finding.at() <= span.ended())
        .map(History.Span::name)
        .findFirst()
        .orElse("none");
  }

  void addTo(Tally tally) {
    tally.add(history, stored, findings);
  }

  void save(Path file) throws IOException {
    history.save(file, "round " + number + " with seed " + seed, stored);
  }

  /** One line: where it is. */
  String progress() {
    return "round "
        + number
        + ", "
        + trouble
        + ": "
        + history.size()
        + " writes planned, "
        + acknowledged
        + " answered";
  }
}

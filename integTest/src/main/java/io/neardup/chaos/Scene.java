// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What troubles act upon: nodes, what is written to, chance, and time. */
final class Scene {
  private final Nodes nodes;
  private final Lanes maker;
  private final List<Lane> lanes;
  private final History history;
  private final Random random;
  private final boolean brief;
  private final Consumer<String> progress;
  private final Semaphore pause = new Semaphore(0);

  /**
   * @param brief whether each trouble is to be as short as it can
   * @param progress gets a line for all that is done
   */
  Scene(
      Nodes nodes,
      Lanes maker,
      List<Lane> lanes,
      History history,
      long seed,
      boolean brief,
      Consumer<String> progress) {
    this.nodes = nodes;
    this.maker = maker;
    this.lanes = lanes;
    this.history = history;
    this.random = new Random(seed);
    this.brief = brief;
    this.progress = progress;
  }

  Nodes nodes() {
    return nodes;
  }

  History history() {
    return history;
  }

  /** Tells what is done now. */
  void say(String text) {
    progress.accept(history.event(text));
  }

  /** Lets so many seconds pass; the fewest in a brief run. */
  void rest(int fewest, int most) throws InterruptedException {
    int millis = 1_000 * fewest;
    millis += brief ? 0 : random.nextInt(1_000 * (most - fewest) + 1);
    pause.tryAcquire(millis, TimeUnit.MILLISECONDS);
  }

  int number(int bound) {
    return random.nextInt(bound);
  }

  List<Lane> lanes() {
    return lanes;
  }

  List<Lane> rolling() {
    return lanes.stream().filter(Lane::rolls).toList();
  }

  /** The indexes of an alias, the oldest first. */
  List<String> parts(Lane lane) throws IOException, InterruptedException {
    return maker.parts(lane);
  }

  /** The index with whose shard 0 a lane's domain is at home. */
  String oldest(Lane lane) throws IOException, InterruptedException {
    return lane.rolls() ? parts(lane).get(0) : lane.name();
  }

  /** Where a lane drawn by chance is at home. */
  int home() throws IOException, InterruptedException {
    Lane lane = lanes.get(random.nextInt(lanes.size()));
    Nodes.Home home = nodes.home(oldest(lane));
    int node = home == null ? random.nextInt(nodes.size()) : home.node();
    say("n" + node + " is the home of " + lane.name());
    return node;
  }

  /** A node that is not where this lane is at home. */
  int other() throws IOException, InterruptedException {
    int home = home();
    List<Integer> others = new ArrayList<>();
    for (int node = 0; node < nodes.size(); node++) {
      if (node != home) {
        others.add(node);
      }
    }
    return others.get(random.nextInt(others.size()));
  }
}

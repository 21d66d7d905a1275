// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import io.neardup.server.Distribution;
import java.io.IOException;
import java.util.List;

/** Nodes are killed, frozen, and restarted. */
final class NodeTroubles {
  static final Trouble KILL_HOME =
      new Trouble("kill -9 of a home", scene -> kill(scene, scene.home()));

  /** It does not come back: two nodes hold all copies, too, and none needs minutes to start. */
  static final Trouble LOSE_HOME = new Trouble("loss of a home", NodeTroubles::lose);

  static final Trouble KILL_OTHER =
      new Trouble("kill -9 of another", scene -> kill(scene, scene.other()));
  static final Trouble FREEZE_HOME =
      new Trouble("SIGSTOP of a home", scene -> freeze(scene, scene.home()));
  static final Trouble FREEZE_OTHER =
      new Trouble("SIGSTOP of another", scene -> freeze(scene, scene.other()));
  static final Trouble RESTART_HOME =
      new Trouble("restart of a home", scene -> restart(scene, scene.home()));
  static final Trouble ROLLING_RESTART = new Trouble("rolling restart", NodeTroubles::rolling);

  private NodeTroubles() {}

  /** Those that leave all nodes in place. */
  static List<Trouble> all() {
    return List.of(KILL_HOME, KILL_OTHER, FREEZE_HOME, FREEZE_OTHER, RESTART_HOME, ROLLING_RESTART);
  }

  /** Each node in turn runs this instead of what it ran before. */
  static Trouble upgrade(Distribution newer) {
    return new Trouble(
        "rolling upgrade",
        scene -> {
          for (int node = 0; node < scene.nodes().size(); node++) {
            scene.nodes().use(node, newer);
            restart(scene, node);
            // Time for decisions, reads and moves among nodes of both kinds.
            scene.rest(10, 20);
          }
        });
  }

  private static void kill(Scene scene, int node) throws IOException, InterruptedException {
    scene.say("kill -9 n" + node);
    long began = scene.history().now();
    scene.nodes().kill(node);
    scene.rest(4, 15);
    startAgain(scene, node, began);
  }

  private static void lose(Scene scene) throws IOException, InterruptedException {
    int node = scene.home();
    scene.say("kill -9 n" + node + " for good");
    scene.history().away(node, scene.history().now(), Long.MAX_VALUE);
    scene.nodes().lose(node);
    scene.rest(10, 20);
  }

  private static void startAgain(Scene scene, int node, long began)
      throws IOException, InterruptedException {
    scene.say("start n" + node);
    scene.nodes().startAgain(node);
    scene.nodes().awaitGreen();
    scene.history().away(node, began, scene.history().now());
    scene.say("green");
    scene.rest(2, 8);
  }

  /** Short ones go unnoticed by the others; after long ones the node is no member any more. */
  private static void freeze(Scene scene, int node) throws IOException, InterruptedException {
    scene.say("SIGSTOP n" + node);
    long began = scene.history().now();
    scene.nodes().pause(node);
    scene.rest(6, 25);
    scene.say("SIGCONT n" + node);
    scene.nodes().resume(node);
    scene.nodes().awaitGreen();
    scene.history().away(node, began, scene.history().now());
    scene.rest(2, 8);
  }

  private static void restart(Scene scene, int node) throws IOException, InterruptedException {
    scene.say("SIGTERM n" + node);
    long began = scene.history().now();
    scene.nodes().stop(node);
    scene.rest(1, 3);
    startAgain(scene, node, began);
  }

  private static void rolling(Scene scene) throws IOException, InterruptedException {
    for (int node = 0; node < scene.nodes().size(); node++) {
      restart(scene, node);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import io.neardup.server.Rest;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Indexes move, close, roll over and are deleted, and windows are too small. */
final class IndexTroubles {
  static final Trouble CALM = new Trouble("calm", scene -> scene.rest(5, 12));
  static final Trouble WINDOW = new Trouble("tiny window", IndexTroubles::tinyWindow);
  static final Trouble MOVE = new Trouble("moves of primary 0", IndexTroubles::move);
  static final Trouble ROLLOVER = new Trouble("rollover", IndexTroubles::rollOver);
  static final Trouble RETENTION = new Trouble("oldest deleted", IndexTroubles::retain);
  static final Trouble CLOSE = new Trouble("oldest closed", IndexTroubles::close);

  private static final int FEW_ENTRIES = 200;
  private static final int MOVES = 2;

  private IndexTroubles() {}

  static List<Trouble> all() {
    return List.of(CALM, WINDOW, MOVE, ROLLOVER, RETENTION, CLOSE);
  }

  private static void tinyWindow(Scene scene) throws IOException, InterruptedException {
    set(scene, FEW_ENTRIES);
    scene.rest(5, 15);
    set(scene, null);
    scene.rest(1, 4);
  }

  private static void set(Scene scene, Integer entries) throws IOException, InterruptedException {
    scene.say("window of " + (entries == null ? "the default" : entries) + " entries");
    scene
        .nodes()
        .done(
            "PUT",
            "/_cluster/settings",
            "{\"transient\":{\"plugins.near_dup.ingest.window.entries\":" + entries + "}}");
  }

  private static void move(Scene scene) throws IOException, InterruptedException {
    for (int i = 0; i < MOVES; i++) {
      for (Lane lane : scene.lanes()) {
        move(scene, scene.oldest(lane));
      }
      scene.rest(2, 6);
    }
    scene.nodes().awaitGreen();
  }

  /** To the node without a copy: one of three, if each shard has two. */
  private static void move(Scene scene, String index) throws IOException, InterruptedException {
    Nodes.Home home = scene.nodes().home(index);
    for (int to = 0; home != null && to < scene.nodes().size(); to++) {
      if (home.copies().contains(to) == false) {
        Rest.Answer answer =
            scene
                .nodes()
                .send(
                    "POST",
                    "/_cluster/reroute",
                    String.format(
                        Locale.ROOT,
                        "{\"commands\":[{\"move\":{\"index\":\"%s\",\"shard\":0,"
                            + "\"from_node\":\"n%d\",\"to_node\":\"n%d\"}}]}",
                        index,
                        home.node(),
                        to));
        scene.say("move " + index + " n" + home.node() + " to n" + to + ": " + answer.status());
        return;
      }
    }
  }

  private static void rollOver(Scene scene) throws IOException, InterruptedException {
    for (Lane lane : scene.rolling()) {
      scene.say("roll over " + lane.name());
      scene.nodes().done("POST", "/" + lane.name() + "/_rollover", null);
      scene.rest(1, 5);
    }
    scene.nodes().awaitGreen();
  }

  /** As index state management does with what is too old. */
  private static void retain(Scene scene) throws IOException, InterruptedException {
    for (Lane lane : scene.rolling()) {
      List<String> parts = scene.parts(lane);
      if (parts.size() > 1) {
        scene.say("delete " + parts.get(0));
        long began = scene.history().now();
        scene.nodes().done("DELETE", "/" + parts.get(0), null);
        scene.history().deleted(parts.get(0), began, scene.history().now());
        scene.rest(1, 5);
      }
    }
    rollOver(scene);
  }

  private static void close(Scene scene) throws IOException, InterruptedException {
    for (Lane lane : scene.rolling()) {
      String oldest = scene.oldest(lane);
      if (scene.parts(lane).size() > 1) {
        long began = scene.history().now();
        scene.say("close " + oldest);
        scene.nodes().done("POST", "/" + oldest + "/_close", null);
        scene.rest(3, 10);
        scene.say("open " + oldest);
        scene.nodes().done("POST", "/" + oldest + "/_open", null);
        scene.nodes().awaitGreen();
        scene.history().closed(oldest, began, scene.history().now());
        scene.rest(2, 5);
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import io.neardup.server.Distribution;
import io.neardup.server.NodeConfig;
import io.neardup.server.Rest;
import io.neardup.server.RootUser;
import io.neardup.server.ServerNode;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/**
 * Installs the plugin into the server, starts one node on localhost, loads the license texts
 * through an ingest pipeline, prints the groups of near-duplicates, if asked loads the articles
 * that the dashboard shows, and serves until Ctrl-C. Started by {@code ./mvnw -Pquickstart}; a
 * second run finds its data again.
 */
public final class Quickstart {
  private static final List<String> JVM_OPTIONS =
      List.of("-Xms1g", "-Xmx1g", "-XX:-AlwaysPreTouch");

  private final Console console = new Console();
  private final Options options;

  private Quickstart(Options options) {
    this.options = options;
  }

  /** Takes everything from system properties, see {@link Options}. */
  public static void main(String[] arguments) throws Exception {
    UserError.clear();
    try {
      new Quickstart(Options.fromSystemProperties()).run();
    } catch (UserError e) {
      e.exit(new Console());
    }
  }

  private void run() throws IOException, InterruptedException {
    exitWithParent();
    FileLock lock = DataFolderLock.claim(options.nodeFolder());
    Ports.check(options.port());
    if (RootUser.runsThis()) {
      console.line(
          "Running as root: the server's check against that is switched off here, where it is"
              + " reachable from this machine alone. Never do so in production.");
    }
    Distribution server = Distribution.at(options.serverHome());
    console.line(
        console.during("installing the plugin", () -> server.install(options.pluginZip()))
            ? "Installed " + options.pluginZip().getFileName() + " by bin/opensearch-plugin"
            : "The plugin is installed already");
    serve(server);
    lock.release();
  }

  private void serve(Distribution server) throws IOException, InterruptedException {
    try (ServerNode node = new ServerNode(server, config(options.nodeFolder()))) {
      console.line("Starting " + options.serverHome().getFileName() + " …");
      show(console.during("starting the server", () -> start(node)));
      if (options.serve()) {
        console.line("Serving until Ctrl-C.");
        node.awaitEnd();
        console.line("The server has ended.");
      }
    }
  }

  private static URI start(ServerNode node) throws IOException {
    node.start();
    return node.http();
  }

  private void show(URI server) throws IOException {
    Corpus corpus = Corpus.load();
    try (Rest rest = Rest.to(List.of(server))) {
      LicenseIndex index = new LicenseIndex(rest, console);
      index.loadUnlessComplete(corpus);
      if (options.news()) {
        new NewsIndex(rest, console).loadUnlessComplete(LocalDate.now(ZoneOffset.UTC));
      }
      console.line(GroupTable.of(groups(rest), corpus));
      console.line(Examples.of(options.port()));
      if (options.news() == false) {
        console.line(Examples.NEWS);
      }
    }
  }

  private List<Group> groups(Rest rest) throws IOException {
    return console.during("finding groups", new GroupFinder(rest)::find);
  }

  private NodeConfig config(Path folder) {
    return new NodeConfig(
        folder,
        Map.of(
            "cluster.name", "near-dup-quickstart",
            "node.name", "quickstart",
            "discovery.type", "single-node",
            "http.port", options.port()),
        JVM_OPTIONS);
  }

  /** A killed Maven cannot tell its children; this process, and with it the node, ends then too. */
  private static void exitWithParent() {
    ProcessHandle maven = ProcessHandle.current().parent().orElseThrow();
    Thread watch =
        new Thread(
            () -> {
              maven.onExit().join();
              System.exit(1);
            },
            "parent-watch");
    watch.setDaemon(true);
    watch.start();
  }
}

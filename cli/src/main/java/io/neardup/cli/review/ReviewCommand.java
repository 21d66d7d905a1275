// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli.review;

import io.neardup.cli.io.Fault;
import io.neardup.cli.io.Notes;
import io.neardup.cli.io.Output;
import io.neardup.cli.io.Server;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code near-dup review}: a local page to look at near-duplicates and decide about them. */
@Command(
    name = "review",
    description = "Opens a page on this machine to see near-duplicates side by side, and decide.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class ReviewCommand implements Callable<Integer> {
  /** The page, beside this class. */
  static final List<String> FILES =
      List.of(
          "index.html",
          "style.css",
          "main.js",
          "dom.js",
          "groups.js",
          "group.js",
          "survey.js",
          "apply.js",
          "keys.js",
          "diff.js",
          "diff-worker.js");

  @Spec private CommandSpec spec;
  @Mixin private Server server;

  @Parameters(paramLabel = "INDEX", description = "an index, or several, separated by commas")
  private String index;

  @Option(
      names = "--dest",
      description = "the index that near-dup groups --dest wrote; without it, only the survey")
  private String dest;

  @Option(
      names = "--field",
      description =
          "of type minhash or simhash (default: that of --dest, or the only one there is)")
  private String field;

  @Option(
      names = "--verdicts",
      paramLabel = "LIST",
      description = "the list of the server that gets what you decide, too")
  private String list;

  @Mixin private ShownFields shown;

  @Option(
      names = "--port",
      defaultValue = "0",
      description = "of the page (default: any that is free)")
  private int port;

  @Override
  public Integer call() throws IOException {
    Notes notes = Notes.of(spec);
    Review review = new Review(server, index, dest, field, list, shown);
    try (LocalServer local = new LocalServer(FILES, port, review.routes())) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> close(review, notes)));
      Output out = new Output(spec.commandLine().getOut());
      out.line(local.address());
      out.check();
      notes.say("near-dup: open this address in a browser on this machine; Ctrl-C ends it");
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Fault.INTERRUPTED;
  }

  private static void close(Review review, Notes notes) {
    try {
      review.close();
    } catch (IOException | Fault e) {
      notes.say("near-dup: the run may go on: " + e.getMessage());
    }
  }
}

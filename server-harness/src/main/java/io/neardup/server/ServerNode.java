// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * One node in a separate process. It can be stopped and restarted on the same data, and it ends
 * with this JVM, however that ends. Not thread-safe, except for {@link #stop}.
 */
public final class ServerNode implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofMinutes(5);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
  private static final int LOG_LINES_SHOWN = 40;

  private final Thread stopAtExit = new Thread(this::stop, "stop-node");
  private Distribution distribution;
  private NodeConfig config;
  private Process process;
  private OrphanReaper guard;
  private Path temp;
  private boolean paused;

  public ServerNode(Distribution distribution, NodeConfig config) {
    this.distribution = distribution;
    this.config = config;
  }

  /** Starts the process and waits until it answers over HTTP. */
  public void start() throws IOException {
    launch();
    awaitStarted();
  }

  /** Starts the process without waiting, to start nodes in parallel. */
  void launch() throws IOException {
    config.write(distribution.home().resolve("config"));
    Files.deleteIfExists(portsFile("http"));
    Files.deleteIfExists(portsFile("transport"));
    // Not below the node's folder: the server's script fails if this path contains a blank.
    temp = Files.createTempDirectory("near-dup");
    ProcessBuilder builder = distribution.program("opensearch");
    builder.environment().put("OPENSEARCH_PATH_CONF", config.config().toString());
    builder.environment().put("OPENSEARCH_TMPDIR", temp.toString());
    builder.environment().put("OPENSEARCH_JAVA_OPTS", String.join(" ", RootUser.jvmOptions()));
    builder.redirectErrorStream(true).redirectOutput(config.console().toFile());
    synchronized (this) {
      process = builder.start();
      process.getOutputStream().close();
      guard = OrphanReaper.over(process, temp);
      Runtime.getRuntime().addShutdownHook(stopAtExit);
    }
  }

  /**
   * Waits for the ports file, which the server writes when it is ready.
   *
   * @throws IOException with the end of the server's log if it ended or took too long
   */
  void awaitStarted() throws IOException {
    Instant deadline = Instant.now().plus(START_LIMIT);
    while (Files.notExists(portsFile("http")) || Files.notExists(portsFile("transport"))) {
      Process started = process;
      if (ended(100)) {
        stop();
        throw failed("ended with exit code " + started.exitValue());
      }
      if (Instant.now().isAfter(deadline)) {
        stop();
        throw failed("was not ready after " + START_LIMIT.toSeconds() + " s");
      }
    }
  }

  /** Kills the process, as a power failure would. */
  public synchronized void kill() {
    process.destroyForcibly();
    ended(STOP_LIMIT.toMillis());
    stop();
  }

  /** Freezes the process, as a long garbage collection or a stopped virtual machine would. */
  public synchronized void pause() throws IOException {
    signal("STOP");
    paused = true;
  }

  /** Resumes a frozen process. */
  public synchronized void resume() throws IOException {
    paused = false;
    signal("CONT");
  }

  private void signal(String name) throws IOException {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    try {
      if (kill.waitFor() != 0) {
        throw new IOException("kill -" + name + " " + process.pid() + " failed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while signalling the node", e);
    }
  }

  /** Stops the process if it runs, by force if it takes too long. */
  public synchronized void stop() {
    if (process == null) {
      return;
    }
    if (paused) {
      resumeToStop();
    }
    process.destroy();
    if (ended(STOP_LIMIT.toMillis()) == false) {
      process.destroyForcibly();
      ended(STOP_LIMIT.toMillis());
    }
    guard.release();
    process = null;
    removeHook();
    deleteTemp();
  }

  /** A frozen process does not react to a request to stop. */
  private void resumeToStop() {
    try {
      resume();
    } catch (IOException e) {
      process.destroyForcibly();
    }
  }

  private void removeHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(stopAtExit);
    } catch (IllegalStateException e) {
      // This JVM is ending: the hook is running, or has nothing left to do.
      return;
    }
  }

  private void deleteTemp() {
    try {
      Folders.delete(temp);
    } catch (IOException e) {
      throw new UncheckedIOException("the node's temporary files stay in " + temp, e);
    }
  }

  @Override
  public void close() {
    stop();
  }

  /** Waits until the process ends on its own. */
  public void awaitEnd() throws InterruptedException {
    process.waitFor();
  }

  /** Whether the process is alive. */
  public synchronized boolean isRunning() {
    return process != null && process.isAlive();
  }

  /** CPU time of the running process; zero if the system does not report it. */
  Duration cpuTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Sets the configuration of the next start. */
  void configure(NodeConfig changed) {
    config = changed;
  }

  /** Sets the distribution of the next start, as in an upgrade. */
  void use(Distribution other) {
    distribution = other;
  }

  NodeConfig config() {
    return config;
  }

  /** The node's HTTP address, on IPv4. */
  public URI http() throws IOException {
    return URI.create("http://" + address("http"));
  }

  /** The node's transport address. */
  String transport() throws IOException {
    return address("transport");
  }

  private String address(String kind) throws IOException {
    List<String> bound = Files.readAllLines(portsFile(kind));
    return bound.stream().filter(line -> line.startsWith("127.")).findFirst().orElse(bound.get(0));
  }

  private Path portsFile(String kind) {
    return config.logs().resolve(kind + ".ports");
  }

  private boolean ended(long withinMillis) {
    try {
      return process.waitFor(withinMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
      return true;
    }
  }

  private IOException failed(String how) throws IOException {
    List<String> log = new ArrayList<>(Files.readAllLines(config.console()));
    List<String> tail = log.subList(Math.max(0, log.size() - LOG_LINES_SHOWN), log.size());
    return new IOException(
        String.format(
            Locale.ROOT,
            "the OpenSearch node %s; the end of %s:%n%s",
            how,
            config.console(),
            String.join("\n", tail).indent(4)));
  }
}

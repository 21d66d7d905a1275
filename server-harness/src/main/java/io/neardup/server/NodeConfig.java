// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.server;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What distinguishes one node from another on the same distribution: its folder (configuration,
 * data and logs lie below it), its settings, and its JVM options.
 *
 * @param directory absolute or relative; created if missing
 * @param settings lines of opensearch.yml, over the defaults of {@link #defaults}
 * @param jvmOptions override those of the distribution
 */
public record NodeConfig(Path directory, Map<String, Object> settings, List<String> jvmOptions) {
  /** JVM options for a node that runs for a few minutes next to others on a small machine. */
  public static final List<String> SHORT_LIVED =
      List.of("-Xms1g", "-Xmx1g", "-XX:-AlwaysPreTouch", "-XX:TieredStopAtLevel=1");

  public NodeConfig {
    directory = directory.toAbsolutePath().normalize();
    settings = Map.copyOf(settings);
    jvmOptions = List.copyOf(jvmOptions);
  }

  /** This configuration with one setting added or replaced. */
  public NodeConfig with(String setting, Object value) {
    Map<String, Object> changed = new LinkedHashMap<>(settings);
    changed.put(setting, value);
    return new NodeConfig(directory, changed, jvmOptions);
  }

  Path config() {
    return directory.resolve("config");
  }

  Path logs() {
    return directory.resolve("logs");
  }

  /** The file with the output of the process. */
  Path console() {
    return logs().resolve("console.log");
  }

  /** Writes the configuration folder anew. */
  void write(Path distributionConfig) throws IOException {
    Files.createDirectories(config());
    Files.createDirectories(logs());
    Files.writeString(config().resolve("jvm.options"), jvmOptions(distributionConfig));
    Files.write(
        config().resolve("log4j2.properties"),
        Files.readAllBytes(distributionConfig.resolve("log4j2.properties")));
    Map<String, Object> all = defaults();
    all.putAll(settings);
    // JSON is YAML.
    Files.writeString(
        config().resolve("opensearch.yml"), new ObjectMapper().writeValueAsString(all));
  }

  /** Port 0 uses a free port and the ports file tells which, so nodes never clash. */
  private Map<String, Object> defaults() {
    Map<String, Object> defaults = new LinkedHashMap<>();
    defaults.put("cluster.name", "near-dup");
    defaults.put("node.name", directory.getFileName().toString());
    defaults.put("path.data", directory.resolve("data").toString());
    defaults.put("path.logs", logs().toString());
    defaults.put("network.host", "_local_");
    defaults.put("http.port", 0);
    defaults.put("transport.port", 0);
    defaults.put("node.portsfile", true);
    // A nearly full disk must not make an index read-only here.
    defaults.put("cluster.routing.allocation.disk.threshold_enabled", false);
    return defaults;
  }

  /** The distribution's own options, without the heap and the files they write elsewhere. */
  private String jvmOptions(Path distributionConfig) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<String> original = Files.lines(distributionConfig.resolve("jvm.options"))) {
      original
          .filter(line -> line.startsWith("#") == false)
          .filter(line -> line.isBlank() == false)
          .filter(line -> line.contains("-Xm") == false)
          .filter(line -> line.contains("gc.log") == false)
          .filter(line -> line.contains("HeapDump") == false)
          .filter(line -> line.contains("ErrorFile") == false)
          .forEach(lines::add);
    }
    lines.addAll(jvmOptions);
    return String.join("\n", lines) + "\n";
  }
}

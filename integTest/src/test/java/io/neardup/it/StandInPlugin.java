// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static java.util.stream.Collectors.joining;
import static org.junit.Assert.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;

/**
 * A plugin with the name and an analyzer of the plugin analysis-ik, which no repository of the
 * build has: its {@code ik_smart} makes one token of the whole text, which makes it recognizable.
 * Compiled here, against the server under test.
 */
final class StandInPlugin {
  private static final String SOURCE =
      """
      import java.util.Map;
      import org.apache.lucene.analysis.Analyzer;
      import org.apache.lucene.analysis.core.KeywordAnalyzer;
      import org.opensearch.index.analysis.AnalyzerProvider;
      import org.opensearch.index.analysis.AnalyzerScope;
      import org.opensearch.index.analysis.PreBuiltAnalyzerProvider;
      import org.opensearch.indices.analysis.AnalysisModule.AnalysisProvider;
      import org.opensearch.plugins.AnalysisPlugin;
      import org.opensearch.plugins.Plugin;

      public class StandIn extends Plugin implements AnalysisPlugin {
        @Override
        public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> getAnalyzers() {
          return Map.of(
              "ik_smart",
              (index, environment, name, settings) ->
                  new PreBuiltAnalyzerProvider(name, AnalyzerScope.GLOBAL, new KeywordAnalyzer()));
        }
      }
      """;
  private static final String DESCRIPTOR =
      """
      name=analysis-ik
      description=stands for the plugin analysis-ik
      version=1
      classname=StandIn
      java.version=21
      opensearch.version=$1
      """;

  private StandInPlugin() {}

  /**
   * Builds the plugin's zip.
   *
   * @param lib the server's jars
   * @param folder for the files
   */
  static Path build(Path lib, String serverVersion, Path folder) throws IOException {
    byte[] jar = zip(Map.of("StandIn.class", compile(lib, folder)));
    byte[] descriptor = DESCRIPTOR.replace("$1", serverVersion).getBytes(StandardCharsets.UTF_8);
    return Files.write(
        folder.resolve("stand-in.zip"),
        zip(Map.of("stand-in.jar", jar, "plugin-descriptor.properties", descriptor)));
  }

  private static byte[] compile(Path lib, Path folder) throws IOException {
    Path source = Files.writeString(folder.resolve("StandIn.java"), SOURCE);
    String classPath = jars(lib);
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, errors, "--release=21", "-cp", classPath, source.toString());
    assertEquals(errors.toString(StandardCharsets.UTF_8), 0, failed);
    return Files.readAllBytes(folder.resolve("StandIn.class"));
  }

  private static String jars(Path lib) throws IOException {
    try (Stream<Path> jars = Files.list(lib)) {
      return jars.map(Path::toString).collect(joining(System.getProperty("path.separator")));
    }
  }

  private static byte[] zip(Map<String, byte[]> entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
      }
    }
    return bytes.toByteArray();
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.opensearch.plugins.PluginInfo;

/** The plugins that lie in a node's folder for them, loaded yet or not. */
final class InstalledPlugins {

  private InstalledPlugins() {}

  /** Whether one of them has this name; that of its folder does not count. */
  static boolean contain(Path folder, String name) {
    if (Files.isDirectory(folder) == false) {
      return false;
    }
    try (DirectoryStream<Path> plugins = Files.newDirectoryStream(folder)) {
      for (Path plugin : plugins) {
        if (name.equals(name(plugin.resolve(PluginInfo.OPENSEARCH_PLUGIN_PROPERTIES)))) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the plugins in [" + folder + "]", e);
    }
  }

  private static String name(Path descriptor) throws IOException {
    Properties properties = new Properties();
    if (Files.exists(descriptor)) {
      try (InputStream in = Files.newInputStream(descriptor)) {
        properties.load(in);
      }
    }
    return properties.getProperty("name");
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.Test;

/**
 * The packaged plugin: its own jars and one library, nothing that the server brings, and the
 * program.
 */
public class ZipIT {
  private static final String VERSION = System.getProperty("near_dup.version");
  private static final String HASH4J = System.getProperty("near_dup.hash4j");

  private static ZipFile zip() throws IOException {
    return new ZipFile(System.getProperty("near_dup.zip"), StandardCharsets.UTF_8);
  }

  @Test
  public void holdsExactlyTheseFiles() throws IOException {
    TreeSet<String> expected = new TreeSet<>();
    for (String module :
        new String[] {
          "",
          "-groups",
          "-rest-actions",
          "-search-pipeline",
          "-ingest-processor",
          "-mapper",
          "-sequencer",
          "-lucene",
          "-fingerprint"
        }) {
      expected.add("near-dup" + module + "-" + VERSION + ".jar");
    }
    expected.add("hash4j-" + HASH4J + ".jar");
    // The program is in bin/ alone: the server loads every jar of the root.
    expected.add("bin/");
    expected.add("bin/near-dup");
    expected.add("bin/near-dup.jar");
    expected.add("LICENSE");
    expected.add("NOTICE");
    expected.add("plugin-descriptor.properties");
    TreeSet<String> found = new TreeSet<>();
    try (ZipFile zip = zip()) {
      zip.stream().map(ZipEntry::getName).forEach(found::add);
    }
    assertEquals(expected, found);
  }

  @Test
  public void describesItself() throws IOException {
    Properties descriptor = new Properties();
    try (ZipFile zip = zip()) {
      descriptor.load(zip.getInputStream(zip.getEntry("plugin-descriptor.properties")));
    }
    assertEquals("near-dup", descriptor.getProperty("name"));
    assertEquals(VERSION, descriptor.getProperty("version"));
    assertEquals(NearDupPlugin.class.getName(), descriptor.getProperty("classname"));
    assertEquals("21", descriptor.getProperty("java.version"));
    assertEquals(
        "{ opensearch: \"[" + System.getProperty("near_dup.opensearch") + ",3.9.0)\" }",
        descriptor.getProperty("dependencies"));
  }
}

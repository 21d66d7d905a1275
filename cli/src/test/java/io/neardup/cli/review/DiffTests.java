// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli.review;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.Assume;
import org.junit.Test;

/** What the page says differs between two texts, by Node.js where that is. */
public class DiffTests {
  @Test
  public void differences() throws Exception {
    Path test = Path.of(DiffTests.class.getResource("diff.test.mjs").toURI());
    Path page = Path.of(ReviewCommand.class.getResource("diff.js").toURI());
    Process node;
    try {
      node =
          new ProcessBuilder("node", test.toString(), page.getParent().toString())
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      Assume.assumeNoException("skipped: this needs node, of version 18 or later, on the path", e);
      return;
    }
    String said = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(said, 0, node.waitFor());
  }
}

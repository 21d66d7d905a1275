// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli.review;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.Assume;
import org.junit.Test;

/** What the page does in the browser, by Node.js where that is. */
public class PageTests {
  @Test
  public void differences() throws Exception {
    run("diff.test.mjs");
  }

  @Test
  public void decisions() throws Exception {
    run("group.test.mjs");
  }

  private static void run(String name) throws Exception {
    Path test = Path.of(PageTests.class.getResource(name).toURI());
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

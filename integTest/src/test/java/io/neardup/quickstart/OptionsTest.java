// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.Test;

/** Options that are rejected before a server starts, and the suggested fix. */
public class OptionsTest {
  @Test
  public void aPortIsANumberFrom1To65535() {
    assertEquals(9201, Options.port("9201"));
    assertEquals(65_535, Options.port("65535"));
    for (String wrong : List.of("0", "65536", "-1", "", "http")) {
      Exception e = assertThrows(wrong, UserError.class, () -> Options.port(wrong));
      assertEquals(
          "[port] must be a number from 1 to 65535, for instance -Dport=9201; got [" + wrong + "]",
          e.getMessage());
    }
  }

  @Test
  public void newsIsTrueOrFalse() {
    assertTrue(Options.news("true"));
    assertFalse(Options.news("false"));
    Exception e = assertThrows(UserError.class, () -> Options.news("yes"));
    assertEquals(
        "[news] must be true or false, for instance -Dnews=true; got [yes]", e.getMessage());
  }

  @Test
  public void aBusyPortNamesTheOption() throws Exception {
    int port;
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = busy.getLocalPort();
      Exception e = assertThrows(UserError.class, () -> Ports.check(port));
      assertTrue(e.getMessage(), e.getMessage().startsWith("Port " + port + " of localhost is in"));
      assertTrue(e.getMessage(), e.getMessage().endsWith("./mvnw -Pquickstart -Dport=9201"));
    }
    Ports.check(port);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.requests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.neardup.it.Books;
import io.neardup.it.Clusters;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.List;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameter;
import org.junit.runners.Parameterized.Parameters;

/** Bad requests, each answered with the expected status and the whole helpful message. */
@RunWith(Parameterized.class)
public class BadInputIT {
  private static Rest rest;
  private static String version;

  @Parameter public BadInput bad;

  @Parameters(name = "{0}")
  public static List<BadInput> all() throws IOException {
    return BadInput.all();
  }

  @BeforeClass
  public static void create() throws IOException {
    rest = Rest.to(Clusters.one().http());
    version = rest.get("/").at("/version/number").asText();
    Books.create(rest);
  }

  @AfterClass
  public static void cleanUp() throws IOException {
    Books.assertUntouched(rest);
    Books.delete(rest);
    rest.close();
  }

  @Test
  public void saysWhy() throws IOException {
    Rest.Answer answer = rest.send(bad.method(), bad.path(), bad.body());
    String reason = Books.reason(answer);
    assertEquals(answer.body().toString(), bad.status(), answer.status());
    assertTrue(reason + "\ninstead of\n" + bad.reason(), bad.expects(reason, version));
  }
}

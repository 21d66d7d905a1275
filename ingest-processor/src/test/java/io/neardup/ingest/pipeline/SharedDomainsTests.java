// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import static org.hamcrest.Matchers.containsString;

import io.neardup.ingest.domain.DomainNames;
import java.util.Map;
import org.opensearch.OpenSearchException;

public class SharedDomainsTests extends PipelinesTestCase {
  private static String over(String indices) {
    return "{'near_dup':{'field':'print','domain':'d','indices':" + indices + "}}";
  }

  private String fault(String pipeline) {
    return new SharedDomains(configs(), new DomainNames(Map.of(), name -> name))
        .fault(pipeline)
        .map(OpenSearchException::getMessage)
        .orElse("");
  }

  private static String refused(String own, String pipeline, String other) {
    return "[domain] names [d] over the [indices] "
        + own
        + ", but pipeline ["
        + pipeline
        + "] over "
        + other
        + "; name the same [indices] in both, or another [domain]";
  }

  public void testAnotherPipeline() {
    processors("a", over("['x','y']"));
    processors("b", PRINT, over("['y','x','x']"));
    assertEquals("", fault("b"));
    processors("b", PRINT, over("'x'"));
    assertEquals(refused("[x]", "a", "[x, y]"), fault("b"));
    assertEquals(refused("[x, y]", "b", "[x]"), fault("a"));
    processors("b", over("'x'").replace("'d'", "'e'"), NEAR_DUP);
    assertEquals("", fault("b"));
  }

  public void testTheSamePipeline() {
    processors("a", over("'x'"), over("'y'"));
    assertEquals(refused("[y]", "a", "[x]"), fault("a"));
    processors("a", over("'x'"), over("'x'"));
    assertEquals("", fault("a"));
  }

  public void testWhatElseIsThere() {
    pipeline("broken", "{'processors':");
    processors("odd", "{'near_dup':{'field':'print','domain':7,'indices':'z'}}");
    processors("none", NEAR_DUP);
    pipeline("handler", "{'processors':[],'on_failure':[" + over("'y'") + "]}");
    processors("a", over("'x'"));
    assertEquals(refused("[x]", "handler", "[y]"), fault("a"));
    assertEquals("", fault("broken"));
    assertEquals("", fault("odd"));
    assertEquals("", fault("none"));
  }

  private String within(String... processors) {
    processors("a", processors);
    return new SharedDomains(configs(), new DomainNames(Map.of(), name -> name))
        .within("a")
        .map(OpenSearchException::getMessage)
        .orElse("");
  }

  /** The later ones of a document wait for what the first has claimed, in the same bulk. */
  public void testWithinOnePipeline() {
    String url = "{'near_dup':{'stages':[{'exact':'url'}]%}}";
    String same = "where [stages] was [{\"exact\":\"url\"}] and is";
    for (String indices : new String[] {"", ",'indices':'x'", ",'indices':['x*','x1']"}) {
      String one = url.replace("%", indices);
      assertThat(within(one, NEAR_DUP.replace("}}", indices + "}}")), containsString(same));
      assertEquals("", within(one, one.replace("]", "],'on_duplicate':'drop'")));
      assertEquals("", within(one, over("['x','y']")));
    }
    processors("called", NEAR_DUP);
    assertThat(within(url.replace("%", ""), call("called")), containsString(same));
    assertThat(within(url.replace("%", ",'indices':'x'"), NEAR_DUP), containsString(same));
    assertEquals("", within(url.replace("%", ",'indices':'x*'"), NEAR_DUP));
  }
}

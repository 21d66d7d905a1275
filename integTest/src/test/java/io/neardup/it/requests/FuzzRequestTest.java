// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.requests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.List;
import org.junit.Test;

/** What OpenSearch overlooks in any request is no fault of the plugin; all else is judged. */
public class FuzzRequestTest {
  @Test
  public void blankParametersOfTheServerAreNotSet() throws IOException {
    for (String blank :
        List.of("rest_total_hits_as_int=", "allow_no_indices=+", "pretty", "routing=")) {
      assertEquals(blank, List.of(), faults("/news/_near_dup?" + blank));
    }
  }

  @Test
  public void otherBlankParametersAreJudged() throws IOException {
    assertFalse(faults("/news/_near_dup?ids=").isEmpty());
    assertFalse(faults("/news/_near_dup?max_distance=").isEmpty());
    assertFalse(faults("/news/_near_dup?allow_no_indices=maybe").isEmpty());
  }

  @Test
  public void parametersOfTheBodyAreJudgedInTheUrlAsWell() throws IOException {
    assertEquals(List.of(), faults("/news/_near_dup?timeout=-1&size=3"));
    assertFalse(faults("/news/_near_dup?size=many").isEmpty());
  }

  private static List<String> faults(String path) throws IOException {
    FuzzRequest sent = new FuzzRequest("POST", path, "{\"field\": \"f\", \"id\": \"1\"}").plain();
    Rest.Answer found =
        new Rest.Answer(200, new ObjectMapper().readTree("{\"took\": 1, \"results\": []}"));
    return OpenApiTraffic.faults(sent.method(), sent.path(), sent.body(), found);
  }
}

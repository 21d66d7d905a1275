// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import io.neardup.action.Json;
import java.io.IOException;
import java.util.List;
import org.opensearch.test.OpenSearchTestCase;

public class IdfRequestTests extends OpenSearchTestCase {
  private static IdfRequest parse(String body) throws IOException {
    return Json.body(
        body,
        parser ->
            IdfRequest.parse(parser, new String[] {"news"}, IdfRequest.DEFAULT_INDICES_OPTIONS));
  }

  private static String refusal(String body) {
    return expectThrows(IllegalArgumentException.class, () -> parse(body)).getMessage();
  }

  public void testParameters() throws IOException {
    IdfRequest request = parse("{'field':'f','min_doc_freq':null}");
    assertEquals("f", request.field());
    assertEquals(1, request.minDocFreq());
    assertEquals(1_000_000, request.maxTerms());
    IdfRequest other = parse("{'field':'f','min_doc_freq':2147483647,'max_terms':1}");
    assertEquals(Integer.MAX_VALUE, other.minDocFreq());
    assertEquals(1, other.maxTerms());
    assertEquals(
        "indices[news], field[f], min_doc_freq[2147483647], max_terms[1]", other.getDescription());
  }

  public void testBounds() {
    assertEquals("[field] must be the name of a text field, got none", refusal("{}"));
    assertEquals("[field] must be the name of a text field, got [7]", refusal("{'field':7}"));
    for (String bad : List.of("0", "-1", "2147483648", "1.5", "'2'")) {
      assertEquals(
          "[min_doc_freq] must be an integer between 1 and 2147483647, got ["
              + bad.replace("'", "")
              + "]; leave it out for the default of [1]",
          refusal("{'field':'f','min_doc_freq':" + bad + "}"));
    }
    for (String bad : List.of("0", "1000001")) {
      assertEquals(
          "[max_terms] must be an integer between 1 and 1000000, got ["
              + bad
              + "]; leave it out for the default of [1000000]",
          refusal("{'field':'f','max_terms':" + bad + "}"));
    }
    assertEquals(
        "[1:14] [near_dup_idf] unknown field [fields] did you mean [field]?",
        refusal("{'field':'f','fields':[]}"));
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.rest.simhash;

import io.neardup.fingerprint.TextFeatures.Feature;
import io.neardup.rest.Json;
import io.neardup.rest.simhash.SimHashResponse.Result;
import java.io.IOException;
import java.util.List;
import org.opensearch.Version;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.test.OpenSearchTestCase;

public class SimHashResponseTests extends OpenSearchTestCase {

  private static Result randomResult() {
    return new Result(
        randomLong(),
        randomIntBetween(1, 1_000_000),
        randomList(0, 3, () -> new Feature(randomUnicodeOfLength(4), randomDouble())));
  }

  public void testWire() throws IOException {
    for (int i = 0; i < 20; i++) {
      List<Result> results = randomList(0, 3, SimHashResponseTests::randomResult);
      SimHashResponse copy =
          copyWriteable(
              new SimHashResponse(results),
              new NamedWriteableRegistry(List.of()),
              SimHashResponse::new,
              Version.CURRENT);
      assertEquals(results, copy.results());
    }
  }

  public void testOneText() throws IOException {
    assertEquals(
        "{'algorithm':'simhash64_v1','results':[{'hash':'9f3a5c3b12ff00aa',"
            + "'segments':['9f3a','5c3b','12ff','00aa'],'features':7,"
            + "'heaviest':[{'feature':'a b c','weight':2.0},{'feature':'é','weight':1.0}]}]}",
        Json.print(
            new SimHashResponse(
                List.of(
                    new Result(
                        0x9f3a5c3b12ff00aaL,
                        7,
                        List.of(new Feature("a b c", 2), new Feature("é", 1)))))));
  }

  public void testTwoTextsHaveADistance() throws IOException {
    assertEquals(
        "{'algorithm':'simhash64_v1','results':[{'hash':'0000000000000000',"
            + "'segments':['0000','0000','0000','0000'],'features':1,'heaviest':[]},"
            + "{'hash':'8000000000000007','segments':['8000','0000','0000','0007'],'features':2,"
            + "'heaviest':[]}],'distance':4,'similarity':0.9375}",
        Json.print(
            new SimHashResponse(
                List.of(
                    new Result(0, 1, List.of()), new Result(0x8000000000000007L, 2, List.of())))));
  }

  public void testThreeTextsHaveNone() throws IOException {
    Result result = new Result(0, 1, List.of());
    assertFalse(
        Json.print(new SimHashResponse(List.of(result, result, result))).contains("distance"));
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.simhash;

import io.neardup.action.Json;
import io.neardup.action.simhash.SimHashResult.Explanation;
import io.neardup.action.texts.FeatureOverlap;
import io.neardup.fingerprint.features.FeatureReport.Bit;
import io.neardup.fingerprint.features.FeatureReport.Entry;
import java.io.IOException;
import java.util.List;
import org.opensearch.test.OpenSearchTestCase;

public class SimHashResponseTests extends OpenSearchTestCase {
  private static final SimHashResult EMPTY = new SimHashResult(0, 1, List.of(), null);

  public void testOneText() throws IOException {
    assertEquals(
        "{'algorithm':'simhash64_v1','results':[{'hash':'9f3a5c3b12ff00aa',"
            + "'segments':['9f3a','5c3b','12ff','00aa'],'features':7,"
            + "'heaviest':[{'feature':'a b c','weight':2.0},{'feature':'é','weight':1.0}]}]}",
        Json.print(
            new SimHashResponse(
                "simhash64_v1",
                null,
                List.of(
                    new SimHashResult(
                        0x9f3a5c3b12ff00aaL,
                        7,
                        List.of(new Entry("a b c", 2, 2, 0.5, 1), new Entry("é", 1, 1, 0.25, -1)),
                        null)),
                null)));
  }

  public void testExplained() throws IOException {
    assertEquals(
        "{'hash':'8000000000000000','segments':['8000','0000','0000','0000'],'features':3,"
            + "'distinct_features':2,'total_weight':3.0,"
            + "'heaviest':[{'feature':'a','weight':2.0,'count':2,'share':0.75,"
            + "'decides':[63,17,0]}],"
            + "'close_bits':[{'bit':63,'segment':0,'value':1,'margin':0.25},"
            + "{'bit':15,'segment':3,'value':0,'margin':-0.5}]}",
        Json.print(
            new SimHashResult(
                1L << 63,
                3,
                List.of(new Entry("a", 2, 2, 0.75, 1L << 63 | 1L << 17 | 1)),
                new Explanation(
                    2, 3, List.of(new Bit(63, true, 0.25), new Bit(15, false, -0.5))))));
  }

  public void testTwoTextsAreCompared() throws IOException {
    assertEquals(
        "{'algorithm':'simhash64_v1','results':[],'distance':4,'similarity':0.9375,"
            + "'shared_segments':[1,2],"
            + "'jaccard':{'similarity':0.25,'shared_features':3,'all_features':12},"
            + "'lookup':{'max_distance':3,'found':false,'reason':'Not found: 4 of 64 bits differ,"
            + " and max_distance is 3. Segments s1 and s2 are equal, which makes them candidates"
            + " only. A max_distance of 4 or more finds them.'}}",
        Json.print(
            new SimHashResponse(
                "simhash64_v1",
                null,
                List.of(),
                new TextComparison(0, 0x8000000000000007L, new FeatureOverlap(3, 12), 3))));
  }

  public void testOtherNumbersAreNot() throws IOException {
    assertFalse(
        Json.print(
                new SimHashResponse(
                    "some_v1", "news@25d3f7640722", List.of(EMPTY, EMPTY, EMPTY), null))
            .contains("distance"));
  }
}

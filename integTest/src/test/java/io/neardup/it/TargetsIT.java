// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;

/** Aliases, patterns and lists of indexes behave like one index. */
public class TargetsIT {
  private static final String LICENSES = "it-targets-licenses";
  private static final String SKEWED = "it-targets-skewed";
  private static final int[] DISTANCES = {0, 2, 3, 4, 20, 64};

  private static Rest rest;
  private static Oracle licenses;
  private static Oracle skewed;
  private static long[] asked;

  @BeforeClass
  public static void load() throws IOException {
    rest = Rest.to(Clusters.one().http());
    Fixture.LICENSES.fill(rest, LICENSES, 1);
    Fixture.SKEWED.fill(rest, SKEWED, 5);
    licenses = Oracle.of(rest, LICENSES);
    skewed = Oracle.of(rest, SKEWED);
    asked =
        new long[] {
          licenses.fingerprint(licenses.busiest(1).get(0)),
          skewed.fingerprint(skewed.busiest(1).get(0))
        };
  }

  @AfterClass
  public static void cleanUp() throws IOException {
    rest.delete("/it-targets-*");
    rest.close();
  }

  private static void assertExact(String target, Oracle oracle) throws IOException {
    for (int distance : DISTANCES) {
      new Duel(rest, target, oracle).assertExact(distance, asked);
    }
  }

  private static Oracle both() {
    SortedMap<String, Long> all = new TreeMap<>(licenses.fingerprints());
    all.putAll(skewed.fingerprints());
    return new Oracle(all);
  }

  @Test
  public void patternsAndLists() throws IOException {
    assertExact("it-targets-*", both());
    assertExact("*-skewed," + LICENSES, both());
    assertExact("it-targets-*,-" + LICENSES, skewed);
  }

  @Test
  public void aliasOfOneIndex() throws IOException {
    alias("'add': {'index': '$1', 'alias': 'it-alias-one'}", LICENSES);
    assertExact("it-alias-one", licenses);
    String id = licenses.busiest(1).get(0);
    JsonNode answer =
        rest.post(
            "/it-alias-one/_near_dup",
            Json.of("{'field': '$1', 'id': $2, 'size': 1000}", Fixture.FIELD, Json.quoted(id)));
    assertEquals(
        licenses.where(other -> other.equals(id) == false).near(3, asked[0]),
        Answers.ofResult(answer.at("/results/0")));
  }

  @Test
  public void aliasOfTwoIndexes() throws IOException {
    alias("'add': {'indices': ['$1', '$2'], 'alias': 'it-alias-two'}", LICENSES, SKEWED);
    assertExact("it-alias-two", both());
  }

  /** The alias shows only documents near a fingerprint, and questions search among these. */
  @Test
  public void aliasWhoseFilterIsNearDup() throws IOException {
    alias(
        "'add': {'index': '$1', 'alias': 'it-alias-near', 'filter': {'near_dup': {'$2':"
            + " {'hash': $3, 'max_distance': 20}}}}",
        SKEWED,
        Fixture.FIELD,
        Json.quoted(asked[1]));
    Set<String> visible = skewed.near(20, asked[1]).keySet();
    assertTrue(visible.size() > 1 && visible.size() < skewed.ids().size());
    JsonNode all =
        new Duel(rest, "it-alias-near", skewed).search(Json.of("'query': {'match_all': {}}"));
    assertEquals(visible, Answers.ids(all));
    assertExact("it-alias-near", skewed.where(visible::contains));
  }

  /** A term with a distance also works as a filter. */
  @Test
  public void aliasWhoseFilterIsATerm() throws IOException {
    alias(
        "'add': {'index': '$1', 'alias': 'it-alias-term', 'filter': {'term': {'$2': '$3~3'}}}",
        LICENSES,
        Fixture.FIELD,
        Oracle.hex(asked[0]));
    assertExact("it-alias-term", licenses.where(licenses.near(3, asked[0]).keySet()::contains));
  }

  private static void alias(String action, Object... values) throws IOException {
    rest.post("/_aliases", Json.of("{'actions': [{" + action + "}]}", values));
  }
}

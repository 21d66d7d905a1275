// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.similar;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.Test;

public class PlantedSetsTests {
  private static final int DOCUMENTS = 2000;
  private static final int LOOKUPS = 20;

  private static Set<Integer> features(int... set) {
    Set<Integer> features = new HashSet<>();
    Arrays.stream(set).forEach(features::add);
    return features;
  }

  private static double jaccard(int[] left, int[] right) {
    Set<Integer> shared = features(left);
    shared.retainAll(features(right));
    Set<Integer> all = features(left);
    all.addAll(features(right));
    return (double) shared.size() / all.size();
  }

  @Test
  public void similarityIsThePlantedOne() {
    for (double boilerplate : new double[] {0, 0.2}) {
      PlantedSets sets = new PlantedSets(DOCUMENTS, LOOKUPS, boilerplate, 42);
      int planted = 0;
      for (int document = 0; document < DOCUMENTS; document++) {
        String id = sets.id(document);
        for (int lookup = 0; lookup < LOOKUPS; lookup++) {
          double jaccard = jaccard(sets.lookup(lookup), sets.set(document));
          if (id != null && id.startsWith(lookup + "-")) {
            int which = Integer.parseInt(id.substring(id.indexOf('-') + 1));
            assertEquals(PlantedSets.SIMILARITIES[which], jaccard, 1e-9);
            assertEquals(jaccard >= PlantedSets.ASKED, PlantedSets.isSimilar(id, lookup));
            planted++;
          } else {
            assertTrue("unrelated", jaccard < 0.1);
          }
        }
      }
      assertEquals(LOOKUPS * PlantedSets.SIMILARITIES.length, planted);
    }
  }

  @Test
  public void boilerplateMakesABandCommon() {
    PlantedSets sets = new PlantedSets(DOCUMENTS, LOOKUPS, 0.2, 42);
    String common = band(sets.lookup(0));
    for (int lookup = 0; lookup < LOOKUPS; lookup++) {
      assertEquals(common, band(sets.lookup(lookup)));
    }
    int others = 0;
    int shared = 0;
    for (int document = 0; document < DOCUMENTS; document++) {
      if (sets.id(document) == null) {
        others++;
        shared += band(sets.set(document)).equals(common) ? 1 : 0;
      }
    }
    assertEquals(0.2, (double) shared / others, 6 * Math.sqrt(0.16 / others));
  }

  private static String band(int... set) {
    return SimilarLayout.bands(PlantedSets.signature(set), 1);
  }

  @Test
  public void isTheSameForTheSameSeed() {
    int[] one = new PlantedSets(DOCUMENTS, LOOKUPS, 0, 7).set(11);
    assertArrayEquals(one, new PlantedSets(DOCUMENTS, LOOKUPS, 0, 7).set(11));
    assertArrayEquals(
        new PlantedSets(DOCUMENTS, LOOKUPS, 0, 7).lookup(3),
        new PlantedSets(2 * DOCUMENTS, LOOKUPS, 0, 7).lookup(3));
  }

  @Test
  public void refusesMoreLookupsThanDocuments() {
    assertThrows(IllegalArgumentException.class, () -> new PlantedSets(100, 20, 0, 7));
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.texts;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.plugin.Answer;
import io.neardup.plugin.HttpClusterTestCase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.opensearch.action.bulk.BulkRequestBuilder;
import org.opensearch.action.support.WriteRequest.RefreshPolicy;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.test.OpenSearchIntegTestCase.ClusterScope;

/** What a survey counts is what comparing all documents with all others counts. */
@ClusterScope(numDataNodes = 2, numClientNodes = 1, supportsDedicatedMasters = false)
public class SurveyOnClusterTests extends HttpClusterTestCase {
  private static final int DOCUMENTS = 150;
  private static final int FEATURES = 60;

  private final Map<String, Doc> written = new TreeMap<>();
  private int bare;

  /**
   * A document of a topic: near to others of it, and sometimes the same content as its labels say.
   */
  private record Doc(long print, MinHashSignature sketch, String label) {}

  private static Doc document() {
    int topic = between(0, 14);
    MinHasher hasher = new MinHasher();
    int start = topic * 1000 + between(0, between(0, 50));
    for (int i = 0; i < FEATURES; i++) {
      hasher.add((start + i) * 0x9E3779B9);
    }
    long print = topic * 0x9E3779B97F4A7C15L;
    for (int flips = between(0, between(0, 12)); flips > 0; flips--) {
      print ^= 1L << between(0, 63);
    }
    return new Doc(print, hasher.signature(), rarely() ? null : "l" + topic + between(0, 1));
  }

  private void fill() throws IOException {
    assertAcked(
        prepareCreate("news")
            .setSettings(
                Settings.builder()
                    .put(IndexMetadata.SETTING_NUMBER_OF_SHARDS, between(2, 5))
                    .put(IndexMetadata.SETTING_NUMBER_OF_REPLICAS, between(0, 1)))
            .setMapping(
                "print", "type=simhash", "sketch", "type=minhash", "label", "type=keyword"));
    ensureGreen("news");
    BulkRequestBuilder bulk = client().prepareBulk().setRefreshPolicy(RefreshPolicy.IMMEDIATE);
    for (int i = 0; i < DOCUMENTS; i++) {
      String id = "d" + i;
      Doc doc = document();
      written.put(id, doc);
      Map<String, Object> source = new TreeMap<>();
      source.put("print", Fingerprint.toHex(doc.print));
      source.put("sketch", doc.sketch.toString());
      if (doc.label != null) {
        source.put("label", doc.label);
      }
      bulk.add(client().prepareIndex("news").setId(id).setSource(source));
      if (rarely()) {
        bulk.add(client().prepareIndex("news").setId("bare" + bare++).setSource("label", "l00"));
      }
      if (between(0, 9) == 0) {
        String gone = randomFrom(List.copyOf(written.keySet()));
        bulk.add(client().prepareDelete("news", gone));
        written.remove(gone);
      }
    }
    assertFalse(bulk.get().hasFailures());
  }

  /** The level of a pair, by what is defined. */
  private static int level(String field, Doc one, Doc other) {
    if (field.equals("print")) {
      return Fingerprint.distance(one.print, other.print);
    }
    double similarity = one.sketch.jaccard(other.sketch).jaccard();
    int level = 0;
    while (similarity < (20 - level) / 20.0) {
      level++;
    }
    return level;
  }

  private Answer survey(String body) throws IOException {
    Answer answer =
        http(internalCluster().coordOnlyNodeClient()).call("POST", "news/_near_dup/survey", body);
    assertEquals(answer.toString(), 200, answer.status());
    return answer;
  }

  private static long number(Answer answer, int level, String name) throws IOException {
    return ((Number) answer.at("levels." + level + "." + name)).longValue();
  }

  /** Of a part of the documents, or of all. */
  private void assertCounted(String field, int levels, int size, boolean labeled)
      throws IOException {
    List<String> all =
        written.keySet().stream()
            .filter(id -> labeled == false || written.get(id).label != null)
            .toList();
    Answer answer =
        survey(
            "{'field':'"
                + field
                + "','size':"
                + size
                + (labeled ? ",'labels':'label'" : "")
                + ",'seed':"
                + between(0, 9)
                + "}");
    assertEquals(all.size(), answer.at("documents"));
    assertEquals(Math.min(size, all.size()), answer.at("sampled"));
    assertEquals(bare, answer.at("without_field"));
    assertEquals(0, answer.at("neighbors_left_out"));
    assertEquals(levels, ((List<?>) answer.at("levels")).size());
    if (size >= all.size()) {
      assertAllCounted(answer, field, levels, all, labeled);
    }
  }

  private void assertAllCounted(
      Answer answer, String field, int levels, List<String> all, boolean labeled)
      throws IOException {
    int[] pairs = new int[levels];
    int[] near = new int[levels];
    int[] marked = new int[levels];
    int[][] same = new int[2][levels];
    long positives = 0;
    for (String id : all) {
      int nearest = levels;
      int before = levels;
      for (String other : written.keySet()) {
        if (other.equals(id)) {
          continue;
        }
        int level = level(field, written.get(id), written.get(other));
        nearest = Math.min(nearest, level);
        before = other.compareTo(id) < 0 ? Math.min(before, level) : before;
        boolean once = other.compareTo(id) > 0 || all.contains(other) == false;
        boolean equal =
            written.get(id).label != null && written.get(id).label.equals(written.get(other).label);
        positives += once && equal ? 1 : 0;
        if (once && level < levels) {
          pairs[level]++;
          if (written.get(other).label != null) {
            same[equal ? 1 : 0][level]++;
          }
        }
      }
      for (int level = nearest; level < levels; level++) {
        near[level]++;
      }
      for (int level = before; level < levels; level++) {
        marked[level]++;
      }
    }
    long right = 0;
    long wrong = 0;
    for (int level = 0; level < levels; level++) {
      String message = field + " " + level + " " + answer.at("levels." + level);
      assertEquals(message, pairs[level], number(answer, level, "pairs"));
      assertEquals(message, near[level], number(answer, level, "near"));
      assertEquals(message, marked[level], number(answer, level, "marked"));
      assertEquals(message, marked[level], number(answer, level, "marked_in_index"));
      assertEquals(
          message,
          Math.min(3, pairs[level]),
          ((List<?>) answer.at("levels." + level + ".examples")).size());
      right += same[1][level];
      wrong += same[0][level];
      if (labeled && right > 0) {
        assertQuality(
            message, answer, level, (double) right / (right + wrong), (double) right / positives);
      }
    }
  }

  public void testCountsAll() throws IOException {
    fill();
    for (boolean labeled : new boolean[] {false, true}) {
      assertCounted("sketch", 15, 1000, labeled);
      assertCounted("print", 21, 1000, labeled);
      assertCounted("print", 21, 40, labeled);
      assertCounted("sketch", 15, 40, labeled);
    }
  }

  /** A part of the documents is counted as all are: the sum over parts is that of the whole. */
  public void testSampleIsOfTheSeed() throws IOException {
    fill();
    String body = "{'field':'sketch','size':30,'seed':7}";
    Map<String, Object> first = survey(body).body();
    Map<String, Object> again = survey(body).body();
    first.remove("took");
    again.remove("took");
    assertEquals(first, again);
  }

  public void testPairs() throws IOException {
    fill();
    for (String field : List.of("print", "sketch")) {
      int levels = field.equals("print") ? 21 : 15;
      List<String> ids = new ArrayList<>(written.keySet());
      StringBuilder pairs = new StringBuilder();
      int[][] found = new int[2][levels];
      int positives = 0;
      int asked = 0;
      for (int i = 0; i < 25; i++) {
        for (int j = i + 1; j < 40; j += between(1, 5)) {
          boolean same = randomBoolean();
          int level = level(field, written.get(ids.get(i)), written.get(ids.get(j)));
          positives += same ? 1 : 0;
          asked++;
          if (level < levels) {
            found[same ? 1 : 0][level]++;
          }
          pairs.append(pairs.isEmpty() ? "" : ",");
          pairs.append("['" + ids.get(i) + "','" + ids.get(j) + "'," + same + "]");
        }
      }
      Answer answer = survey("{'field':'" + field + "','pairs':[" + pairs + "]}");
      assertEquals(asked, answer.at("pairs"));
      long right = 0;
      long wrong = 0;
      for (int level = 0; level < levels; level++) {
        right += found[1][level];
        wrong += found[0][level];
        String message = field + " " + level + " " + answer.at("levels." + level);
        assertEquals(message, found[0][level] + found[1][level], number(answer, level, "pairs"));
        if (right > 0) {
          assertQuality(
              message, answer, level, (double) right / (right + wrong), (double) right / positives);
        }
      }
    }
  }

  private static void assertQuality(
      String message, Answer answer, int level, double precision, double recall)
      throws IOException {
    String at = "levels." + level;
    assertEquals(message, precision, (Double) answer.at(at + ".precision"), 1e-4);
    assertEquals(message, recall, (Double) answer.at(at + ".recall"), 1e-4);
  }
}

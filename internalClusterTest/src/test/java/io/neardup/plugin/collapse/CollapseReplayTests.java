// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.collapse;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.plugin.Answer;
import io.neardup.plugin.MergeScores;
import io.neardup.plugin.ReorderHits;
import io.neardup.plugin.collapse.CollapseReplay.Prints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Collapsed pages of ten thousand documents against a replay of the bare search. */
public class CollapseReplayTests extends CollapseTestCase {
  private static final int DOCUMENTS = 10_000;
  private static final int STORIES = 3_000;
  private static final int ROUNDS = 4;

  private static final String SCORED =
      "'query':{'function_score':{'query':{'terms':{'tenant':['a','b']}},'boost_mode':'replace',"
          + "'functions':[{'random_score':{'seed':7,'field':'n'}}]}}";
  private static final String RESCORED =
      SCORED
          + ",'rescore':{'window_size':150,'query':{'query_weight':0.1,'rescore_query':"
          + "{'function_score':{'functions':[{'random_score':{'seed':8,'field':'n'}}]}}}}";

  /**
   * A search.
   *
   * @param others processors of its pipeline besides ours; empty for none
   * @param name of a pipeline of these
   */
  private record Search(String body, String others, String name) {
    static Search bare(String body) {
      return new Search(body, "", "");
    }

    /** Whether the order depends on how many hits are asked for. */
    boolean isWindowed() {
      return others.isEmpty() == false;
    }

    String named() {
      return others.isEmpty() ? body : body + ",'search_pipeline':'" + name + "'";
    }
  }

  private static final List<Search> SEARCHES =
      List.of(
          Search.bare(BY_N),
          Search.bare("'sort':[{'tenant':'desc'},{'n':'desc'}]"),
          Search.bare(SCORED),
          Search.bare(RESCORED),
          new Search(
              SCORED, "'phase_results_processors':[{'" + MergeScores.TYPE + "':{}}]", "merged"),
          new Search(
              SCORED, "'response_processors':[{'" + ReorderHits.REVERSE + "':{}}]", "reversed"));

  /** Five bits apart at most. */
  private static final class Fingerprints implements Prints<Long> {
    private final long[] stories;

    Fingerprints(Random random) {
      stories = random.longs(STORIES).toArray();
    }

    @Override
    public String type() {
      return "simhash";
    }

    @Override
    public String nearness() {
      return "'max_distance':5";
    }

    @Override
    public Long next(Random random) {
      long print = stories[random.nextInt(stories.length)];
      for (int flips = random.nextInt(5); flips > 0; flips--) {
        print ^= 1L << random.nextInt(64);
      }
      return print;
    }

    @Override
    public String text(Long print) {
      return Fingerprint.toHex(print);
    }

    @Override
    public double ifNear(Long left, Long right) {
      int distance = Long.bitCount(left ^ right);
      return distance <= 5 ? distance : FAR;
    }
  }

  /** Sets of 120 features, exact ones of ten, of which some are others. */
  private static final class Signatures implements Prints<MinHashSignature> {
    private static final double SIMILARITY = 0.6;

    /** Made once of each, and not for each pair. */
    private final IdentityHashMap<MinHashSignature, MinHashSignature> sketches =
        new IdentityHashMap<>();

    @Override
    public String type() {
      return "minhash";
    }

    @Override
    public String nearness() {
      return "'similarity':" + SIMILARITY;
    }

    @Override
    public MinHashSignature next(Random random) {
      int story = random.nextInt(STORIES);
      int size = story % 4 == 0 ? 10 : 120;
      int[] features = new Random(story).ints(size).toArray();
      for (int others = random.nextInt(size / 3); others > 0; others--) {
        features[random.nextInt(size)] = random.nextInt();
      }
      MinHasher hasher = new MinHasher();
      hasher.addAll(features);
      return hasher.signature();
    }

    @Override
    public String text(MinHashSignature print) {
      return print.toString();
    }

    @Override
    public double ifNear(MinHashSignature left, MinHashSignature right) {
      double jaccard =
          left.isExact() && right.isExact()
              ? left.jaccard(right).jaccard()
              : sketched(left).jaccard(sketched(right)).jaccard();
      return jaccard >= SIMILARITY ? 1 - jaccard : FAR;
    }

    private MinHashSignature sketched(MinHashSignature print) {
      return sketches.computeIfAbsent(print, MinHashSignature::sketched);
    }
  }

  /** By the two processors, in one pipeline with what else is in it. */
  private static Answer piped(String more, int factor, Search search, String page)
      throws IOException {
    String before = "'response_processors':[";
    String pipeline = collapse(more).replace("'factor':3", "'factor':" + factor);
    if (search.others.startsWith(before)) {
      String others = search.others.substring(before.length(), search.others.length() - 1);
      pipeline = pipeline.replace(before, before + others + ",");
    } else if (search.isWindowed()) {
      pipeline += "," + search.others;
    }
    return ask("news", "'search_pipeline':{" + pipeline + "}," + search.body + page);
  }

  private static <P> CollapseReplay<P> write(Prints<P> prints, Random random) throws IOException {
    index("news", "'number_of_shards':5", FIELDS.replace("simhash", prints.type()));
    CollapseReplay<P> replay = new CollapseReplay<>(prints);
    for (int from = 0; from < DOCUMENTS; from += 5_000) {
      StringBuilder bulk = new StringBuilder();
      for (int id = from; id < from + 5_000; id++) {
        bulk.append(replay.add(String.valueOf(id), random));
      }
      Answer answer = succeeded(post("news/_bulk?refresh", bulk.toString()));
      assertEquals(false, answer.at("errors"));
    }
    return replay;
  }

  public void testPagesOfFingerprints() throws IOException {
    assertPagesEqualTheReplay(new Fingerprints(random()));
  }

  public void testPagesOfSignatures() throws IOException {
    assertPagesEqualTheReplay(new Signatures());
  }

  private <P> void assertPagesEqualTheReplay(Prints<P> prints) throws IOException {
    Random random = random();
    CollapseReplay<P> replay = write(prints, random);
    for (Search search : SEARCHES) {
      if (search.isWindowed()) {
        succeeded(call("PUT", "_search/pipeline/" + search.name, "{" + search.others + "}"));
        assertNotEquals(
            "another order",
            ask("news", search.body).found(),
            succeeded(ask("news", search.named())).found());
      }
      List<String> bare = succeeded(ask("news", search.body + ",'size':1000")).found();
      for (int round = 0; round < ROUNDS; round++) {
        assertPage(replay, prints.nearness(), search, bare);
      }
    }
  }

  private static <P> void assertPage(
      CollapseReplay<P> replay, String nearness, Search search, List<String> bare)
      throws IOException {
    int size = between(1, 60);
    int from = size * between(0, 7);
    int factor = between(1, 4);
    boolean scoped = randomBoolean();
    boolean kept = between(0, 2) == 0;
    String more =
        ","
            + nearness
            + (scoped ? ",'scope':['tenant']" : "")
            + (kept ? ",'keep':{'field':'n'}" : "");
    String page = ",'_source':false,'from':" + from + ",'size':" + size;
    Answer answer =
        succeeded(
            randomBoolean()
                ? ext(more + ",'factor':" + factor, search.named() + page)
                : piped(more, factor, search, page));
    int examined = Math.min(1000, (from + size) * factor);
    List<String> window =
        search.isWindowed()
            ? succeeded(ask("news", search.named() + ",'size':" + examined)).found()
            : bare.subList(0, examined);
    List<List<String>> groups = replay.groups(window, scoped);
    List<List<String>> shown =
        groups.subList(Math.min(from, groups.size()), Math.min(from + size, groups.size()));
    assertEquals(shown.size(), answer.found().size());
    for (int i = 0; i < shown.size(); i++) {
      String id = answer.found().get(i);
      assertTrue(shown.get(i).contains(id));
      assertTrue(kept || shown.get(i).get(0).equals(id));
      assertTrue(kept == false || replay.isBest(id, groups, scoped));
      List<String> others = new ArrayList<>(shown.get(i));
      others.remove(id);
      assertEquals(others, listed(answer, i));
    }
    for (String left : answer.found()) {
      for (String right : answer.found()) {
        assertTrue(left.equals(right) || replay.areNear(left, right, scoped) == false);
      }
    }
    int passedOver = 0;
    for (int i = 0; kept && i < shown.size(); i++) {
      passedOver += (int) replay.better(answer.found().get(i), shown.get(i)).count();
    }
    Map<String, Object> summary =
        summary(window.size(), window.size() - groups.size(), groups.size() < from + size);
    if (passedOver > 0) {
      summary.put("passed_over", passedOver);
    }
    assertEquals(summary, answer.at("ext.near_dup_collapse"));
  }

  private static List<String> listed(Answer answer, int hit) throws IOException {
    return answer.at("hits.hits." + hit + ".fields") == null
        ? List.of()
        : collapsed(answer, hit).stream()
            .map(entry -> entry.substring(0, entry.indexOf(':')))
            .toList();
  }
}

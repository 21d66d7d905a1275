// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.minhash.JaccardEstimate;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.fingerprint.minhash.SignatureComparer;
import io.neardup.plugin.StillRunning;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.Rule;
import org.opensearch.action.bulk.BulkRequestBuilder;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.search.SearchHit;
import org.opensearch.transport.client.Client;

/**
 * Writers on all nodes of a cluster, whose documents have a fingerprint and a signature; each
 * decision is compared with a greedy replay by brute force. The stages ask for a recall of 1, with
 * which searches find everything.
 */
public class NearDupSignatureTests extends NearDupClusterTestCase {
  @Rule public final StillRunning stillRunning = new StillRunning();

  private static final int MAX_DISTANCE = 11;
  private static final double VERIFIED = 0.5;
  private static final double SIMILARITY = 0.7;
  private static final String STAGES =
      "'stages':[{'simhash':'print','max_distance':11,'precomputed':true,"
          + "'verify':{'minhash':'signature','similarity':0.5}},"
          + "{'minhash':'signature','similarity':0.7,'recall':1,'precomputed':true}]";

  private final NearDupPrints prints = new NearDupPrints();
  private final List<int[]> sets = new ArrayList<>();

  /** Features of a text that was edited, which may be short. */
  private synchronized MinHashSignature signature(Random random) {
    if (sets.isEmpty() || random.nextInt(3) == 0) {
      sets.add(random.ints(random.nextBoolean() ? 20 : 120).toArray());
    }
    int[] set = sets.get(random.nextInt(sets.size())).clone();
    for (int edits = random.nextInt(1 + set.length / 5); edits > 0; edits--) {
      set[random.nextInt(set.length)] = random.nextInt();
    }
    sets.add(set);
    MinHasher hasher = new MinHasher();
    hasher.addAll(set);
    return hasher.signature();
  }

  private void write(Random random, int thread) {
    for (int bulk = 0; bulk < documents() / 200; bulk++) {
      Client client = internalCluster().coordOnlyNodeClient();
      BulkRequestBuilder request = client.prepareBulk();
      for (int i = random.nextInt(20); i >= 0; i--) {
        request.add(
            new IndexRequest("news")
                .id(thread + "-" + bulk + "-" + i)
                .source(
                    Map.of(
                        "print", Fingerprint.toHex(prints.next(random)),
                        "signature", signature(random).toString())));
      }
      BulkResponse response = request.get();
      assertFalse(response.buildFailureMessage(), response.hasFailures());
    }
  }

  private record Doc(
      String id, long seq, long print, MinHashSignature signature, Map<?, ?> decision) {
    static Doc of(SearchHit hit) {
      Map<String, Object> source = hit.getSourceAsMap();
      Map<?, ?> decision = (Map<?, ?>) source.get("near_dup");
      return new Doc(
          hit.getId(),
          ((Number) decision.get("seq")).longValue(),
          Fingerprint.parse((String) source.get("print")),
          MinHashSignature.parse((String) source.get("signature")),
          decision);
    }
  }

  /** A canonical that a document is near to. */
  private record Near(Doc doc, int stage, int distance, JaccardEstimate jaccard) {
    boolean before(Near other) {
      if (other == null || stage != other.stage) {
        return other == null || stage < other.stage;
      }
      double more = jaccard.jaccard() - other.jaccard.jaccard();
      return more > 0 || (more == 0 && distance < other.distance);
    }
  }

  private static Near nearest(Doc doc, List<Doc> canonicals) {
    SignatureComparer comparer = new SignatureComparer(doc.signature);
    Near nearest = null;
    for (Doc canonical : canonicals) {
      byte[] bytes = canonical.signature.toBytes();
      JaccardEstimate jaccard = comparer.compare(bytes, 0, bytes.length);
      int distance = Fingerprint.distance(doc.print, canonical.print);
      Near near = null;
      if (distance <= MAX_DISTANCE && jaccard.jaccard() >= VERIFIED) {
        near = new Near(canonical, 0, distance, jaccard);
      } else if (jaccard.jaccard() >= SIMILARITY) {
        near = new Near(canonical, 1, 0, jaccard);
      }
      if (near != null && near.before(nearest)) {
        nearest = near;
      }
    }
    return nearest;
  }

  private static void check(Doc doc, Near nearest) {
    String message = doc + " and " + nearest;
    assertNull(message, doc.decision.get("checked"));
    assertEquals(message, nearest == null ? "new" : "duplicate", doc.decision.get("status"));
    if (nearest == null) {
      return;
    }
    assertEquals(message, nearest.doc.id, ((Map<?, ?>) doc.decision.get("of")).get("id"));
    assertEquals(message, nearest.doc.decision.get("group"), doc.decision.get("group"));
    boolean verified = nearest.stage == 0;
    assertEquals(message, verified ? "print" : "signature", doc.decision.get("matched_by"));
    assertEquals(message, verified ? nearest.distance : null, doc.decision.get("distance"));
    boolean exact = nearest.jaccard.exact();
    Object shown = doc.decision.get(exact ? "jaccard" : "jaccard_estimate");
    assertEquals(message, nearest.jaccard.jaccard(), (Double) shown, 1e-6);
    assertNull(message, doc.decision.get(exact ? "jaccard_estimate" : "jaccard"));
  }

  private List<Doc> written() {
    client().admin().indices().prepareRefresh("news").get();
    List<Doc> docs = new ArrayList<>();
    for (SearchHit hit : client().prepareSearch("news").setSize(10_000).get().getHits()) {
      docs.add(Doc.of(hit));
    }
    docs.sort(Comparator.comparingLong(Doc::seq));
    return docs;
  }

  public void testReplay() throws Exception {
    String pipeline = "{'processors':[{'near_dup':{'reveal':true," + STAGES + "}}]}";
    storePipeline("p", pipeline);
    create(randomFrom("1s", "-1"), randomFrom(1, 3));
    assertAcked(
        client()
            .admin()
            .indices()
            .preparePutMapping("news")
            .setSource("signature", "type=minhash")
            .get());
    try (ExecutorService writers = Executors.newFixedThreadPool(4)) {
      List<Future<?>> done = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        int number = thread;
        Random random = new Random(randomLong());
        done.add(writers.submit(() -> write(random, number)));
      }
      for (Future<?> each : done) {
        each.get();
      }
    }
    List<Doc> canonicals = new ArrayList<>();
    int[] byStage = new int[2];
    List<Doc> docs = written();
    for (Doc doc : docs) {
      Near nearest = nearest(doc, canonicals);
      check(doc, nearest);
      if (nearest == null) {
        canonicals.add(doc);
      } else {
        byStage[nearest.stage]++;
      }
    }
    String all = canonicals.size() + " new of " + docs.size();
    assertTrue(all, byStage[1] > 10 && canonicals.size() > 10);
    assertNothingLeft();
  }
}

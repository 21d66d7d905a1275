// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.neardup.it.Fixture.Document;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameter;
import org.junit.runners.Parameterized.Parameters;

/**
 * Recall and precision are 1.0 at every distance: the query and the endpoint find what brute force
 * finds, with deleted, replaced and moved documents, before and after a force merge.
 */
@RunWith(Parameterized.class)
public class ExactIT {
  private static final String INDEX = "it-exact";
  private static final int MAX_DISTANCE = 64;

  @Parameter(0)
  public Fixture fixture;

  @Parameter(1)
  public int shards;

  private Rest rest;

  @Parameters(name = "{0}, {1} shards")
  public static List<Object[]> fixtures() {
    List<Object[]> all = new ArrayList<>();
    for (Fixture fixture : Fixture.values()) {
      for (int shards : new int[] {1, 5}) {
        all.add(new Object[] {fixture, shards});
      }
    }
    return all;
  }

  @Before
  public void connect() throws IOException {
    rest = Rest.to(Clusters.one().http());
  }

  @After
  public void cleanUp() throws IOException {
    rest.delete("/" + INDEX + "?ignore_unavailable=true");
    rest.close();
  }

  @Test
  public void everyDistance() throws IOException {
    fixture.fill(rest, INDEX, shards);
    Set<String> kept = change();
    Duel duel = Duel.over(rest, INDEX);
    assertTrue("nothing is lost", kept.containsAll(duel.oracle().ids()));
    assertEquals(kept, ids());
    long[] questions = questions(duel.oracle());
    for (int distance = 0; distance <= MAX_DISTANCE; distance++) {
      duel.assertExact(distance, questions);
    }
    rest.post("/" + INDEX + "/_forcemerge?max_num_segments=1", null);
    for (int distance : new int[] {0, 1, 2, 3, 4, 8, 16, 32, 63, 64}) {
      duel.assertExact(distance, questions);
    }
  }

  /** Deletes, and gives documents the content of others; returns the ids that are left. */
  private Set<String> change() throws IOException {
    List<Document> documents = fixture.documents();
    List<Document> changed = new ArrayList<>();
    List<String> deletes = new ArrayList<>();
    Set<String> kept = new TreeSet<>();
    for (int i = 0; i < documents.size(); i++) {
      String id = documents.get(i).id();
      if (i % 7 == 3) {
        deletes.add(Json.of("{'delete': {'_id': $1}}", Json.quoted(id)));
        continue;
      }
      kept.add(id);
      if (i % 5 == 1) {
        changed.add(new Document(id, documents.get(i - 1).json()));
      }
    }
    rest.bulk("/" + INDEX + "/_bulk", deletes);
    Fixture.index(rest, INDEX, changed);
    return kept;
  }

  private Set<String> ids() throws IOException {
    return Answers.ids(new Duel(rest, INDEX, null).search("\"query\": {\"match_all\": {}}"));
  }

  /** A fingerprint with many near-duplicates, one next to it, and one that no document has. */
  private static long[] questions(Oracle oracle) {
    Random random = new Random(7);
    long busy = oracle.fingerprint(oracle.busiest(1).get(0));
    long[] questions = {busy, Fixture.flipped(busy, 2, random), random.nextLong()};
    assertTrue("something to find", oracle.near(3, questions).size() > 5);
    return questions;
  }
}

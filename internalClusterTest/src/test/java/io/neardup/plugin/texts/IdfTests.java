// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.texts;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.matchesPattern;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.Before;
import org.opensearch.env.Environment;

/** Weights by idf dictionaries, on a node that has some files. */
public class IdfTests extends NodeTestCase {
  private static final String TF_IDF = ",'features':'token','weights':'tf_idf'";

  private Path folder;

  @Before
  public void openFolder() throws IOException {
    Path config = getInstanceFromNode(Environment.class).configDir();
    folder = Files.createDirectories(config.resolve("near-dup").resolve("idf"));
  }

  private Answer putPipeline(String idf) throws IOException {
    return call(
        "PUT",
        "_ingest/pipeline/p",
        "{'processors':[" + simHash(TF_IDF + ",'idf':'" + idf + "'") + "]}");
  }

  private static Answer simHashOf(String text, String more) throws IOException {
    return post("_simhash", "{'text':'" + text + "','features':'token'" + more + "}");
  }

  public void testDocumentsAndTextsAreWeighed() throws IOException {
    Files.writeString(folder.resolve("rare.txt"), "storm 200\nthe 0.1\nchess 1\n");
    succeeded(putPipeline("rare"));
    index("news", "p");
    document("news", "1", "{'title':'the storm'}");
    String storm = succeeded(simHashOf("storm", "")).hash();
    assertEquals(Map.of("title", "the storm", "print", storm), source("news", "1"));
    assertEquals(
        storm, succeeded(simHashOf("the storm", ",'weights':'tf_idf','idf':'rare'")).hash());
    Answer byPipeline = succeeded(post("_simhash", "{'text':'the storm','pipeline':'p'}"));
    assertEquals(storm, byPipeline.hash());
    assertThat(byPipeline.at("idf").toString(), matchesPattern("rare@[0-9a-f]{12}"));
    assertNotEquals(storm, succeeded(simHashOf("the storm", "")).hash());
    assertEquals(
        List.of("1"),
        succeeded(nearDup("news", "'doc':{'title':'storm the'},'pipeline':'p'")).ids());
  }

  public void testWhatIsInMemoryIsShown() throws IOException {
    Files.writeString(folder.resolve("shown.txt"), "storm 2\nthe 1\n");
    succeeded(putPipeline("shown"));
    Map<?, ?> shown =
        inMemory().stream()
            .map(one -> (Map<?, ?>) one)
            .filter(one -> ((String) one.get("idf")).matches("shown@[0-9a-f]{12}"))
            .findFirst()
            .orElseThrow();
    assertEquals(2, shown.get("terms"));
    int bytes = (Integer) shown.get("size_in_bytes");
    assertTrue(bytes + " bytes", bytes > 0 && bytes < 10_000);
    assertTrue(charged() >= bytes);
  }

  private static List<?> inMemory() throws IOException {
    Map<?, ?> nodes = (Map<?, ?>) succeeded(get("_near_dup/stats")).at("nodes");
    return (List<?>) ((Map<?, ?>) nodes.values().iterator().next()).get("idf_dictionaries");
  }

  private static int charged() throws IOException {
    Answer stats = succeeded(get("_nodes/stats/breaker"));
    Map<?, ?> node = (Map<?, ?>) ((Map<?, ?>) stats.at("nodes")).values().iterator().next();
    Map<?, ?> breaker = (Map<?, ?>) ((Map<?, ?>) node.get("breakers")).get("near_dup");
    return (Integer) breaker.get("estimated_size_in_bytes");
  }

  /** Those who may have texts weighed cannot fill the memory for dictionaries. */
  public void testNothingIsKeptForARequest() throws IOException {
    Files.writeString(folder.resolve("lent.txt"), "storm 2\nthe 1\n");
    int before = charged();
    List<?> kept = inMemory();
    for (String idf : List.of("lent", "lent@0123456789ab")) {
      simHashOf("a", ",'weights':'tf_idf','idf':'" + idf + "'");
    }
    assertEquals(kept, inMemory());
    assertEquals(before, charged());
  }

  public void testBadDictionariesAreRefused() throws IOException {
    Files.writeString(folder.resolve("bad.txt"), "storm 2\nthe\n");
    Files.writeString(folder.resolve("ok.txt"), "storm 2\n");
    Files.writeString(folder.resolve("../outside.txt"), "storm 2\n");
    assertRefused("this node has no file [gone.txt]", "gone");
    assertRefused("[bad.txt], which is broken on this node: line [2]", "bad");
    assertRefused("must be the dictionary [ok@0123456789ab]", "ok@0123456789ab");
    assertRefused("must be the name of a dictionary", "../outside");
    assertEquals(404, get("_ingest/pipeline/p").status());
  }

  private void assertRefused(String reason, String idf) throws IOException {
    for (Answer answer :
        List.of(putPipeline(idf), simHashOf("a", ",'weights':'tf_idf','idf':'" + idf + "'"))) {
      assertEquals(answer.toString(), 400, answer.status());
      assertThat(answer.reason(), containsString(reason));
    }
  }

  public void testAFileThatChanged() throws IOException {
    Files.writeString(folder.resolve("old.txt"), "storm 200\nthe 0.1\n");
    succeeded(putPipeline("old"));
    Files.writeString(folder.resolve("old.txt"), "storm 0.1\nthe 200\nother 1\n");
    String asBefore = succeeded(simHashOf("storm", "")).hash();
    assertEquals(
        asBefore, succeeded(post("_simhash", "{'text':'the storm','pipeline':'p'}")).hash());
    Answer refused = putPipeline("old");
    assertEquals(refused.toString(), 400, refused.status());
    assertThat(refused.reason(), containsString("whose file has changed since this node read it"));
    String reason = refused.reason();
    String changed =
        reason.replaceAll(".*restarts, and \\[(old@[0-9a-f]{12})\\] afterwards.*", "$1");
    succeeded(putPipeline(changed));
    assertEquals(
        succeeded(simHashOf("the", "")).hash(),
        succeeded(post("_simhash", "{'text':'the storm','pipeline':'p'}")).hash());
  }

  public void testTooMuchMemory() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      lines.append("term-").append(i).append(" 7.5\n");
    }
    Files.writeString(folder.resolve("large.txt"), lines);
    clusterSetting("breaker.near_dup.limit", "'1kb'");
    try {
      for (Answer answer :
          List.of(putPipeline("large"), simHashOf("a", ",'weights':'tf_idf','idf':'large'"))) {
        assertEquals(answer.toString(), 429, answer.status());
        assertThat(answer.reason(), containsString("or raise [breaker.near_dup.limit]"));
      }
    } finally {
      clusterSetting("breaker.near_dup.limit", "null");
    }
    succeeded(putPipeline("large"));
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.quickstart.Corpus;
import io.neardup.server.Rest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/**
 * The life of an idf dictionary: built from an index, put on the node, used by a pipeline, and
 * effective in the fingerprints of new documents.
 */
public class DictionaryIT {
  private static final String WORDS = "it-dictionary-words";
  private static final String INDEX = "it-dictionary";
  private static final String PIPELINE = "/_ingest/pipeline/it-dictionary";
  private static final String OPTIONS =
      "'features': 'token', 'weights': 'tf_idf', 'idf': '$1', 'top_features': 200";

  private Rest rest;
  private Path file;

  @Before
  public void connect() throws IOException {
    rest = Rest.to(Clusters.one().http());
    Path folder = Clusters.one().config(0).resolve("near-dup").resolve("idf");
    file = Files.createDirectories(folder).resolve("it-licenses.txt");
  }

  @After
  public void cleanUp() throws IOException {
    rest.delete("/" + WORDS + "," + INDEX + "?ignore_unavailable=true");
    rest.close();
  }

  @Test
  public void fromAnIndexToFingerprints() throws IOException {
    String dictionary = dictionaryOfLicenses();
    Files.writeString(file, dictionary);
    String idf = "it-licenses@" + digest(dictionary).substring(0, 12);
    rest.put(PIPELINE, pipeline(idf));
    index();
    Duel duel = Duel.over(rest, INDEX);
    assertEquals("nothing is lost", Corpus.load().size(), duel.oracle().ids().size());
    for (int distance : new int[] {0, 3, 7, 11, 20}) {
      duel.assertExact(distance, duel.oracle().fingerprint("MIT"));
    }
    JsonNode mit = rest.get("/" + INDEX + "/_doc/MIT").path("_source");
    JsonNode weighted = simHash(mit.path("text").asText(), idf);
    assertEquals(idf, weighted.path("idf").asText());
    assertEquals(mit.path(Fixture.FIELD), weighted.at("/results/0/hash"));
    assertNotEquals(
        mit.path(Fixture.FIELD),
        rest.post(
                "/_simhash",
                Json.of(
                    "{'features': 'token', 'text': $1}", Json.quoted(mit.path("text").asText())))
            .at("/results/0/hash"));
    assertShown(idf);
    assertAnotherFileIsRefused(dictionary);
  }

  private String dictionaryOfLicenses() throws IOException {
    rest.put(
        "/" + WORDS,
        Json.of(
            "{'settings': {'number_of_shards': 3, 'number_of_replicas': 0},"
                + " 'mappings': {'dynamic': false, 'properties': {'text': {'type': 'text'}}}}"));
    List<String> lines = new ArrayList<>();
    for (Corpus.License license : Corpus.load().licenses()) {
      lines.add(Json.of("{'index': {'_id': $1}}", Json.quoted(license.id())));
      lines.add(license.json());
    }
    rest.bulk("/" + WORDS + "/_bulk?refresh=true", lines);
    return rest.post("/" + WORDS + "/_simhash/_idf", Json.of("{'field': 'text'}")).asText();
  }

  private void index() throws IOException {
    rest.put(
        "/" + INDEX,
        Json.of(
            "{'settings': {'number_of_replicas': 0}, 'mappings': {'dynamic': false,"
                + " 'properties': {'$1': {'type': 'simhash'}}}}",
            Fixture.FIELD));
    rest.post(
        "/_reindex?refresh=true",
        Json.of(
            "{'source': {'index': '$1'}, 'dest': {'index': '$2', 'pipeline': 'it-dictionary'}}",
            WORDS,
            INDEX));
  }

  private JsonNode simHash(String text, String idf) throws IOException {
    return rest.post("/_simhash", Json.of("{" + OPTIONS + ", 'text': $2}", idf, Json.quoted(text)));
  }

  private void assertShown(String idf) throws IOException {
    String stats = rest.get("/_near_dup/stats").path("nodes").toString();
    assertTrue(stats, stats.contains("\"idf\":\"" + idf + "\""));
  }

  private void assertAnotherFileIsRefused(String dictionary) throws IOException {
    String changed = dictionary + "zzz 7.5\n";
    String other = "it-licenses@" + digest(changed).substring(0, 12);
    Rest.Answer refused = rest.send("PUT", PIPELINE, pipeline(other));
    assertEquals(refused.toString(), 400, refused.status());
    assertTrue(refused.toString(), refused.body().toString().contains("[" + other + "]"));
    Files.writeString(file, changed);
    rest.put(PIPELINE, pipeline(other));
  }

  private static String pipeline(String idf) {
    return Json.of(
        "{'processors': [{'simhash': {'fields': ['text'], 'target_field': '$2', "
            + OPTIONS
            + "}}]}",
        idf,
        Fixture.FIELD);
  }

  private static String digest(String text) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JVM has SHA-256", e);
    }
  }
}

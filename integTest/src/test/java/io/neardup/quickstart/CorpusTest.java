// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;
import org.junit.Test;

/** The corpus matches SOURCE.md, and every document is complete. */
public class CorpusTest {
  @Test
  public void everyLicenseHasItsText() throws Exception {
    Corpus corpus = Corpus.load();
    assertEquals(727, corpus.size());
    assertEquals("MIT License", corpus.name("MIT"));
    for (Corpus.License license : corpus.licenses()) {
      JsonNode json = new ObjectMapper().readTree(license.json());
      assertEquals(license.id(), json.path("id").asText());
      assertTrue(license.id(), json.path("name").asText().isBlank() == false);
      assertTrue(license.id(), json.path("text").asText().length() > 50);
      assertTrue(license.id(), json.path("osi_approved").isBoolean());
    }
  }

  @Test
  public void theLinesAreThoseOfTheDocumentedSource() throws Exception {
    try (InputStream zipped = Corpus.class.getResourceAsStream("spdx-licenses.jsonl.gz");
        InputStream lines = new GZIPInputStream(zipped);
        InputStream source = Corpus.class.getResourceAsStream("SOURCE.md")) {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(lines.readAllBytes());
      String documented = new String(source.readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(documented.contains(HexFormat.of().formatHex(digest)));
      assertTrue(documented.contains(Corpus.VERSION.substring(Corpus.VERSION.indexOf(" "))));
    }
  }
}

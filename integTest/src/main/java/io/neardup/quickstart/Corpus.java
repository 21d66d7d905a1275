// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** The texts of the SPDX license list, full of natural near-duplicates; SOURCE.md says whence. */
public final class Corpus {
  /** Changes with the resource, so that an index knows which one it holds. */
  public static final String VERSION = "spdx-license-list 6.12.0";

  private static final String RESOURCE = "spdx-licenses.jsonl.gz";

  private final Map<String, License> byId;

  private Corpus(Map<String, License> byId) {
    this.byId = byId;
  }

  /**
   * One document.
   *
   * @param id the SPDX identifier, also the document's _id
   * @param name its full name
   * @param json the whole document, as it is sent
   */
  public record License(String id, String name, String json) {}

  /** Reads the resource. */
  public static Corpus load() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    Map<String, License> byId = new LinkedHashMap<>();
    try (InputStream resource = Corpus.class.getResourceAsStream(RESOURCE);
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(resource), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode json = mapper.readTree(line);
        String id = json.path("id").asText();
        byId.put(id, new License(id, json.path("name").asText(), line));
      }
    }
    return new Corpus(byId);
  }

  /** All licenses, ordered by id. */
  public List<License> licenses() {
    return new ArrayList<>(byId.values());
  }

  /** Number of licenses. */
  public int size() {
    return byId.size();
  }

  /** The full name of a license. */
  public String name(String id) {
    return byId.get(id).name();
  }
}

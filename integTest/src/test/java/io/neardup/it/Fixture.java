// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import io.neardup.quickstart.Corpus;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Documents to fill an index with. */
public enum Fixture {
  /** The texts of the SPDX license list, fingerprinted by a pipeline. */
  LICENSES("it-licenses") {
    @Override
    public List<Document> documents() throws IOException {
      return Corpus.load().licenses().stream()
          .map(license -> new Document(license.id(), license.json()))
          .toList();
    }
  },

  /** Fingerprints around few centers, most of them around very few, with one hot segment. */
  SKEWED("_none") {
    @Override
    public List<Document> documents() {
      List<Document> documents = new ArrayList<>();
      Random random = new Random(SEED);
      long[] centers = random.longs(CENTERS).toArray();
      for (int i = 0; i < SKEWED_DOCUMENTS; i++) {
        long around = centers[zipf(random)];
        documents.add(skewed("d" + i, i, hotInPart(random, flipped(around, few(random), random))));
      }
      return documents;
    }
  };

  /** The field of the fingerprint. */
  public static final String FIELD = "content_simhash";

  private static final int BATCHES = 4;
  private static final long SEED = 42;
  private static final int CENTERS = 40;
  private static final int SKEWED_DOCUMENTS = 700;

  private static final String PIPELINE =
      "{'processors': [{'simhash': {'fields': ['text'], 'target_field': '$1'}}]}";
  private static final String INDEX =
      """
      {'settings': {'index': {'number_of_shards': $1, 'number_of_replicas': $2,
                              'default_pipeline': '$3'}},
       'mappings': {'properties': {'$4': {'type': 'simhash', 'segment_doc_values': true},
                                   'id': {'type': 'keyword'},
                                   'osi_approved': {'type': 'boolean'},
                                   'text': {'enabled': false},
                                   'rank': {'type': 'integer'}}}}
      """;

  private final String pipeline;

  Fixture(String pipeline) {
    this.pipeline = pipeline;
  }

  /** A document and its id. */
  record Document(String id, String json) {}

  public abstract List<Document> documents() throws IOException;

  /** The name of the pipeline for these documents; _none if they need none. */
  String pipeline() {
    return pipeline;
  }

  /** An empty index for these documents. */
  public void create(Rest rest, String index, int shards, int replicas) throws IOException {
    rest.put("/_ingest/pipeline/it-licenses", Json.of(PIPELINE, FIELD));
    rest.delete("/" + index + "?ignore_unavailable=true");
    rest.put("/" + index, Json.of(INDEX, shards, replicas, pipeline, FIELD));
  }

  /** An index with all documents, in several segments. */
  void fill(Rest rest, String index, int shards) throws IOException {
    create(rest, index, shards, 0);
    List<Document> documents = documents();
    for (int batch = 0; batch < BATCHES; batch++) {
      int from = batch * documents.size() / BATCHES;
      int to = (batch + 1) * documents.size() / BATCHES;
      index(rest, index, documents.subList(from, to));
    }
  }

  /** Writes some documents and refreshes. */
  public static void index(Rest rest, String index, List<Document> documents) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Document document : documents) {
      lines.add(Json.of("{'index': {'_id': $1}}", Json.quoted(document.id())));
      lines.add(document.json());
    }
    rest.bulk("/" + index + "/_bulk?refresh=true", lines);
  }

  /** Every twentieth document has no fingerprint. */
  private static Document skewed(String id, int rank, long fingerprint) {
    String field = Json.of(", '$1': $2", FIELD, Json.quoted(fingerprint));
    return new Document(id, Json.of("{'rank': $1$2}", rank, rank % 20 == 7 ? "" : field));
  }

  /** Zipf's distribution: 0 most often, 1 half as often, 2 a third, and so on. */
  private static int zipf(Random random) {
    double total = 0;
    for (int i = 1; i <= CENTERS; i++) {
      total += 1.0 / i;
    }
    double left = random.nextDouble() * total;
    int i = 0;
    while (i < CENTERS - 1 && left > 1.0 / (i + 1)) {
      i++;
      left -= 1.0 / i;
    }
    return i;
  }

  private static int few(Random random) {
    return random.nextInt(4) == 0 ? random.nextInt(20) : random.nextInt(6);
  }

  public static long flipped(long fingerprint, int bits, Random random) {
    long flips = 0;
    while (Long.bitCount(flips) < bits) {
      flips |= 1L << random.nextInt(Long.SIZE);
    }
    return fingerprint ^ flips;
  }

  /** Three in ten share the second segment, as fingerprints of boilerplate do. */
  private static long hotInPart(Random random, long fingerprint) {
    return random.nextInt(10) < 3 ? fingerprint & 0xFFFF_0000_FFFF_FFFFL : fingerprint;
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.segments;

import io.neardup.action.Json;
import io.neardup.fingerprint.Fingerprint;
import io.neardup.lucene.field.FingerprintField;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.opensearch.Version;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.test.OpenSearchTestCase;

/** Parts of an answer: how they travel, and how they add up. */
public class HashSegmentsTests extends OpenSearchTestCase {
  private static FieldHashSegments of(long... fingerprints) throws IOException {
    try (Directory directory = new ByteBuffersDirectory();
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (long fingerprint : fingerprints) {
        Document document = new Document();
        FingerprintField.fields("f", fingerprint, false).forEach(document::add);
        writer.addDocument(document);
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        return FieldHashSegments.read(reader, "f");
      }
    }
  }

  private static String print(FieldHashSegments segments) throws IOException {
    return Json.print(
        new HashSegmentsResponse(Map.of("i", Map.of("f", segments)), 9, 2, 2, List.of()));
  }

  public void testShardsAddUp() throws IOException {
    long[] some = {0, -1, 7, 7};
    long[] more = {7, -1, 5};
    FieldHashSegments sum = of(some).plus(of(more));
    assertEquals(7, sum.fingerprints());
    assertEquals(print(of(0, -1, 7, 7, 7, -1, 5)), print(sum));
    // Segments 0 to 2: five zeros, two ffff. Segment 3: 0, 5, 2 x ffff, 3 x 7.
    assertEquals((3 * (25 + 4) + 1 + 1 + 4 + 9) / 7.0, sum.candidates(), 1e-9);
    assertEquals(4 * 7 / 65536.0, sum.evenCandidates(), 1e-9);
    assertEquals(0, of().candidates(), 0);
  }

  /** As a shard would say it whose documents all have one value. */
  private static FieldHashSegments hot(int documents) throws IOException {
    try (BytesStreamOutput out = new BytesStreamOutput()) {
      out.writeVInt(Fingerprint.SEGMENTS);
      for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
        out.writeVInt(1);
        out.writeVInt(1);
        out.writeVInt(documents);
      }
      return new FieldHashSegments(out.bytes().streamInput());
    }
  }

  public void testCountsEndWhereAnIntDoes() throws IOException {
    FieldHashSegments most = hot(Integer.MAX_VALUE);
    FieldHashSegments sum = most.plus(hot(1)).plus(most);
    assertEquals(Integer.MAX_VALUE, sum.fingerprints());
    assertEquals(4.0 * Integer.MAX_VALUE, sum.candidates(), 0);
    assertEquals(print(most), print(sum));
    assertEquals(Integer.MAX_VALUE, hot(Integer.MAX_VALUE - 1).plus(hot(1)).fingerprints());
  }

  public void testAnswersTravel() throws IOException {
    FieldHashSegments segments = of(random().longs(between(0, 50)).toArray()).plus(of(0, -1, -1));
    HashSegmentsResponse answer =
        new HashSegmentsResponse(Map.of("i", Map.of("f", segments)), 9, 2, 2, List.of());
    HashSegmentsResponse read =
        copyWriteable(answer, Json.namedWriteables(), HashSegmentsResponse::new, Version.CURRENT);
    assertEquals(Json.print(answer), Json.print(read));
  }

  public void testKeysAreNotRead() throws IOException {
    HashSegmentsResponse answer =
        new HashSegmentsResponse(
            Map.of("i", Map.of("f", FieldHashSegments.NOT_READ.plus(FieldHashSegments.NOT_READ))),
            9,
            2,
            2,
            List.of());
    HashSegmentsResponse read =
        copyWriteable(answer, Json.namedWriteables(), HashSegmentsResponse::new, Version.CURRENT);
    assertEquals(Json.print(answer), Json.print(read));
    String print = Json.print(read);
    assertTrue(print, print.contains("'f':{'not_read':'[segments] of this field is [5x2]"));
  }

  public void testRequestsTravel() throws IOException {
    HashSegmentsRequest request = new HashSegmentsRequest(new String[] {"news"}, "f", 7);
    HashSegmentsRequest read =
        copyWriteable(request, Json.namedWriteables(), HashSegmentsRequest::new, Version.CURRENT);
    assertArrayEquals(request.indices(), read.indices());
    assertEquals("f", read.field());
    assertEquals(7, read.size());
  }

  public void testTooManyShards() {
    TransportHashSegmentsAction.checkShards(200, "news-*");
    Exception e =
        expectThrows(
            IllegalArgumentException.class,
            () -> TransportHashSegmentsAction.checkShards(201, "news-*"));
    assertEquals(
        "at most [200] shards can be asked at once, got [201] in [news-*]: name fewer indexes",
        e.getMessage());
  }
}

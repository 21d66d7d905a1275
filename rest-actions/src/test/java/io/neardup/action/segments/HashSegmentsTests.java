// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.segments;

import io.neardup.action.Json;
import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lucene.field.FingerprintField;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.opensearch.Version;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.test.OpenSearchTestCase;

/** Parts of an answer: how they travel, and how they add up. */
public class HashSegmentsTests extends OpenSearchTestCase {
  private static final ShardId SHARD = new ShardId("i", "_na_", 0);

  private static ShardHashSegments shard(long... fingerprints) throws IOException {
    return shard(MemoryAccount.unbounded(), fingerprints);
  }

  private static ShardHashSegments shard(MemoryAccount account, long... fingerprints)
      throws IOException {
    try (Directory directory = new ByteBuffersDirectory();
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (long fingerprint : fingerprints) {
        Document document = new Document();
        FingerprintField.fields("f", fingerprint, false).forEach(document::add);
        writer.addDocument(document);
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        return ShardHashSegments.read(SHARD, reader, "f", account);
      }
    }
  }

  private static HashSegmentSkew sum(ShardHashSegments... shards) throws IOException {
    FieldHashSegments sum = new FieldHashSegments();
    for (ShardHashSegments shard : shards) {
      sum.add(shard.counts().streamInput());
    }
    return sum.skew(9);
  }

  public void testShardsAddUp() throws IOException {
    HashSegmentSkew sum = sum(shard(0, -1, 7, 7), shard(7, -1, 5));
    assertEquals(7, sum.fingerprints());
    assertEquals(sum(shard(0, -1, 7, 7, 7, -1, 5)), sum);
    // Segments 0 to 2: five zeros, two ffff. Segment 3: 0, 5, 2 x ffff, 3 x 7.
    assertEquals((3 * (25 + 4) + 1 + 1 + 4 + 9) / 7.0, sum.candidates(), 1e-9);
    assertEquals(0, sum(shard()).candidates(), 0);
    HashSegmentSkew.Segment last = sum.segments().get(3);
    assertEquals(4, last.distinct());
    assertEquals(
        "hottest first; on ties, the smallest",
        List.of(7, 0xffff, 0, 5),
        last.hottest().stream().map(HashSegmentSkew.Hot::value).toList());
  }

  /** What a shard says whose documents all have one value. */
  private static BytesReference hot(int documents) throws IOException {
    try (BytesStreamOutput out = new BytesStreamOutput()) {
      for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
        out.writeVInt(1);
        out.writeVInt(documents);
        out.writeVInt(0);
      }
      return out.bytes();
    }
  }

  public void testCountsEndWhereAnIntDoes() throws IOException {
    FieldHashSegments sum = new FieldHashSegments();
    for (int documents : new int[] {Integer.MAX_VALUE, 1, Integer.MAX_VALUE}) {
      sum.add(hot(documents).streamInput());
      assertEquals(Integer.MAX_VALUE, sum.skew(1).fingerprints());
      assertEquals(4.0 * Integer.MAX_VALUE, sum.skew(1).candidates(), 0);
    }
  }

  public void testCountsTravel() throws IOException {
    ShardHashSegments shard = shard(random().longs(between(0, 50)).toArray());
    ShardHashSegments sent =
        copyWriteable(shard, Json.namedWriteables(), ShardHashSegments::new, Version.CURRENT);
    assertEquals(shard.found(), sent.found());
    assertEquals(sum(shard, shard(0, -1, -1)), sum(sent, shard(0, -1, -1)));
  }

  public void testKeysAreNotRead() throws IOException {
    String print =
        Json.print(
            new HashSegmentsResponse(
                Map.of("i", Map.of("f", HashSegmentSkew.NOT_READ)), 2, 2, List.of()));
    assertTrue(print, print.contains("'f':{'not_read':'[segments] of this field is [5x2]"));
  }

  /** A shard charges what it will write before it reads anything. */
  public void testShardsChargeBeforeTheyRead() throws IOException {
    long[] taken = {0};
    long[] many = LongStream.range(0, 20_000).map(i -> i * 0x9E3779B97F4A7C15L).toArray();
    try (MemoryAccount account = new MemoryAccount(bytes -> taken[0] += bytes)) {
      int length = shard(account, many).counts().length();
      assertTrue(taken[0] + " for " + length, length > 100_000 && taken[0] >= length);
    }
    assertEquals(0, taken[0]);
    try (MemoryAccount account =
        new MemoryAccount(
            bytes -> {
              throw new IllegalStateException("full");
            })) {
      expectThrows(IllegalStateException.class, () -> shard(account, many));
    }
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

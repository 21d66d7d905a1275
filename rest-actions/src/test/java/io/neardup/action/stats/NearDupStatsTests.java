// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.stats;

import java.io.IOException;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.common.xcontent.XContentFactory;
import org.opensearch.core.xcontent.ToXContent;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.test.OpenSearchTestCase;

public class NearDupStatsTests extends OpenSearchTestCase {
  /** The names are the answer's, not those of an enum. */
  public void testStatesOfClaims() {
    Map<String, Long> sizes = Map.of("live", 2L, "renamed", 3L, "added", 4L);
    assertEquals(
        "{checking=0, draining=0, gone=0, live=2, other=7, pending=0, unknown=0, waiting=0, withdrawn=0}",
        NearDupStats.window(sizes).sorted().byName().toString());
  }

  /** No two counters are equal, so that none can stand for another. */
  private static NearDupStats stats(long n) {
    return new NearDupStats(
        Counts.NONE.with("skipped", n).with("failed", 2 * n),
        Counts.NONE.with("skipped", 10 * n).with("failed", 11 * n),
        Counts.NONE.with("requests", 3 * n).with("matches", 4 * n),
        Counts.NONE.with("new", 5 * n).with("duplicates", 6 * n),
        Counts.NONE.with("url", 7 * n),
        Counts.NONE.with("claims", 8 * n),
        Counts.NONE.with("live", 9 * n),
        new Latencies(Map.of("claim", times(n))));
  }

  private static Histogram times(long count) {
    Histogram times = new Histogram(3_600_000_000L, 2);
    times.recordValueWithCount(100, count);
    return times;
  }

  private static String json(NearDupStats stats) throws IOException {
    XContentBuilder builder = XContentFactory.jsonBuilder().startObject();
    return stats.toXContent(builder, ToXContent.EMPTY_PARAMS).endObject().toString();
  }

  public void testEveryCounterTravels() throws IOException {
    NearDupStats sent = stats(1L << 40);
    try (BytesStreamOutput out = new BytesStreamOutput()) {
      sent.writeTo(out);
      assertEquals(sent, new NearDupStats(out.bytes().streamInput()));
    }
  }

  public void testSums() {
    assertEquals(stats(12), stats(5).plus(stats(7)));
    assertEquals(
        Counts.NONE.with("url", 3).with("text", 4),
        Counts.NONE.with("url", 1).plus(Counts.NONE.with("text", 4).with("url", 2)));
  }

  /** Of a hundred nodes that are fast and one that is slow, the slow one is the last percent. */
  public void testPercentilesOfSeveralNodes() throws IOException {
    Histogram fast = times(1);
    Histogram slow = new Histogram(3_600_000_000L, 2);
    slow.recordValue(10_000);
    Latencies all = new Latencies(Map.of("search", slow));
    for (int i = 0; i < 100; i++) {
      all = all.plus(new Latencies(Map.of("search", fast)));
    }
    XContentBuilder builder = XContentFactory.jsonBuilder().startObject();
    assertEquals(
        ("{'search':{'count':101,'p50_in_micros':100,'p95_in_micros':100,'p99_in_micros':100,"
                + "'max_in_micros':"
                + slow.getMaxValue()
                + "}}")
            .replace('\'', '"'),
        all.toXContent(builder, ToXContent.EMPTY_PARAMS).endObject().toString());
  }

  public void testJson() throws IOException {
    assertEquals(
        ("{'simhash':{'skipped':1,'failed':2},'minhash':{'skipped':10,'failed':11},'near_dup':{'requests':3,'matches':4},"
                + "'ingest':{'duplicates':6,'new':5,'matched_by':{'url':7},"
                + "'home':{'claims':8},'window':{'live':9},'latency':{'claim':{'count':1,"
                + "'p50_in_micros':100,'p95_in_micros':100,'p99_in_micros':100,"
                + "'max_in_micros':100}}}}")
            .replace('\'', '"'),
        json(stats(1)));
  }

  public void testNothingIsCountedAtFirst() throws IOException {
    assertEquals(
        ("{'simhash':{'fingerprinted':0,'skipped':0,'failed':0,'text_length':0,"
                + "'text_size_in_bytes':0,'time_in_millis':0},"
                + "'minhash':{'fingerprinted':0,'skipped':0,'failed':0,'text_length':0,"
                + "'text_size_in_bytes':0,'time_in_millis':0},"
                + "'near_dup':{'requests':0,'questions':0,'failed':0,'matches':0,"
                + "'time_in_millis':0},'ingest':{'matched_by':{},'home':{},'window':{},'latency':{}}}")
            .replace('\'', '"'),
        json(NearDupStats.NONE));
  }
}

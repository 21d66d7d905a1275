// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.rest.stats;

import java.io.IOException;
import java.util.Map;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.common.xcontent.XContentFactory;
import org.opensearch.core.xcontent.ToXContent;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.test.OpenSearchTestCase;

public class NearDupStatsTests extends OpenSearchTestCase {
  /** No two counters are equal, so that none can stand for another. */
  private static NearDupStats stats(long n) {
    return new NearDupStats(
        new NearDupStats.Documents(n, 2 * n, 3 * n, 4 * n, 5 * n, 6 * n),
        new NearDupStats.Searches(7 * n, 8 * n, 9 * n, 10 * n, 11 * n),
        new DedupStats(
            Map.of("new", 12 * n),
            Map.of("url", 13 * n),
            Map.of("claims", 14 * n),
            Map.of("live", 15 * n)));
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
    assertEquals(stats(5), NearDupStats.NONE.plus(stats(5)));
  }

  public void testJson() throws IOException {
    assertEquals(
        ("{'simhash':{'fingerprinted':1,'skipped':2,'failed':3,'text_length':4,"
                + "'text_size_in_bytes':5,'time_in_millis':6},"
                + "'near_dup':{'requests':7,'questions':8,'failed':9,'matches':10,"
                + "'time_in_millis':11},'ingest':{'new':12,'matched_by':{'url':13},"
                + "'home':{'claims':14},'window':{'live':15}}}")
            .replace('\'', '"'),
        json(stats(1)));
  }
}

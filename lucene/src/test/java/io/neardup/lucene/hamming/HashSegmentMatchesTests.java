// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lucene.CountingReader;
import io.neardup.lucene.field.HashSegmentLayout;
import io.neardup.lucene.search.CancellationCheck;
import io.neardup.lucene.search.LeafMemory;
import java.io.IOException;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;

/** The pass through the terms dictionary. */
public class HashSegmentMatchesTests extends LeafTestCase {
  private static final String NAME = "f";

  public void testTermsAreSortedAndDistinct() {
    // Signed order of the fingerprints is not that of the segments: ffff… is the least long.
    FingerprintSet fingerprints =
        FingerprintSet.of(0xffff_0000_0000_00a0L, 0x0001_0000_0000_ffffL, 0x0001_0000_8000_ffffL);
    assertEquals("[f.s0:0001, f.s0:ffff]", terms(0, fingerprints));
    assertEquals("[f.s1:0000]", terms(1, fingerprints));
    assertEquals("[f.s2:0000, f.s2:8000]", terms(2, fingerprints));
    assertEquals("[f.s3:00a0, f.s3:ffff]", terms(3, fingerprints));
  }

  private static String terms(int segment, FingerprintSet fingerprints) {
    return HashSegmentTerms.of(HashSegmentLayout.FOUR, NAME, segment, fingerprints).toString();
  }

  public void testWritesWhatIsIndexed() {
    BytesRef term = HashSegmentLayout.FOUR.newTerm();
    for (int value = 0; value <= 0xFFFF; value++) {
      assertEquals(
          String.format(Locale.ROOT, "%04x", value),
          HashSegmentLayout.write(value, term).utf8ToString());
    }
  }

  public void testFindsOnlyWhatExists() throws IOException {
    // Segment 0 of the documents: 0001, 0002, 0002, 0004.
    CountingReader leaf = leaf(segment0(1), segment0(2), segment0(2), segment0(4));
    HashSegmentMatches matches = lookUp(leaf, 0, 2, 3, 4, 5);
    assertEquals("0002 and 0004", 2, matches.size());
    assertEquals("2 + 1 documents", 3, matches.cost());

    assertEquals(2, matches.value(0));
    assertEquals(4, matches.value(1));
    HashSegmentMatches.Reading reading = new HashSegmentMatches.Reading();
    reading.start(matches);
    PostingsEnum postings = reading.postings(1);
    assertEquals("0004 is in the last document", 3, postings.nextDoc());
    assertEquals(DocIdSetIterator.NO_MORE_DOCS, postings.nextDoc());
    // Going back to an earlier term is no seek, its state was kept.
    int seeks = leaf.seeks.get("f.s0");
    postings = reading.postings(0);
    assertEquals(1, postings.nextDoc());
    assertEquals(2, postings.nextDoc());
    assertEquals(DocIdSetIterator.NO_MORE_DOCS, postings.nextDoc());
    assertEquals(seeks, leaf.seeks.get("f.s0").intValue());
  }

  public void testLeapsOverWhatDoesNotExist() throws IOException {
    CountingReader leaf = leaf(segment0(0x1000), segment0(0x2000));
    HashSegmentMatches matches = lookUp(leaf, IntStream.range(0, 0x3000).toArray());
    assertEquals(2, matches.size());
    // 12,288 values, but: 0000 -> 1000, 1000 found, 1001 -> 2000, 2000 found, 2001 -> end.
    assertEquals(5, leaf.seeks.get("f.s0").intValue());
  }

  public void testOneValueIsOneExactSeek() throws IOException {
    CountingReader leaf = leaf(segment0(7));
    assertEquals(1, lookUp(leaf, 7).size());
    assertEquals(1, leaf.seeks.get("f.s0").intValue());
    assertEquals(0, lookUp(leaf, 8).size());
    assertEquals(0, lookUp(leaf, 8).cost());
  }

  private static long segment0(long value) {
    return value << 48;
  }

  private static HashSegmentMatches lookUp(CountingReader leaf, int... values) throws IOException {
    return HashSegmentMatches.of(
        leaf,
        NAME,
        HashSegmentLayout.FOUR,
        0,
        0,
        values,
        CancellationCheck.of(leaf, HashSegmentLayout.FOUR, NAME),
        new LeafMemory(MemoryAccount.unbounded()));
  }

  /** Written by any codec, so that the dictionary is any of those there are. */
  @Override
  protected CountingReader leaf(long... fingerprints) throws IOException {
    return leaf(newIndexWriterConfig(), HashSegmentLayout.FOUR, NAME, fingerprints);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import io.neardup.fingerprint.idf.SmoothedIdf;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.bytes.ReleasableBytesReference;
import org.opensearch.common.hash.MessageDigests;
import org.opensearch.common.io.stream.ReleasableBytesStreamOutput;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.util.BigArrays;
import org.opensearch.core.common.io.stream.StreamInput;

/**
 * Keeps the terms with the highest document frequencies; on ties, the first in order. Terms arrive
 * in the order of their bytes; whenever there are twice as many as wanted, the excess is dropped.
 * Kept in pages that are charged to a breaker. Not thread-safe.
 */
final class TopTerms implements Releasable {
  private final BigArrays pages;
  private final int wanted;
  private ReleasableBytesStreamOutput terms;

  /** The number of kept terms by document frequency. */
  private TreeMap<Long, Integer> sizes = new TreeMap<>();

  private int size;
  private long dropped;

  /**
   * @param pages with circuit breaking
   * @param wanted number of terms
   */
  TopTerms(BigArrays pages, int wanted) {
    this.pages = pages;
    this.wanted = wanted;
    this.terms = new ReleasableBytesStreamOutput(pages);
  }

  /** Adds a term, which must be after all others. */
  void add(BytesRef term, long docFreq) throws IOException {
    append(term, docFreq);
    if (size >= 2L * wanted) {
      dropTheRest();
    }
  }

  private void append(BytesRef term, long docFreq) throws IOException {
    terms.writeBytesRef(term);
    terms.writeVLong(docFreq);
    sizes.merge(docFreq, 1, Integer::sum);
    size++;
  }

  private void dropTheRest() throws IOException {
    if (size <= wanted) {
      return;
    }
    int missing = wanted;
    long lowest = 0;
    for (Map.Entry<Long, Integer> some : sizes.descendingMap().entrySet()) {
      lowest = some.getKey();
      if (some.getValue() >= missing) {
        break;
      }
      missing -= some.getValue();
    }
    dropped += size - wanted;
    keep(lowest, missing);
  }

  /** Keeps the terms with a higher document frequency, and the first few with this one. */
  private void keep(long lowest, int ofLowest) throws IOException {
    int missing = ofLowest;
    int held = size;
    try (ReleasableBytesStreamOutput before = terms) {
      terms = new ReleasableBytesStreamOutput(pages);
      sizes = new TreeMap<>();
      size = 0;
      StreamInput in = before.bytes().streamInput();
      for (int i = 0; i < held; i++) {
        BytesRef term = in.readBytesRef();
        long docFreq = in.readVLong();
        if (docFreq > lowest || (docFreq == lowest && missing-- > 0)) {
          append(term, docFreq);
        }
      }
    }
  }

  /** Number of terms kept. */
  int size() {
    return size;
  }

  /**
   * The dictionary, in pages that the caller must close.
   *
   * @param documents number of documents that have the field
   * @param unwritable number of terms that were not added because a line cannot hold them
   */
  IdfResponse lines(long documents, long unwritable) throws IOException {
    dropTheRest();
    SmoothedIdf idf = new SmoothedIdf(Math.max(1, documents));
    MessageDigest sha256 = MessageDigests.sha256();
    ReleasableBytesStreamOutput lines = new ReleasableBytesStreamOutput(pages);
    try {
      StreamInput in = terms.bytes().streamInput();
      for (int i = 0; i < size; i++) {
        String term = in.readBytesRef().utf8ToString();
        byte[] line = (idf.line(term, in.readVLong()) + "\n").getBytes(StandardCharsets.UTF_8);
        sha256.update(line);
        lines.writeBytes(line);
      }
      String digest = HexFormat.of().formatHex(sha256.digest());
      IdfResponse response =
          new IdfResponse(
              new IdfResponse.Summary(documents, size, dropped, unwritable, digest),
              new ReleasableBytesReference(lines.bytes(), lines));
      lines = null;
      return response;
    } finally {
      if (lines != null) {
        lines.close();
      }
    }
  }

  @Override
  public void close() {
    terms.close();
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.verdicts;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.verdicts.ContentPair;
import io.neardup.verdicts.Verdict;
import org.apache.lucene.util.ArrayUtil;
import org.opensearch.common.Nullable;

/** The pairs of a request in the order of its lines, which may be a million. */
final class SaidPairs {
  private long[] digests = {};
  private Verdict[] verdicts = {};
  private int[] lines = {};
  private int size;

  /** Adds a line, the digests of whose documents are set later. */
  void add(VerdictLine line, NamedDocuments documents) {
    digests = ArrayUtil.grow(digests, 2 * size + 2);
    verdicts = ArrayUtil.grow(verdicts, size + 1);
    verdicts[size] = line.verdict();
    lines = ArrayUtil.grow(lines, size + 1);
    lines[size] = line.number();
    VerdictLine.Content[] contents = {line.first(), line.second()};
    for (int side = 0; side < contents.length; side++) {
      switch (contents[side]) {
        case VerdictLine.Digest digest -> digests[2 * size + side] = digest.value();
        case VerdictLine.Document document -> documents.add(document, 2 * size + side);
      }
    }
    size++;
  }

  /** Sets the digest at a place, of which each line has two. */
  void set(int place, long digest) {
    digests[place] = digest;
  }

  int size() {
    return size;
  }

  /** The number in the body of the line of a place. */
  int line(int place) {
    return lines[place / 2];
  }

  ContentPair pair(int line) {
    return new ContentPair(digests[2 * line], digests[2 * line + 1]);
  }

  @Nullable Verdict verdict(int line) {
    return verdicts[line];
  }

  /**
   * Requires each pair to be of two contents.
   *
   * @throws IllegalArgumentException (HTTP 400) naming the line
   */
  void requireDifferent() {
    for (int line = 0; line < size; line++) {
      ContentPair pair = pair(line);
      if (pair.first() == pair.second()) {
        throw new IllegalArgumentException(
            "[body] line "
                + lines[line]
                + ": [pair] must be of two contents, got one twice, ["
                + Fingerprint.toHex(pair.first())
                + "]: what has one digest is the same to whatever compares by it; leave the line out");
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.verdicts;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.LocalAction;
import java.util.stream.LongStream;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IntroSorter;
import org.opensearch.common.Nullable;

/**
 * The verdicts of a list, each from either side, ordered by digest: who asks about a content finds
 * all that is said about it next to each other.
 */
public final class Verdicts extends LocalAction.Response {
  /** A list without verdicts. */
  public static final Verdicts NONE = new Builder(MemoryAccount.unbounded()).build();

  /** Of an entry: two digests and a bit, which are twice that while they grow. */
  private static final int BYTES = 2 * Long.BYTES + 1;

  private final long[] digests;
  private final long[] others;
  private final FixedBitSet always;
  private final int size;

  private Verdicts(Builder built) {
    digests = built.digests;
    others = built.others;
    always = built.always;
    size = built.size;
  }

  /** Collects the verdicts of a list, in any order. */
  public static final class Builder {
    private final MemoryAccount memory;
    private long[] digests = {};
    private long[] others = {};
    private FixedBitSet always = new FixedBitSet(1);
    private int size;

    /**
     * @param memory is charged with all that is kept
     */
    public Builder(MemoryAccount memory) {
      this.memory = memory;
    }

    /** Adds what is said about a pair. */
    public void add(ContentPair pair, Verdict verdict) {
      if (size + 2 > digests.length) {
        int longer = ArrayUtil.oversize(size + 2, Long.BYTES);
        memory.take((long) BYTES * longer);
        int given = digests.length;
        digests = ArrayUtil.growExact(digests, longer);
        others = ArrayUtil.growExact(others, longer);
        always = FixedBitSet.ensureCapacity(always, longer);
        memory.giveBack((long) BYTES * given);
      }
      set(size++, pair.first(), pair.second(), verdict);
      set(size++, pair.second(), pair.first(), verdict);
    }

    private void set(int at, long digest, long other, Verdict verdict) {
      digests[at] = digest;
      others[at] = other;
      if (verdict == Verdict.ALWAYS) {
        always.set(at);
      }
    }

    /** All that was added. */
    public Verdicts build() {
      new Sorter().sort(0, size);
      return new Verdicts(this);
    }

    private final class Sorter extends IntroSorter {
      private long pivotDigest;
      private long pivotOther;

      @Override
      protected void setPivot(int i) {
        pivotDigest = digests[i];
        pivotOther = others[i];
      }

      @Override
      protected int comparePivot(int j) {
        int order = Long.compareUnsigned(pivotDigest, digests[j]);
        return order == 0 ? Long.compareUnsigned(pivotOther, others[j]) : order;
      }

      @Override
      protected void swap(int i, int j) {
        long digest = digests[i];
        digests[i] = digests[j];
        digests[j] = digest;
        long other = others[i];
        others[i] = others[j];
        others[j] = other;
        boolean held = always.get(i);
        put(i, always.get(j));
        put(j, held);
      }

      private void put(int at, boolean value) {
        if (value) {
          always.set(at);
        } else {
          always.clear(at);
        }
      }
    }
  }

  /** What is said about two contents; null if nothing is. */
  @Nullable public Verdict of(long digest, long other) {
    int at = from(digest, other);
    return at < size && digests[at] == digest && others[at] == other ? verdict(at) : null;
  }

  /** The place of the first verdict about a content. */
  public int from(long digest) {
    return from(digest, 0);
  }

  /** The contents of which this is said about a content, which must not be very many. */
  public long[] others(long digest, Verdict verdict, int max) {
    LongStream.Builder found = LongStream.builder();
    int count = 0;
    for (int at = from(digest); isAbout(at, digest); at++) {
      if (verdict(at) == verdict) {
        if (++count > max) {
          throw new IllegalArgumentException(
              "["
                  + VerdictIndex.PARAMETER
                  + "] may say ["
                  + verdict
                  + "] of one content and at most ["
                  + max
                  + "] others here, got more for ["
                  + Fingerprint.toHex(digest)
                  + "]; delete some, or raise the cluster setting [plugins.near_dup.max_hashes]");
        }
        found.add(others[at]);
      }
    }
    return found.build().toArray();
  }

  /** Whether the verdict at this place is about the content. */
  public boolean isAbout(int at, long digest) {
    return at < size && digests[at] == digest;
  }

  /** The content that the one of this place is compared with. */
  public long other(int at) {
    return others[at];
  }

  /** The content of this place. */
  public long digest(int at) {
    return digests[at];
  }

  /** What is said at this place. */
  public Verdict verdict(int at) {
    return always.get(at) ? Verdict.ALWAYS : Verdict.NEVER;
  }

  /** How many places there are, two for each verdict. */
  public int places() {
    return size;
  }

  /** The first place that is not before this one; other digests are unsigned numbers from 0. */
  private int from(long digest, long other) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = Long.compareUnsigned(digests[middle], digest);
      if (order < 0 || (order == 0 && Long.compareUnsigned(others[middle], other) < 0)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

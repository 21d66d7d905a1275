// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.idf;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The idf of many terms: one block of bytes with an open-addressing table of offsets, about four
 * bytes per term in addition to its UTF-8, and twelve in total for most languages. Immutable and
 * thread-safe; a lookup costs one hash and usually two cache misses.
 */
public final class IdfDictionary {
  /** The longest term, in bytes: the limit of Lucene. */
  static final int MAX_TERM_LENGTH = 32_766;

  /** Bytes before a term in the block: its idf and its length, two bytes each. */
  private static final int HEADER = 4;

  private static final int SHORT_DIGEST = 12;
  private static final Hasher64 HASH = Hashing.xxh3_64();

  private final byte[] block;
  private final int[] slots;
  private final int size;
  private final int median;
  private final int mean;
  private final String digest;

  private IdfDictionary(Builder builder, String digest) {
    this.block = Arrays.copyOf(builder.block, builder.used);
    this.slots = builder.slots;
    this.size = builder.size;
    this.median = builder.median();
    this.mean = builder.mean();
    this.digest = digest;
  }

  /**
   * Reads lines that consist of a term, a blank and its idf.
   *
   * @param content not compressed; read to its end, not closed
   * @throws IllegalArgumentException naming line, bound and value seen
   */
  public static IdfDictionary read(InputStream content) throws IOException {
    return new IdfLines(content).read();
  }

  /** Weights by this dictionary, with a default for unknown terms. */
  public Idf withDefault(String unknown) {
    int fallback =
        switch (unknown) {
          case "median" -> median;
          case "mean" -> mean;
          default -> number(unknown);
        };
    return (utf8, offset, length) -> {
      int known = find(utf8, offset, length);
      return known == 0 ? fallback : known;
    };
  }

  /** Whether {@link #withDefault} accepts this for any dictionary. */
  public static boolean isDefault(String unknown) {
    try {
      return unknown.equals("median") || unknown.equals("mean") || number(unknown) > 0;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static int number(String unknown) {
    try {
      return Weights.idf(IdfLines.parseNumber(unknown));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "[idf_default] must be [median], [mean] or a number greater than 0 and at most "
              + Weights.MAX_IDF
              + ", got ["
              + unknown
              + "]",
          e);
    }
  }

  /** The idf of this term in parts of {@link Weights#IDF_ONE}; 0 for an unknown one. */
  public int find(byte[] utf8, int offset, int length) {
    int place = slots[slot(slots, block, utf8, offset, length)];
    return place == 0 ? 0 : unsignedShort(block, place - 1);
  }

  /** Number of terms. */
  public int size() {
    return size;
  }

  /**
   * The median of all idf values in parts of {@link Weights#IDF_ONE}; of an even number, the
   * greater of the two in the middle, as in jieba.
   */
  public int median() {
    return median;
  }

  /**
   * The mean of all idf values in parts of {@link Weights#IDF_ONE}, rounded to the nearest, halves
   * up.
   */
  public int mean() {
    return mean;
  }

  /** SHA-256 of the content read, 64 hex digits. */
  public String digest() {
    return digest;
  }

  /** The first twelve digits of the digest, enough to show. */
  public String shortDigest() {
    return digest.substring(0, SHORT_DIGEST);
  }

  /** Memory it takes on the heap, in bytes. */
  public long ramBytesUsed() {
    return 128L + block.length + (long) Integer.BYTES * slots.length + digest.length();
  }

  private static int unsignedShort(byte[] block, int place) {
    return (block[place] & 0xFF) << 8 | (block[place + 1] & 0xFF);
  }

  /** The slot of this term, or the empty one where it belongs. */
  private static int slot(int[] slots, byte[] block, byte[] utf8, int offset, int length) {
    int slot = (int) HASH.hashBytesToLong(utf8, offset, length) & (slots.length - 1);
    for (int place; (place = slots[slot] - 1) >= 0; slot = slot + 1 & (slots.length - 1)) {
      int start = place + HEADER;
      if (unsignedShort(block, place + 2) == length
          && Arrays.equals(block, start, start + length, utf8, offset, offset + length)) {
        return slot;
      }
    }
    return slot;
  }

  /** Collects terms; for one thread. */
  static final class Builder {
    private byte[] block = new byte[1 << 12];
    private int[] slots = new int[1 << 10];
    private int used;
    private int size;
    private long sum;

    /** How many terms have an idf of so many parts. */
    private final int[] counts = new int[Weights.IDF_ONE * Weights.MAX_IDF + 1];

    /** False if the term is there already. */
    boolean add(byte[] utf8, int offset, int length, int idf) {
      int slot = slot(slots, block, utf8, offset, length);
      if (slots[slot] != 0) {
        return false;
      }
      slots[slot] = used + 1;
      append(utf8, offset, length, idf);
      size++;
      sum += idf;
      counts[idf]++;
      if (size > slots.length / 5 * 3) {
        grow();
      }
      return true;
    }

    int size() {
      return size;
    }

    IdfDictionary build(String digest) {
      return new IdfDictionary(this, digest);
    }

    private void append(byte[] utf8, int offset, int length, int idf) {
      int needed = Math.addExact(used, HEADER + length);
      if (needed > block.length) {
        block = Arrays.copyOf(block, Math.max(needed, block.length + (block.length >> 1)));
      }
      block[used] = (byte) (idf >>> 8);
      block[used + 1] = (byte) idf;
      block[used + 2] = (byte) (length >>> 8);
      block[used + 3] = (byte) length;
      System.arraycopy(utf8, offset, block, used + HEADER, length);
      used = needed;
    }

    private void grow() {
      slots = new int[slots.length * 2];
      for (int place = 0, length; place < used; place += HEADER + length) {
        length = unsignedShort(block, place + 2);
        slots[slot(slots, block, block, place + HEADER, length)] = place + 1;
      }
    }

    private int median() {
      int idf = 0;
      for (int below = 0; (below += counts[idf]) <= size / 2; ) {
        idf++;
      }
      return idf;
    }

    private int mean() {
      return (int) ((2 * sum + size) / (2L * size));
    }
  }
}

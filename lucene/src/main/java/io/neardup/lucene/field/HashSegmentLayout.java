// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.field;

import io.neardup.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.util.BytesRef;

/**
 * How a fingerprint is cut into segment fields, and which bits of the rest their postings carry.
 *
 * <p>A posting of a segment carries {@value #REST_BITS} of the bits that are not in its value,
 * seven of each other block, as its term frequency plus two. Frequencies come with the block of
 * postings, so a candidate that is too far away mostly costs a bit count and no doc value.
 * Frequency 1 is never written: it means that the bits are unknown, as in an index written without
 * them, or in an in-memory index, which counts occurrences itself.
 *
 * <p>Why {@value #REST_BITS}: most terms have fewer than 256 documents in a leaf, whose frequencies
 * Lucene writes in bytes of seven bits. 21 bits fill three of them (14 would fill two: four to five
 * bytes per document less, but 2.9 % of random candidates would pass at distance 3 instead of 0.07
 * %). {@code HashSegmentBitsBenchmark} measures time and bytes for other numbers: with 300,000
 * documents, 22.2 bytes per document without, 33.4 with 14, 35.5 with 15 and 38.3 with 21 bits.
 * Beyond 24 bits Lucene's bulk read of postings, which gives frequencies as floats, would not be
 * exact.
 *
 * <p>See {@code docs/design/lookup.md}.
 */
public enum HashSegmentLayout {
  /** Four segments of 16 bits. Two fingerprints within distance 3 agree in one of them. */
  FOUR("4", "s", "segment", 15, 0x1555_1555_1555_1555L, blocks(16, 16, 16, 16)),

  /**
   * Ten keys, which are the pairs of five blocks of 13, 13, 13, 13 and 12 bits. Two fingerprints
   * within distance 3 agree in two blocks, and so in a key. Among evenly spread fingerprints, a key
   * of 26 bits finds a thousandth of what a segment of 16 bits does.
   */
  FIVE_BY_TWO(
      "5x2",
      "k",
      "key",
      8,
      0x1555L << 51 | 0x1555L << 38 | 0x1555L << 25 | 0x1555L << 12 | 0xD55L,
      pairs(blocks(13, 13, 13, 13, 12)));

  /** Number of bits of the rest that a posting carries. */
  public static final int REST_BITS = 21;

  /** The frequency that carries nothing; greater ones carry bits. */
  static final int UNKNOWN_REST = 1;

  /** Frequency of a posting whose bits are all zero. */
  public static final int FIRST_REST = UNKNOWN_REST + 1;

  private final String parameter;
  private final String prefix;
  private final String noun;
  private final int maxLookupDistance;

  /** The seven bits of each block that postings of other blocks carry. */
  private final long carried;

  @SuppressWarnings("ImmutableEnumChecker") // Never changed; read for every candidate.
  private final HashSegmentBits[] segments;

  private final int hexDigits;

  HashSegmentLayout(
      String parameter,
      String prefix,
      String noun,
      int maxLookupDistance,
      long carried,
      List<HashSegmentBits> segments) {
    this.parameter = parameter;
    this.prefix = prefix;
    this.noun = noun;
    this.maxLookupDistance = maxLookupDistance;
    this.carried = carried;
    this.segments = segments.toArray(HashSegmentBits[]::new);
    this.hexDigits = (segments.get(0).count() + 3) / 4;
  }

  private static List<HashSegmentBits> blocks(int... bits) {
    List<HashSegmentBits> blocks = new ArrayList<>();
    int shift = Fingerprint.BITS;
    for (int count : bits) {
      shift -= count;
      blocks.add(HashSegmentBits.of(shift, count));
    }
    return blocks;
  }

  /** 0 and 1, 0 and 2, …, 3 and 4. */
  private static List<HashSegmentBits> pairs(List<HashSegmentBits> blocks) {
    List<HashSegmentBits> pairs = new ArrayList<>();
    for (int high = 0; high < blocks.size(); high++) {
      for (HashSegmentBits low : blocks.subList(high + 1, blocks.size())) {
        pairs.add(HashSegmentBits.of(blocks.get(high), low));
      }
    }
    return pairs;
  }

  /** The layout with this name in mappings. */
  public static Optional<HashSegmentLayout> of(String parameter) {
    return Arrays.stream(values()).filter(layout -> layout.parameter.equals(parameter)).findAny();
  }

  /** Its name in mappings. */
  public String parameter() {
    return parameter;
  }

  /** The noun for one of its segments. */
  public String noun() {
    return noun;
  }

  /** Number of segment fields. */
  public int segments() {
    return segments.length;
  }

  /** The part after the dot in the name of segment field {@code segment}. */
  public String name(int segment) {
    return prefix + segment;
  }

  /** The name of segment field {@code segment} of a field. */
  public String field(String field, int segment) {
    return field + "." + name(segment);
  }

  /** A segment of a fingerprint as it is indexed: lower-case hex digits. */
  public String hex(long fingerprint, int segment) {
    return write(value(fingerprint, segment), newTerm()).utf8ToString();
  }

  /** Number of bits of the value of a segment. */
  public int bits(int segment) {
    return segments[segment].count();
  }

  /** The value of a segment of a fingerprint. */
  public int value(long fingerprint, int segment) {
    return segments[segment].value(fingerprint);
  }

  /** The greatest distance for which radii are known. */
  public int maxLookupDistance() {
    return maxLookupDistance;
  }

  /** The bits of the other blocks that a posting of this segment carries. */
  public int rest(long fingerprint, int segment) {
    return (int) Long.compress(fingerprint, carried & ~segments[segment].mask());
  }

  /** The term frequency of a segment of a fingerprint. */
  public int frequency(long fingerprint, int segment) {
    return FIRST_REST + rest(fingerprint, segment);
  }

  /** Room for one term. */
  public BytesRef newTerm() {
    return new BytesRef(new byte[hexDigits], 0, hexDigits);
  }

  /** Writes the value as it is indexed, so that the order of terms is the order of values. */
  public static BytesRef write(int value, BytesRef term) {
    for (int i = term.length - 1, rest = value; i >= 0; i--, rest >>>= 4) {
      int digit = rest & 0xF;
      term.bytes[i] = (byte) (digit < 10 ? '0' + digit : 'a' + digit - 10);
    }
    return term;
  }
}

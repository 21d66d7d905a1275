// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The features of one text, as windows over its units (tokens or code points). All units stand one
 * behind the other in one UTF-8 buffer, so that a feature is a slice of it: hashing one costs no
 * copy and makes no garbage. Mutable, for one thread; {@link #clear} makes it ready for the next
 * text.
 *
 * <p>A text with fewer units than a window takes has one feature, made of all it has; a text
 * without units has none.
 */
public final class TextFeatures {
  private static final Hasher64 HASH = Hashing.xxh64();
  private static final byte SEPARATOR = ' ';

  private final FeatureKind kind;
  private final int size;
  private byte[] utf8 = new byte[1024];
  private int[] starts = new int[128];
  private int[] ends = new int[128];
  private int units;
  private int used;

  /**
   * @param size number of units in a feature
   * @throws IllegalArgumentException if {@code size} is out of the kind's bounds
   */
  public TextFeatures(FeatureKind kind, int size) {
    if (size < kind.minSize() || size > kind.maxSize()) {
      throw new IllegalArgumentException(
          "[size] of ["
              + kind.name().toLowerCase(Locale.ROOT)
              + "] features must be between "
              + kind.minSize()
              + " and "
              + kind.maxSize()
              + ", got ["
              + size
              + "]");
    }
    this.kind = kind;
    this.size = size;
  }

  /** One feature of a text, readable, with what it weighs. */
  public record Feature(String text, double weight) {}

  /** Forgets the text, keeps the buffers. */
  public void clear() {
    units = 0;
    used = 0;
  }

  /**
   * Appends the analyzer's next token; its bytes are copied. Tokens of no bytes are no features.
   */
  public void addToken(byte[] bytes, int offset, int length) {
    if (length == 0) {
      return;
    }
    if (units > 0) {
      ensureBytes(1);
      utf8[used++] = SEPARATOR;
    }
    ensureBytes(length);
    System.arraycopy(bytes, offset, utf8, used, length);
    addUnit(used, used + length);
    used += length;
  }

  /** Appends every code point of the text as a unit of its own. */
  public void addCodePoints(String folded) {
    byte[] bytes = folded.getBytes(StandardCharsets.UTF_8);
    ensureBytes(bytes.length);
    System.arraycopy(bytes, 0, utf8, used, bytes.length);
    int end = used + bytes.length;
    for (int start = used, next; start < end; start = next) {
      next = start + 1;
      while (next < end && (utf8[next] & 0xC0) == 0x80) {
        next++;
      }
      addUnit(start, next);
    }
    used = end;
  }

  /** Number of features, repetitions counted. */
  public int count() {
    return units == 0 ? 0 : Math.max(1, units - size + 1);
  }

  /** The 64-bit hash of feature {@code index}: XXH64, seed 0, of its UTF-8 bytes. */
  public long hash(int index) {
    int start = starts[index];
    return HASH.hashBytesToLong(utf8, start, end(index) - start);
  }

  /** Feature {@code index} as text. */
  public String text(int index) {
    int start = starts[index];
    return new String(utf8, start, end(index) - start, StandardCharsets.UTF_8);
  }

  /** The SimHash of all features. */
  public long fingerprint(Weighting weighting) {
    SimHasher hasher = new SimHasher();
    switch (weighting) {
      case TF -> addAll(hasher);
      case NONE -> addDistinct(hasher);
    }
    return hasher.fingerprint();
  }

  /** The {@code limit} heaviest features, heaviest first, those of one weight in order of text. */
  public List<Feature> heaviest(Weighting weighting, int limit) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (int i = 0; i < count(); i++) {
      counts.merge(text(i), 1, Integer::sum);
    }
    List<Feature> features = new ArrayList<>(counts.size());
    counts.forEach(
        (text, count) -> features.add(new Feature(text, weighting == Weighting.TF ? count : 1)));
    features.sort(
        Comparator.comparingDouble(Feature::weight).reversed().thenComparing(Feature::text));
    return List.copyOf(features.subList(0, Math.min(limit, features.size())));
  }

  private void addAll(SimHasher hasher) {
    for (int i = 0, count = count(); i < count; i++) {
      hasher.add(hash(i));
    }
  }

  private void addDistinct(SimHasher hasher) {
    long[] hashes = new long[count()];
    Arrays.setAll(hashes, this::hash);
    Arrays.sort(hashes);
    for (int i = 0; i < hashes.length; i++) {
      if (i == 0 || hashes[i] != hashes[i - 1]) {
        hasher.add(hashes[i]);
      }
    }
  }

  private int end(int index) {
    return ends[Math.min(index + size, units) - 1];
  }

  private void addUnit(int start, int end) {
    if (units == starts.length) {
      int capacity = units + (units >> 1);
      starts = Arrays.copyOf(starts, capacity);
      ends = Arrays.copyOf(ends, capacity);
    }
    starts[units] = start;
    ends[units] = end;
    units++;
  }

  private void ensureBytes(int more) {
    int needed = Math.addExact(used, more);
    if (needed > utf8.length) {
      utf8 = Arrays.copyOf(utf8, Math.max(needed, utf8.length + (utf8.length >> 1)));
    }
  }

  /** The kind of feature this cuts. */
  public FeatureKind kind() {
    return kind;
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import io.neardup.fingerprint.idf.Weights;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.words.Numbers;
import io.neardup.fingerprint.words.Words;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The features of one text, as windows over its units (tokens or code points), and their SimHash.
 * All units lie one after another in one UTF-8 buffer, and a feature is a slice of it: hashing
 * copies and allocates nothing. Mutable and not thread-safe; {@link #clear} prepares it for the
 * next text, {@link #close} gives its memory back.
 *
 * <p>A text with fewer units than a window has one feature, made of all its units; a text without
 * units has none. {@link FeatureKind#TOKEN_PAIR} has the units themselves as well, before the
 * windows.
 */
public final class TextFeatures implements AutoCloseable {
  private final FeatureOptions options;
  private final FeatureHasher hasher;
  private final MemoryAccount memory;
  private final Units units;
  private final boolean pairs;
  private final SimHasher sums = new SimHasher();
  private final WeightedSimHasher weightedSums = new WeightedSimHasher();
  private final WindowWeights weights;
  private final FeatureTable table;
  private final HeaviestEntries kept;

  /** Null until numbers are added. */
  private NumberSet numbers;

  /** Makes and weights features by these options. */
  public TextFeatures(FeatureOptions options) {
    this(options, MemoryAccount.unbounded());
  }

  /**
   * The same, with its memory charged to an account, which may refuse.
   *
   * @param memory closed with this object
   */
  public TextFeatures(FeatureOptions options, MemoryAccount memory) {
    this.options = options;
    this.memory = memory;
    this.hasher = options.hash().hasher();
    this.units = new Units(options.kind().usesAnalyzer(), memory);
    this.pairs = options.kind() == FeatureKind.TOKEN_PAIR;
    this.weights = new WindowWeights(options.size(), memory);
    this.table = new FeatureTable(memory);
    this.kept = new HeaviestEntries(table, this, units, memory);
  }

  /**
   * Makes features hashed with XXH64, and keeps all of them.
   *
   * @param size number of units in a feature
   * @throws IllegalArgumentException if {@code size} is out of the kind's bounds
   */
  public TextFeatures(FeatureKind kind, int size) {
    this(FeatureOptions.of(kind, size));
  }

  /**
   * Has this called every few milliseconds while a text is added and its features are weighed; what
   * it throws ends that.
   *
   * @return this
   */
  public TextFeatures checkedBy(Runnable check) {
    units.check(check);
    return this;
  }

  /** Forgets the text, but keeps the buffers. */
  public void clear() {
    units.clear();
    if (numbers != null) {
      numbers.clear();
    }
  }

  /** Appends the analyzer's next token, copying its bytes. Empty tokens are ignored. */
  public void addToken(byte[] bytes, int offset, int length) {
    addToken(bytes, offset, length, Weights.BOOST_ONE);
  }

  /**
   * Appends the analyzer's next token.
   *
   * @param boost from {@link Weights#boost}
   */
  public void addToken(byte[] bytes, int offset, int length, int boost) {
    if (length > 0) {
      units.addToken(bytes, offset, length, boost);
    }
  }

  /**
   * Appends a token of ASCII, in lower case.
   *
   * @param bytes copied from {@code offset}, {@code length} of them, at least one
   * @param boost from {@link Weights#boost}
   */
  public void addAsciiToken(byte[] bytes, int offset, int length, int boost) {
    units.addAsciiToken(bytes, offset, length, boost);
  }

  /** Adds the numbers of a text, whatever its features are. */
  public void addNumbers(String text) {
    numberSet().addAll(text, token -> {});
  }

  /** Adds the tokens of {@link Words} as the analyzer's, and their numbers, in one pass. */
  public void addWords(String text) {
    numberSet().addAll(text, token -> units.addToken(token, Weights.BOOST_ONE));
  }

  private NumberSet numberSet() {
    if (numbers == null) {
      memory.take(Numbers.BYTES);
      numbers = new NumberSet();
    }
    return numbers;
  }

  /** The numbers that were added; null if there was no text to take them from. */
  public NumberSet numbers() {
    return numbers;
  }

  /** Appends every code point of the text as a unit of its own. */
  public void addCodePoints(String folded) {
    addCodePoints(folded, Weights.BOOST_ONE);
  }

  /**
   * Appends every code point of the text as a unit of its own.
   *
   * @param boost from {@link Weights#boost}
   */
  public void addCodePoints(String folded, int boost) {
    units.addCodePoints(folded, boost);
  }

  /** Number of features, counting repetitions, before any are left out. */
  public int count() {
    int windows = units.count() == 0 ? 0 : Math.max(1, units.count() - options.size() + 1);
    return pairs && units.count() > 1 ? units.count() + windows : windows;
  }

  /** The 64-bit hash of the UTF-8 bytes of feature {@code index}. */
  public long hash(int index) {
    int start = start(index);
    return hasher.hash(units.utf8, start, end(index) - start);
  }

  /** The hashes of the units themselves, in their order. */
  public long[] unitHashes() {
    long[] hashes = new long[units.count()];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = hasher.hash(units.utf8, units.start(i), units.end(i) - units.start(i));
    }
    return hashes;
  }

  /** Feature {@code index} as text. */
  public String text(int index) {
    int start = start(index);
    return new String(units.utf8, start, end(index) - start, StandardCharsets.UTF_8);
  }

  /** The SimHash of all features that are kept. */
  public long fingerprint() {
    return fingerprint(options.weighting());
  }

  /** The SimHash with other weights than those of the options. */
  public long fingerprint(Weighting weighting) {
    int count = count();
    weigh(weighting);
    boolean all = count <= options.topFeatures();
    if (all && weights.equal()) {
      return weighting == Weighting.NONE ? distinct(count) : unweighted(count);
    }
    if (weighting == Weighting.NONE || all == false) {
      addKept(weighting);
      return weightedSums.fingerprint();
    }
    return weighted(count);
  }

  /** Explains the fingerprint, with the {@code limit} heaviest features. */
  public FeatureReport report(int limit) {
    return report(options.weighting(), limit);
  }

  FeatureReport report(Weighting weighting, int limit) {
    weigh(weighting);
    addKept(weighting);
    return FeatureReport.of(
        weightedSums, table, kept, new FeatureReport.Texts(this, limit), weights.one());
  }

  private void weigh(Weighting weighting) {
    boolean idf = weighting == Weighting.TF_IDF;
    if (idf && options.idf() == null) {
      throw new IllegalArgumentException("[idf] is required with the weights [tf_idf], got none");
    }
    weights.weigh(units, idf ? options.idf() : null);
  }

  private long distinct(int count) {
    table.clear();
    sums.clear();
    for (int i = 0; i < count; i++) {
      units.checkAfter(i);
      long hash = hash(i);
      if (table.first(table.entry(hash, i)) == i) {
        sums.add(hash);
      }
    }
    return sums.fingerprint();
  }

  private long unweighted(int count) {
    sums.clear();
    for (int i = 0; i < count; i++) {
      units.checkAfter(i);
      sums.add(hash(i));
    }
    return sums.fingerprint();
  }

  private long weighted(int count) {
    weightedSums.clear();
    for (int i = 0; i < count; i++) {
      units.checkAfter(i);
      weightedSums.add(hash(i), weights.get(i));
    }
    return weightedSums.fingerprint();
  }

  /** Adds up every distinct feature, unless there are more than wanted. */
  private void addKept(Weighting weighting) {
    table.clear();
    for (int i = 0, count = count(); i < count; i++) {
      units.checkAfter(i);
      int entry = table.entry(hash(i), i);
      if (weighting == Weighting.NONE) {
        table.max(entry, weights.get(i));
      } else {
        table.add(entry, weights.get(i));
      }
    }
    kept.choose(options.topFeatures());
    weightedSums.clear();
    for (int i = 0; i < kept.size(); i++) {
      int entry = kept.get(i);
      weightedSums.add(table.hash(entry), table.weight(entry));
    }
  }

  /** Orders two features by their bytes, read as unsigned numbers. */
  int compareBytes(int left, int right) {
    return Arrays.compareUnsigned(
        units.utf8, start(left), end(left), units.utf8, start(right), end(right));
  }

  /** The units themselves come before pairs of them. */
  private int start(int index) {
    return units.start(index < units.count() ? index : index - units.count());
  }

  private int end(int index) {
    int last = pairs ? index : index + options.size() - 1;
    boolean pair = pairs && index >= units.count();
    return units.end(pair ? index - units.count() + 1 : Math.min(last, units.count() - 1));
  }

  /** The account of the buffers, also for memory that lives as long as they do. */
  public MemoryAccount memory() {
    return memory;
  }

  /** Gives the memory of the buffers back; the object must not be used afterwards. */
  @Override
  public void close() {
    memory.close();
  }

  /** The kind of features made. */
  public FeatureKind kind() {
    return options.kind();
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.groups.page.FingerprintPage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.Nullable;
import org.opensearch.core.index.shard.ShardId;

/**
 * What decides about groups, of all documents of a snapshot: a row each, in columns. Rows of a page
 * follow one another, so that the shard of a row takes no memory of its own.
 */
public final class DocumentTable {
  /** Rows from here on are of this shard, up to the next run. */
  private record Run(int begin, ShardId shard) {}

  /** What a scope takes beside its bytes, roughly. */
  private static final int BYTES_PER_SCOPE = 128;

  private final MemoryAccount memory;
  private int[] docs;
  private long[] fingerprints;
  private final long[][] keys;

  /** Null without scopes. */
  private int[] scopes;

  /** Null if fingerprints alone decide. */
  private final SignatureTable signatures;

  private final Map<BytesRef, Integer> scopeValues = new HashMap<>();
  private final List<Run> runs = new ArrayList<>();
  private int given;
  private int size;

  /** Null if it has all. */
  private LongPredicate only;

  /**
   * @param capacity how many documents there are, as far as is known
   * @param keys by how many fields they are ordered
   * @param signed whether documents have signatures
   * @param memory takes all that is allocated
   */
  public DocumentTable(
      int capacity, int keys, boolean scoped, boolean signed, MemoryAccount memory) {
    memory.take(bytes(capacity, keys, scoped, signed));
    this.memory = memory;
    this.docs = new int[capacity];
    this.fingerprints = new long[capacity];
    this.keys = new long[keys][capacity];
    this.scopes = scoped ? new int[capacity] : null;
    this.signatures = signed ? new SignatureTable() : null;
  }

  /** Bytes allocated for so many, without the values of scopes. */
  static long bytes(long documents, int keys, boolean scoped, boolean signed) {
    long scopes = scoped ? 2L * Integer.BYTES : 0;
    long signatures = signed ? SignatureTable.bytes(documents) : 0;
    return documents * (Integer.BYTES + Long.BYTES * (1L + keys) + scopes) + signatures;
  }

  /** Bytes of one document on the way. */
  public static long pageBytes(int keys, boolean scoped, boolean signed) {
    return bytes(1, keys, scoped, false) + (signed ? MinHashSignature.MAX_BYTES : 0);
  }

  /** Adds the documents of a page, which has some. */
  public void add(FingerprintPage page) {
    if (page.size() > docs.length - size) {
      grow(size + page.size());
    }
    runs.add(new Run(size, page.shard()));
    page.copyDocs(docs, size);
    page.copyFingerprints(fingerprints, size);
    if (signatures != null) {
      addSignatures(page);
    }
    for (int i = 0; i < keys.length; i++) {
      page.copyKeys(i, keys[i], size);
    }
    if (scopes != null) {
      addScopes(page);
    }
    size += page.size();
  }

  private void grow(int needed) {
    int capacity = (int) Math.min(Integer.MAX_VALUE - Long.BYTES, needed + (long) needed / 4);
    boolean scoped = scopes != null;
    boolean signed = signatures != null;
    memory.take(
        bytes(capacity, keys.length, scoped, signed)
            - bytes(docs.length, keys.length, scoped, signed));
    docs = Arrays.copyOf(docs, capacity);
    fingerprints = Arrays.copyOf(fingerprints, capacity);
    for (int i = 0; i < keys.length; i++) {
      keys[i] = Arrays.copyOf(keys[i], capacity);
    }
    scopes = scoped ? Arrays.copyOf(scopes, capacity) : null;
  }

  private void addSignatures(FingerprintPage page) {
    BytesRef signature = new BytesRef();
    for (int i = 0; i < page.size(); i++) {
      page.readSignature(i, signature);
      fingerprints[size + i] = signatures.add(fingerprints[size + i], signature);
    }
  }

  private void addScopes(FingerprintPage page) {
    int[] numbers = page.scopeValues().stream().mapToInt(this::number).toArray();
    for (int i = 0; i < page.size(); i++) {
      scopes[size + i] = numbers[page.scope(i)];
    }
  }

  private int number(BytesRef scope) {
    Integer known = scopeValues.get(scope);
    if (known != null) {
      return known;
    }
    memory.take(BYTES_PER_SCOPE + scope.length);
    scopeValues.put(scope, scopeValues.size());
    return scopeValues.size() - 1;
  }

  /** Documents with other fingerprints are left out, which are near no other document. */
  public void leaveOut(LongPredicate allBut) {
    only = allBut;
  }

  /** Whether documents are left out. */
  boolean isPart() {
    return only != null;
  }

  /** Whether the documents with a fingerprint are in it, if there are any. */
  boolean covers(long fingerprint) {
    return only == null || only.test(fingerprint);
  }

  /** All so far are of documents that are canonical already. */
  public void endGiven() {
    given = size;
  }

  /** How many rows are of documents that are canonical already: the first ones. */
  public int given() {
    return given;
  }

  /** How many rows are of the others. */
  public int grouped() {
    return size - given;
  }

  public boolean isGiven(int row) {
    return row < given;
  }

  public int size() {
    return size;
  }

  int keys() {
    return keys.length;
  }

  /** The signatures, by the codes that stand in the place of fingerprints from now on. */
  SignatureTable encodeSignatures() {
    signatures.encode(fingerprints, size);
    return signatures;
  }

  /** The fingerprint, or the code of a signature. */
  public long fingerprint(int row) {
    return fingerprints[row];
  }

  /** Its number in the reader of its shard. */
  int doc(int row) {
    return docs[row];
  }

  ShardId shard(int row) {
    int run = Collections.binarySearch(runs, new Run(row, null), (a, b) -> a.begin - b.begin);
    return runs.get(run < 0 ? -2 - run : run).shard;
  }

  /** Some rows by their shards, those of each in the order of the numbers of their documents. */
  Map<ShardId, int[]> byShardAndDoc(int... some) {
    Map<ShardId, int[]> sorted = new HashMap<>();
    Arrays.stream(some)
        .boxed()
        .collect(Collectors.groupingBy(this::shard))
        .forEach(
            (shard, of) ->
                sorted.put(
                    shard,
                    of.stream()
                        .sorted(Comparator.comparingInt(this::doc))
                        .mapToInt(Integer::intValue)
                        .toArray()));
    return sorted;
  }

  /** The value of a row in one of the fields that order them: the least comes first. */
  long key(int row, int field) {
    return keys[field][row];
  }

  /** Which of two rows comes first by the fields that order them: negative, zero or positive. */
  public int compareKeys(int left, int right) {
    for (long[] key : keys) {
      int compared = Long.compare(key[left], key[right]);
      if (compared != 0) {
        return compared;
      }
    }
    return 0;
  }

  public int scopeCount() {
    return scopes == null ? 1 : scopeValues.size();
  }

  /** The rows by their scope. */
  public static final class ByScope {
    private final int[] begins;

    /** Null if all are of one scope. */
    private final int[] rows;

    private ByScope(int[] begins, @Nullable int[] rows) {
      this.begins = begins;
      this.rows = rows;
    }

    /** How many documents a scope has. */
    public int size(int scope) {
      return begins[scope + 1] - begins[scope];
    }

    /** The i-th row of a scope. */
    public int row(int scope, int i) {
      return rows == null ? i : rows[begins[scope] + i];
    }
  }

  public ByScope byScope() {
    if (scopes == null) {
      return new ByScope(new int[] {0, size}, null);
    }
    int[] next = new int[scopeCount() + 1];
    for (int row = 0; row < size; row++) {
      next[scopes[row] + 1]++;
    }
    Arrays.parallelPrefix(next, Integer::sum);
    int[] begins = next.clone();
    int[] rows = new int[size];
    for (int row = 0; row < size; row++) {
      rows[next[scopes[row]]++] = row;
    }
    return new ByScope(begins, rows);
  }
}

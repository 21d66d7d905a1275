// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.memory.Bits;
import io.neardup.fingerprint.memory.IntPages;
import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.OtherNumbers;
import io.neardup.groups.page.FingerprintPage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.Nullable;
import org.opensearch.core.index.shard.ShardId;

/**
 * What decides about groups, of all documents of a point in time: a row each, in columns. Rows of a
 * page follow one another, so that the shard of a row takes no memory of its own.
 */
public final class DocumentTable implements Rows {
  /** Rows from here on are of this shard, up to the next run. */
  private record Run(int begin, ShardId shard) {}

  /** What a scope takes beside its bytes, roughly. */
  private static final int BYTES_PER_SCOPE = 128;

  private final MemoryAccount memory;
  private final IntPages docs;
  private final LongPages fingerprints;
  private final OrderColumn[] keys;

  /** Null without scopes. */
  private final IntPages scopes;

  /** Null if fingerprints alone decide. */
  private final SignatureCodes signatures;

  private final Map<BytesRef, Integer> scopeValues = new HashMap<>();
  private final List<Run> runs = new ArrayList<>();
  private int given;
  private int size;

  private boolean part;

  /**
   * @param capacity how many documents there are, as far as is known
   * @param keys by how many fields they are ordered
   * @param signed whether documents have signatures
   * @param memory takes all that is allocated
   */
  public DocumentTable(
      int capacity, int keys, boolean scoped, boolean signed, MemoryAccount memory) {
    this.memory = memory;
    this.docs = new IntPages(capacity, memory);
    this.fingerprints = new LongPages(capacity, memory);
    this.keys = new OrderColumn[keys];
    Arrays.setAll(this.keys, key -> new OrderColumn(capacity, memory));
    this.scopes = scoped ? new IntPages(capacity, memory) : null;
    this.signatures = signed ? new SignatureCodes(memory) : null;
  }

  /** Bytes of one document on the way. */
  public static long pageBytes(int keys, boolean scoped, boolean signed) {
    return Integer.BYTES
        + Long.BYTES * (1L + keys)
        + (scoped ? Integer.BYTES : 0)
        + (signed ? MinHashSignature.MAX_BYTES : 0);
  }

  /** Adds the documents of a page, which has some. */
  public void add(FingerprintPage page) {
    grow(size + page.size());
    runs.add(new Run(size, page.shard()));
    docs.write(size, page.docs(), 0, page.size());
    fingerprints.write(size, page.fingerprints(), 0, page.size());
    if (signatures != null) {
      addSignatures(page);
    }
    for (int i = 0; i < keys.length; i++) {
      keys[i].add(size, page.keys(i));
    }
    if (scopes != null) {
      addScopes(page);
    }
    size += page.size();
  }

  private void grow(int needed) {
    docs.grow(needed);
    fingerprints.grow(needed);
    for (OrderColumn key : keys) {
      key.grow(needed);
    }
    if (scopes != null) {
      scopes.grow(needed);
    }
  }

  private void addSignatures(FingerprintPage page) {
    BytesRef signature = new BytesRef();
    for (int i = 0; i < page.size(); i++) {
      page.readSignature(i, signature);
      fingerprints.set(size + i, signatures.add(page.fingerprint(i), signature));
    }
  }

  private void addScopes(FingerprintPage page) {
    int[] numbers = page.scopeValues().stream().mapToInt(this::number).toArray();
    for (int i = 0; i < page.size(); i++) {
      scopes.set(size + i, numbers[page.scope(i)]);
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

  /** Documents are left out that are near no other one. */
  public void leaveOut() {
    part = true;
  }

  /** Whether documents are left out. */
  boolean isPart() {
    return part;
  }

  /** The numbers of all documents, by shard. */
  Map<ShardId, Bits> numbers(MemoryAccount held) {
    Map<ShardId, Bits> numbers = new HashMap<>();
    for (int row = 0; row < size; row++) {
      Bits ofShard = numbers.computeIfAbsent(shard(row), shard -> new Bits(0, held));
      ofShard.grow(Math.max(ofShard.size(), doc(row) + 1));
      ofShard.set(doc(row));
    }
    return numbers;
  }

  /** All so far are of documents that are canonical already. */
  public void endGiven() {
    given = size;
  }

  @Override
  public int given() {
    return given;
  }

  /** How many rows are of the others. */
  public int grouped() {
    return size - given;
  }

  @Override
  public boolean areTied(int row, int other) {
    return isGiven(row) == isGiven(other)
        && fingerprint(row) == fingerprint(other)
        && compareKeys(row, other) == 0;
  }

  @Override
  public OtherNumbers otherNumbers(int row, int canonical) {
    return signatures == null
        ? OtherNumbers.NONE
        : signatures
            .signature(fingerprint(row))
            .otherNumbers(signatures.signature(fingerprint(canonical)));
  }

  @Override
  public int size() {
    return size;
  }

  /** How many keys order the documents: of each field the value, and whether it is missing. */
  int keys() {
    return keysOfField() * keys.length;
  }

  private int keysOfField() {
    for (OrderColumn key : keys) {
      if (key.isAnyMissing()) {
        return 2;
      }
    }
    return 1;
  }

  /** Makes documents comparable by keywords, when all are there. */
  void encodeKeys() {
    for (OrderColumn key : keys) {
      key.encode(size);
    }
  }

  /** The signatures, by the codes that stand in the place of fingerprints from now on. */
  SignatureCodes encodeSignatures() {
    signatures.encode(fingerprints, size);
    return signatures;
  }

  /** The fingerprint, or the code of a signature. */
  public long fingerprint(int row) {
    return fingerprints.get(row);
  }

  @Override
  public int doc(int row) {
    return docs.get(row);
  }

  @Override
  public ShardId shard(int row) {
    int run = Collections.binarySearch(runs, new Run(row, null), (a, b) -> a.begin - b.begin);
    return runs.get(run < 0 ? -2 - run : run).shard;
  }

  /** One of the keys that order rows: the least comes first. */
  IntToLongFunction key(int key) {
    int ofField = keysOfField();
    OrderColumn column = keys[key / ofField];
    return key % ofField == 0 ? column::value : row -> column.isMissing(row) ? 1 : 0;
  }

  /** Which of two rows comes first by the fields that order them: negative, zero or positive. */
  public int compareKeys(int left, int right) {
    for (OrderColumn key : keys) {
      int compared = key.compare(left, right);
      if (compared != 0) {
        return compared;
      }
    }
    return 0;
  }

  public int scopeCount() {
    return scopes == null ? 1 : scopeValues.size();
  }

  /**
   * The rows by their scope.
   *
   * @param rows null if all are of one scope
   */
  public record ByScope(IntPages begins, @Nullable IntPages rows) {
    /** How many documents a scope has. */
    public int size(int scope) {
      return begins.get(scope + 1) - begins.get(scope);
    }

    /** The i-th row of a scope. */
    public int row(int scope, int i) {
      return rows == null ? i : rows.get(begins.get(scope) + i);
    }
  }

  public ByScope byScope() {
    IntPages begins = new IntPages(scopeCount() + 1, memory);
    if (scopes == null) {
      begins.set(1, size);
      return new ByScope(begins, null);
    }
    for (int row = 0; row < size; row++) {
      begins.getAndIncrement(scopes.get(row) + 1);
    }
    IntPages next = new IntPages(scopeCount(), memory);
    for (int scope = 0; scope < next.size(); scope++) {
      next.set(scope, begins.get(scope));
      begins.set(scope + 1, begins.get(scope + 1) + begins.get(scope));
    }
    IntPages rows = new IntPages(size, memory);
    for (int row = 0; row < size; row++) {
      rows.set(next.getAndIncrement(scopes.get(row)), row);
    }
    next.release();
    return new ByScope(begins, rows);
  }
}

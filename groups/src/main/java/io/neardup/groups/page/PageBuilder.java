// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.page;

import io.neardup.fingerprint.memory.MemoryAccount;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.Nullable;

/**
 * A page of fingerprints in the making; grows with its documents up to its size. Leaves little
 * garbage: many pages follow one another, and a circuit breaker counts what is not collected yet.
 */
final class PageBuilder {
  private static final int FIRST_CAPACITY = 1024;
  private static final int GROWTH = 4;

  /** What a scope takes beside its bytes, roughly. */
  private static final int BYTES_PER_SCOPE = 96;

  private final PageColumns columns;
  private final int size;
  private final int maxRows;
  private final MemoryAccount memory;
  private final Map<BytesRef, Integer> scopeValues = new HashMap<>();

  private final int firstCapacity;
  private int[] docs = {};
  private long[] fingerprints = {};
  private final List<PageKeys.Builder> keys;
  private int[] scopes;

  /** Null without signatures: where each ends among their bytes. */
  private int[] ends;

  private byte[] signatures = {};
  private int count;

  /**
   * @param size rows at most
   * @param expected how many there are, as far as is known; 0 if it is not
   */
  PageBuilder(
      PageColumns columns,
      int size,
      @Nullable PageFilter filter,
      int expected,
      MemoryAccount memory) {
    this.firstCapacity = Math.max(FIRST_CAPACITY, expected);
    this.columns = columns;
    this.maxRows = filter == null ? 1 : filter.maxRows();
    this.size = Math.max(size, maxRows);
    this.memory = memory;
    this.keys =
        columns.keep().stream()
            .map(column -> new PageKeys.Builder(column.descending(), memory))
            .toList();
    this.scopes = columns.scope().isEmpty() ? null : new int[0];
    boolean signed = columns.signatures() != null;
    this.ends = signed && (filter == null || filter.isOfSignatures() == false) ? new int[0] : null;
  }

  /** Whether there is no room for another document with all its rows. */
  boolean isFull() {
    return count > size - maxRows;
  }

  /** The documents of one leaf, which must come in the order of leaves. */
  Leaf leaf(LeafReaderContext context) throws IOException {
    return new Leaf(context);
  }

  final class Leaf {
    private final int docBase;
    private final List<KeyValues> keyValues = new ArrayList<>();
    private final ScopeValues scopeOf;

    private Leaf(LeafReaderContext context) throws IOException {
      docBase = context.docBase;
      for (PageColumns.KeyColumn column : columns.keep()) {
        keyValues.add(KeyValues.of(column, context));
      }
      scopeOf = scopes == null ? null : new ScopeValues(columns.scope(), context);
    }

    /**
     * A row.
     *
     * @param fingerprint or what stands in its place; 0 without one
     * @param signature null without one
     */
    void add(int doc, long fingerprint, @Nullable BytesRef signature) throws IOException {
      if (count == docs.length) {
        grow();
      }
      if (count > 0 && docs[count - 1] > docBase + doc) {
        throw new IllegalStateException("documents do not come in the order of their numbers");
      }
      docs[count] = docBase + doc;
      fingerprints[count] = fingerprint;
      for (int i = 0; i < keyValues.size(); i++) {
        keys.get(i).set(count, keyValues.get(i), doc);
      }
      if (scopes != null) {
        scopes[count] = ordinal(scopeOf.of(doc));
      }
      if (ends != null) {
        append(signature);
      }
      count++;
    }
  }

  private void append(BytesRef signature) {
    int begin = count == 0 ? 0 : ends[count - 1];
    int end = begin + signature.length;
    if (end > signatures.length) {
      int capacity = ArrayUtil.oversize(end, 1);
      memory.take(capacity - signatures.length);
      signatures = Arrays.copyOf(signatures, capacity);
    }
    System.arraycopy(signature.bytes, signature.offset, signatures, begin, signature.length);
    ends[count] = end;
  }

  private int ordinal(BytesRef scope) {
    Integer known = scopeValues.get(scope);
    if (known != null) {
      return known;
    }
    memory.take(BYTES_PER_SCOPE + scope.length);
    scopeValues.put(BytesRef.deepCopyOf(scope), scopeValues.size());
    return scopeValues.size() - 1;
  }

  private void grow() {
    int capacity = (int) Math.min(size, Math.max(firstCapacity, (long) GROWTH * docs.length));
    long bytes = Integer.BYTES + Long.BYTES * (1L + keys.size());
    bytes += scopes == null ? 0 : Integer.BYTES;
    bytes += ends == null ? 0 : Integer.BYTES;
    memory.take((capacity - docs.length) * bytes);
    docs = Arrays.copyOf(docs, capacity);
    fingerprints = Arrays.copyOf(fingerprints, capacity);
    keys.forEach(key -> key.resize(capacity));
    scopes = scopes == null ? null : Arrays.copyOf(scopes, capacity);
    ends = ends == null ? null : Arrays.copyOf(ends, capacity);
  }

  @Nullable private FingerprintPage.Signatures signatures() {
    if (ends == null) {
      return null;
    }
    byte[] bytes = Arrays.copyOf(signatures, count == 0 ? 0 : ends[count - 1]);
    return new FingerprintPage.Signatures(cut(ends), bytes);
  }

  private int[] cut(int... values) {
    return values.length == count ? values : Arrays.copyOf(values, count);
  }

  private long[] cut(long... values) {
    return values.length == count ? values : Arrays.copyOf(values, count);
  }

  /** The page; nothing can be added to it any more. */
  FingerprintPage build() {
    BytesRef[] values = new BytesRef[scopeValues.size()];
    scopeValues.forEach((value, ordinal) -> values[ordinal] = value);
    return new FingerprintPage(
        columns.shard(),
        cut(docs),
        cut(fingerprints),
        keys.stream().map(key -> key.build(count)).toList(),
        scopes == null ? null : cut(scopes),
        List.of(values),
        signatures(),
        isFull());
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.BytesRef;
import org.opensearch.test.OpenSearchTestCase;

public class SignatureCodesTests extends OpenSearchTestCase {
  private record Value(long fingerprint, MinHashSignature signature) {}

  private static Value random(int range) {
    MinHasher hasher = new MinHasher();
    for (int features = between(1, 80); features > 0; features--) {
      hasher.add(between(0, range));
    }
    long[] some = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, randomLong()};
    return new Value(some[between(0, some.length - 1)], hasher.signature());
  }

  public void testCodesAreInTheOrderOfValues() {
    SignatureCodes table = new SignatureCodes(MemoryAccount.unbounded());
    long[] codes = new long[between(1, 3_000)];
    Value[] values = new Value[codes.length];
    Map<Long, Value> byNumber = new LinkedHashMap<>();
    for (int i = 0; i < codes.length; i++) {
      values[i] = rarely() && i > 0 ? values[between(0, i - 1)] : random(randomFrom(2, 1_000));
      byte[] padded = new byte[300];
      byte[] bytes = values[i].signature.toBytes();
      System.arraycopy(bytes, 0, padded, 7, bytes.length);
      codes[i] = table.add(values[i].fingerprint, new BytesRef(padded, 7, bytes.length));
      Value known = byNumber.putIfAbsent(codes[i], values[i]);
      assertTrue("equal ones have one number", known == null || known.equals(values[i]));
    }
    assertEquals(new HashSet<>(List.of(values)).size(), byNumber.size());
    LongPages numbers = LongPages.of(MemoryAccount.unbounded(), codes);
    table.encode(numbers, codes.length);
    numbers.read(0, codes, codes.length);
    Comparator<Value> order =
        Comparator.comparing(Value::fingerprint, Long::compareUnsigned)
            .thenComparing(value -> value.signature.toBytes(), Arrays::compareUnsigned);
    for (int i = 0; i < codes.length; i++) {
      assertEquals(values[i].fingerprint, table.fingerprint(codes[i], new BytesRef()));
      assertEquals(values[i].signature, table.signature(codes[i]));
      int other = between(0, codes.length - 1);
      assertEquals(
          Integer.signum(order.compare(values[i], values[other])),
          Integer.signum(Long.compareUnsigned(codes[i], codes[other])));
    }
  }
}

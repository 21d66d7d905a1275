// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.minhash.Bands;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.util.BytesRef;

/**
 * How the key of a band stands in the index. Its term has the number of the band and the highest 16
 * bits of the key, two bytes each; the term frequency is no count, but carries the other bits, 20
 * at most, so that keys are told apart in the postings. Frequency 1 says nothing of them.
 *
 * <p>The field info says which bands these are, by an attribute with a name of its own for each: a
 * merge keeps all attributes, so that a field with two of them is believed neither.
 */
final class BandTerms {
  private static final String PREFIX = "near_dup.bands.v";
  private static final int TERM_BITS = Short.SIZE;

  /** Number of bytes of a term. */
  private static final int TERM_BYTES = 2 * Short.BYTES;

  private static final int UNKNOWN_REST = 1;

  private BandTerms() {}

  static BytesRef term(Bands bands, int band, long key) {
    BytesRef term = new BytesRef(new byte[TERM_BYTES]);
    int high = (int) (key >>> restBits(bands));
    term.bytes[0] = (byte) (band >> Byte.SIZE);
    term.bytes[1] = (byte) band;
    term.bytes[2] = (byte) (high >> Byte.SIZE);
    term.bytes[3] = (byte) high;
    return term;
  }

  /** A term as a number, which has the same order. */
  static int number(BytesRef term) {
    return ByteBuffer.wrap(term.bytes).getInt(term.offset);
  }

  /** The term of a number. */
  static BytesRef bytes(int number) {
    BytesRef term = new BytesRef(new byte[TERM_BYTES]);
    ByteBuffer.wrap(term.bytes).putInt(number);
    return term;
  }

  /** The band that a term is of. */
  static int band(int number) {
    return number >>> TERM_BITS;
  }

  private static int restBits(Bands bands) {
    return Math.max(0, bands.keyBits() - TERM_BITS);
  }

  /** Whether keys have more bits than terms. */
  static boolean haveFrequencies(Bands bands) {
    return restBits(bands) > 0;
  }

  /** 2 and the bits that are not in the term; 1 if there are none. */
  static int frequency(Bands bands, long key) {
    int bits = restBits(bands);
    return bits == 0 ? UNKNOWN_REST : UNKNOWN_REST + 1 + (int) (key & (1L << bits) - 1);
  }

  /** Whether a posting with this frequency may be of the key whose frequency is the other one. */
  static boolean mayBe(int frequency, int wanted) {
    return frequency == wanted || frequency == UNKNOWN_REST;
  }

  private static String attribute(Bands bands) {
    return PREFIX + 1 + "." + bands.rows() + "x" + bands.count();
  }

  /** Says that fields of this type have these bands. */
  static void mark(FieldType type, Bands bands) {
    type.putAttribute(attribute(bands), "");
  }

  /** Whether the terms are known to be those of these bands. */
  static boolean areIn(FieldInfo field, Bands bands) {
    Map<String, String> attributes = field.attributes();
    return attributes.containsKey(attribute(bands))
        && attributes.keySet().stream().filter(name -> name.startsWith(PREFIX)).count() == 1;
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.features.NumberSet;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;

/**
 * The binary and the written form of a signature. The first byte has the version in its higher four
 * bits and the kind in the lower ones; version 2 has numbers between it and the body, which is that
 * of version 1: sketch or hashes.
 */
final class SignatureFormat {
  /** First byte of a sketch. */
  static final byte SKETCH = 0x10;

  /** First byte of an exact set. */
  static final byte EXACT = 0x11;

  private static final int VERSION = SKETCH >> 4;
  private static final int WITH_NUMBERS = 2;
  private static final int KIND = 0xF;

  /** In the kind of a signature that others are compared with by {@link NumbersRule#EQUAL}. */
  private static final int EQUAL = 0x8;

  /** The same for {@link NumbersRule#IGNORE}. */
  private static final int IGNORE = 0x4;

  private static final int RULES = EQUAL | IGNORE;

  private static final int SKETCH_KIND = 0;
  private static final int EXACT_KIND = 1;

  /** In the byte that counts the numbers: there are more than those. */
  private static final int MORE = 0x80;

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

  private SignatureFormat() {}

  /**
   * What comes before the body.
   *
   * @param numbers null for version 1
   */
  static byte[] head(boolean exact, NumberSet numbers) {
    if (numbers == null) {
      return new byte[] {exact ? EXACT : SKETCH};
    }
    int[] hashes = numbers.hashes();
    byte[] head = new byte[2 + Integer.BYTES * hashes.length];
    head[0] = (byte) ((WITH_NUMBERS << 4) | (exact ? EXACT_KIND : SKETCH_KIND));
    head[1] = (byte) (hashes.length | (numbers.hasMore() ? MORE : 0));
    for (int i = 0; i < hashes.length; i++) {
      ExactSets.write(head, 1, i, hashes[i]);
    }
    return head;
  }

  static byte[] exact(byte[] head, int... sorted) {
    byte[] bytes = Arrays.copyOf(head, head.length + Integer.BYTES * sorted.length);
    for (int i = 0; i < sorted.length; i++) {
      ExactSets.write(bytes, head.length - 1, i, sorted[i]);
    }
    return bytes;
  }

  static boolean isExact(byte[] bytes, int offset) {
    return (bytes[offset] & KIND & ~RULES) == EXACT_KIND;
  }

  /** The first byte of a sketch that has what these bytes have before their body. */
  static byte sketchKind(byte[] bytes) {
    return (byte) ((bytes[0] & (~KIND | RULES)) | SKETCH_KIND);
  }

  static boolean hasNumbers(byte[] bytes, int offset) {
    return bytes[offset] >> 4 == WITH_NUMBERS;
  }

  /** Bytes with numbers, under another rule than {@link NumbersRule#KEPT}. */
  static byte[] under(NumbersRule rule, byte[] bytes) {
    byte[] made = bytes.clone();
    made[0] |= (byte) (rule == NumbersRule.IGNORE ? IGNORE : EQUAL);
    return made;
  }

  /** By which rule others are compared with it. */
  static NumbersRule rule(byte[] bytes, int offset) {
    return (bytes[offset] & IGNORE) != 0
        ? NumbersRule.IGNORE
        : (bytes[offset] & EQUAL) != 0 ? NumbersRule.EQUAL : NumbersRule.KEPT;
  }

  /** How many numbers there are. */
  static int numbers(byte[] bytes, int offset) {
    return bytes[offset + 1] & ~MORE & 0xFF;
  }

  /** Whether the text has more numbers than those that are kept, the lowest. */
  static boolean hasMoreNumbers(byte[] bytes, int offset) {
    return (bytes[offset + 1] & MORE) != 0;
  }

  /** How many bytes there are between the first one and the body. */
  static int skipped(byte[] bytes, int offset) {
    return hasNumbers(bytes, offset) ? 1 + Integer.BYTES * numbers(bytes, offset) : 0;
  }

  /** Number of hashes of an exact set of so many bytes. */
  static int hashes(int length) {
    return (length - 1) / Integer.BYTES;
  }

  static String encode(byte[] bytes) {
    return ENCODER.encodeToString(bytes);
  }

  static byte[] decode(String text) {
    byte[] bytes = decoded(text);
    String wrong = wrong(bytes, 0);
    if (wrong == null && endsAs(bytes, text) == false) {
      wrong = "bits after the last byte are set";
    }
    if (wrong != null) {
      throw refused(text, wrong);
    }
    return bytes;
  }

  private static byte[] decoded(String text) {
    // The decoder accepts padding, and does not say where it found what it refuses.
    if (text.indexOf('=') < 0) {
      try {
        return DECODER.decode(text);
      } catch (IllegalArgumentException e) {
        throw refused(text, malformed(text));
      }
    }
    throw refused(text, malformed(text));
  }

  private static String malformed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isBase64Url(text.charAt(i)) == false) {
        return "character " + i + " is not base64url";
      }
    }
    return text.length() + " characters are not a whole number of bytes";
  }

  private static boolean isBase64Url(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_';
  }

  /**
   * Whether the last characters, if they stand for less than three bytes, have no bits but these.
   */
  private static boolean endsAs(byte[] bytes, String text) {
    int characters = text.length() % 4;
    byte[] last =
        Arrays.copyOfRange(bytes, bytes.length - Math.max(0, characters - 1), bytes.length);
    return text.endsWith(encode(last));
  }

  /** Of what this class wrote, under a rule perhaps. */
  static void check(byte[] bytes) {
    String wrong = wrong(bytes, RULES);
    if (wrong != null) {
      throw refused(encode(bytes), wrong);
    }
  }

  /**
   * What is wrong, or null.
   *
   * @param rules bits of the kind that may be set besides
   */
  private static String wrong(byte[] bytes, int rules) {
    if (bytes.length == 0) {
      return "0 bytes";
    }
    int version = (bytes[0] & 0xFF) >> 4;
    if (version != VERSION && version != WITH_NUMBERS) {
      return "version " + version + ", this release reads versions 1 and 2";
    }
    String wrong = version == WITH_NUMBERS ? wrongNumbers(bytes) : null;
    if (wrong != null) {
      return wrong;
    }
    int skipped = skipped(bytes, 0);
    return switch (bytes[0] & KIND & ~(version == WITH_NUMBERS ? rules : 0)) {
      case SKETCH_KIND -> wrongSketch(bytes.length - 1 - skipped);
      case EXACT_KIND -> wrongSet(bytes, skipped, bytes.length - skipped, "the exact set");
      default -> "kind " + (bytes[0] & KIND) + ", version " + version + " has 0 and 1";
    };
  }

  private static String wrongNumbers(byte[] bytes) {
    int count = bytes.length < 2 ? 0 : numbers(bytes, 0);
    if (bytes.length < 2 || bytes.length < 2 + Integer.BYTES * count) {
      return bytes.length + " bytes with " + count + " numbers";
    }
    if (count > NumberSet.MAX || (hasMoreNumbers(bytes, 0) && count < NumberSet.MAX)) {
      return count + " numbers" + (hasMoreNumbers(bytes, 0) ? " and more" : "");
    }
    return wrongOrder(bytes, 1, count, "the numbers");
  }

  private static String wrongSketch(int values) {
    return values == FastSimilaritySketch.BYTES ? null : "a sketch of " + values + " bytes";
  }

  private static String wrongSet(byte[] bytes, int offset, int length, String name) {
    int count = hashes(length);
    if ((length - 1) % Integer.BYTES != 0 || count < 1 || count > SmallSet.MAX) {
      return "an exact set of " + (length - 1) + " bytes";
    }
    return wrongOrder(bytes, offset, count, name);
  }

  private static String wrongOrder(byte[] bytes, int offset, int count, String name) {
    for (int i = 1; i < count; i++) {
      int before = ExactSets.hash(bytes, offset, i - 1);
      if (Integer.compareUnsigned(before, ExactSets.hash(bytes, offset, i)) >= 0) {
        return "hash " + i + " of " + name + " is not above the one before";
      }
    }
    return null;
  }

  private static IllegalArgumentException refused(String text, String wrong) {
    return new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "a signature of %s is base64url, unpadded, of the byte %02x and %d bytes, or of the"
                + " byte %02x and 1 to %d ascending 32-bit hashes; one of %s begins with the byte"
                + " 20 or 21, and has numbers before the rest; got [%s] (%d characters; %s)",
            MinHashSignature.ALGORITHM,
            SKETCH,
            FastSimilaritySketch.BYTES,
            EXACT,
            SmallSet.MAX,
            MinHashSignature.WITH_NUMBERS,
            Fingerprint.shown(text),
            text.length(),
            wrong));
  }
}

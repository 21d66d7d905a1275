// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import io.neardup.fingerprint.Fingerprint;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;

/**
 * The binary and the written form of a signature. The first byte has the version in its higher four
 * bits and the kind in the lower ones.
 */
final class SignatureFormat {
  /** First byte of a sketch. */
  static final byte SKETCH = 0x10;

  /** First byte of an exact set. */
  static final byte EXACT = 0x11;

  private static final int VERSION = SKETCH >> 4;

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

  private SignatureFormat() {}

  static byte[] exact(int... sorted) {
    byte[] bytes = new byte[1 + Integer.BYTES * sorted.length];
    bytes[0] = EXACT;
    for (int i = 0; i < sorted.length; i++) {
      ExactSets.write(bytes, i, sorted[i]);
    }
    return bytes;
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
    String wrong = wrong(bytes);
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

  static void check(byte[] bytes) {
    String wrong = wrong(bytes);
    if (wrong != null) {
      throw refused(encode(bytes), wrong);
    }
  }

  /** What is wrong, or null. */
  private static String wrong(byte[] bytes) {
    if (bytes.length == 0) {
      return "0 bytes";
    }
    if (bytes[0] >> 4 != VERSION) {
      return "version " + ((bytes[0] & 0xFF) >> 4) + ", this release reads version " + VERSION;
    }
    return switch (bytes[0]) {
      case SKETCH -> wrongSketch(bytes);
      case EXACT -> wrongSet(bytes);
      default -> "kind " + (bytes[0] & 0xF) + ", version " + VERSION + " has 0 and 1";
    };
  }

  private static String wrongSketch(byte[] bytes) {
    int values = bytes.length - 1;
    return values == FastSimilaritySketch.BYTES ? null : "a sketch of " + values + " bytes";
  }

  private static String wrongSet(byte[] bytes) {
    int length = bytes.length - 1;
    int count = hashes(bytes.length);
    if (length % Integer.BYTES != 0 || count < 1 || count > SmallSet.MAX) {
      return "an exact set of " + length + " bytes";
    }
    for (int i = 1; i < count; i++) {
      int before = ExactSets.hash(bytes, 0, i - 1);
      if (Integer.compareUnsigned(before, ExactSets.hash(bytes, 0, i)) >= 0) {
        return "hash " + i + " of the exact set is not above the one before";
      }
    }
    return null;
  }

  private static IllegalArgumentException refused(String text, String wrong) {
    return new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "a signature of %s is base64url, unpadded, of the byte %02x and %d bytes, or of the"
                + " byte %02x and 1 to %d ascending 32-bit hashes; got [%s] (%d characters; %s)",
            MinHashSignature.ALGORITHM,
            SKETCH,
            FastSimilaritySketch.BYTES,
            EXACT,
            SmallSet.MAX,
            Fingerprint.shown(text),
            text.length(),
            wrong));
  }
}

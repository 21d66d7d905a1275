// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.idf;

import io.neardup.fingerprint.Fingerprint;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Parses the text form of an {@link IdfDictionary}: UTF-8, one term per line, with its idf after
 * the last blank or tab. Blanks, tabs and carriage returns at either end of a line, empty lines and
 * a byte order mark are ignored.
 */
final class IdfLines {
  private static final int MAX_LINE = IdfDictionary.MAX_TERM_LENGTH + 100;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9.]+([eE][+-]?[0-9]+)?");

  private final MessageDigest sha256 = sha256();
  private final InputStream content;
  private final IdfDictionary.Builder terms = new IdfDictionary.Builder();
  private byte[] line = new byte[256];
  private int length;
  private int number;

  IdfLines(InputStream content) {
    this.content = new BufferedInputStream(new DigestInputStream(content, sha256), 1 << 16);
  }

  IdfDictionary read() throws IOException {
    while (nextLine()) {
      parse();
    }
    if (terms.size() == 0) {
      throw new IllegalArgumentException(
          "an idf dictionary must have at least one line [term idf], got none");
    }
    return terms.build(HexFormat.of().formatHex(sha256.digest()));
  }

  /** Parses a plain decimal number, rejecting other Java forms such as NaN and 0x1p3. */
  static double parseNumber(String text) {
    if (NUMBER.matcher(text).matches() == false) {
      throw new NumberFormatException("not a number: [" + text + "]");
    }
    return Double.parseDouble(text);
  }

  private boolean nextLine() throws IOException {
    length = 0;
    number++;
    int read = content.read();
    if (read < 0) {
      return false;
    }
    for (; read >= 0 && read != '\n'; read = content.read()) {
      if (length == MAX_LINE) {
        throw broken("must be at most " + MAX_LINE + " bytes long, but is longer");
      }
      if (length == line.length) {
        line = Arrays.copyOf(line, length * 2);
      }
      line[length++] = (byte) read;
    }
    return true;
  }

  private void parse() {
    int start = number == 1 && startsWithMark() ? BYTE_ORDER_MARK.length : 0;
    int end = length;
    while (start < end && isBlank(line[start])) {
      start++;
    }
    while (start < end && isBlank(line[end - 1])) {
      end--;
    }
    if (start == end) {
      return;
    }
    int value = end;
    while (value > start && isBlank(line[value - 1]) == false) {
      value--;
    }
    int term = value;
    while (term > start && isBlank(line[term - 1])) {
      term--;
    }
    add(start, term, text(start, end), text(value, end));
  }

  private void add(int start, int end, String whole, String idf) {
    if (end == start) {
      throw broken("must be [term idf], got [" + Fingerprint.shown(whole) + "]");
    }
    if (end - start > IdfDictionary.MAX_TERM_LENGTH) {
      throw broken(
          "must have a term of at most "
              + IdfDictionary.MAX_TERM_LENGTH
              + " bytes, got one of ["
              + (end - start)
              + "]");
    }
    if (terms.add(line, start, end - start, idf(whole, idf)) == false) {
      throw broken("gives a term a second time, got [" + Fingerprint.shown(whole) + "]");
    }
  }

  private int idf(String whole, String idf) {
    try {
      return Weights.idf(parseNumber(idf));
    } catch (NumberFormatException e) {
      throw broken("must be [term idf], got [" + Fingerprint.shown(whole) + "]");
    } catch (IllegalArgumentException e) {
      throw broken("has an idf out of bounds: " + e.getMessage());
    }
  }

  private String text(int start, int end) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(line, start, end - start))
          .toString();
    } catch (CharacterCodingException e) {
      throw broken("must be UTF-8, but is not");
    }
  }

  private boolean startsWithMark() {
    int end = BYTE_ORDER_MARK.length;
    return length >= end && Arrays.equals(line, 0, end, BYTE_ORDER_MARK, 0, end);
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\r';
  }

  private IllegalArgumentException broken(String reason) {
    return new IllegalArgumentException("line [" + number + "] " + reason);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}

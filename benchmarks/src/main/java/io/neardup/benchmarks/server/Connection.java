// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * One keep-alive HTTP connection that sends prepared bytes and waits for the response in the same
 * thread. Client libraries pass requests between threads, which on a small machine costs as much as
 * the lookups measured here. Not thread-safe.
 */
public final class Connection implements Closeable {
  private static final String CONTENT_LENGTH = "\r\ncontent-length: ";
  private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private byte[] buffer = new byte[1 << 16];

  public Connection(String host, int port) throws IOException {
    socket = new Socket(host, port);
    socket.setTcpNoDelay(true);
    in = socket.getInputStream();
    out = socket.getOutputStream();
  }

  /**
   * A response.
   *
   * @param nanos from before the first byte sent to after the last one received
   */
  public record Answer(int status, byte[] body, long nanos) {
    /** Requires a request to have succeeded. */
    public Answer successful(byte[] request) throws IOException {
      if (status >= 300) {
        String asked =
            new String(request, 0, Math.min(500, request.length), StandardCharsets.UTF_8);
        throw new IOException(asked.strip() + "\nwas answered " + this);
      }
      return this;
    }

    /** The body. */
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
      return status + " " + text();
    }
  }

  /** The bytes of a request with a body of JSON, or of lines of JSON. */
  static byte[] request(String method, String path, byte[] body, int length) {
    String head =
        String.format(
            Locale.ROOT,
            "%s %s HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
                + "content-length: %d\r\n\r\n",
            method,
            path,
            length);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(head.length() + length);
    bytes.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
    bytes.write(body, 0, length);
    return bytes.toByteArray();
  }

  /** The bytes of a GET. */
  public static byte[] get(String path) {
    return request("GET", path, new byte[0], 0);
  }

  /** The bytes of a POST. */
  public static byte[] post(String path, String body) {
    byte[] utf8 = body.getBytes(StandardCharsets.UTF_8);
    return request("POST", path, utf8, utf8.length);
  }

  /** Sends such bytes, and returns any response. */
  public Answer send(byte[] request) throws IOException {
    long began = System.nanoTime();
    out.write(request);
    int end = 0;
    int head = -1;
    while (head < 0) {
      end += read(end);
      head = endOfHead(end);
    }
    String headers = new String(buffer, 0, head, StandardCharsets.US_ASCII);
    int total = head + contentLength(headers);
    while (end < total) {
      end += read(end);
    }
    long nanos = System.nanoTime() - began;
    byte[] body = Arrays.copyOfRange(buffer, head, total);
    return new Answer(Integer.parseInt(headers.substring(9, 12)), body, nanos);
  }

  /** Sends a request that must succeed. */
  public Answer succeed(String method, String path, String body) throws IOException {
    byte[] utf8 = body.getBytes(StandardCharsets.UTF_8);
    return succeed(request(method, path, utf8, utf8.length));
  }

  /** Sends a request that must succeed. */
  public Answer succeed(byte[] request) throws IOException {
    return send(request).successful(request);
  }

  private int read(int from) throws IOException {
    if (from == buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    }
    int count = in.read(buffer, from, buffer.length - from);
    if (count < 0) {
      throw new EOFException("the server closed the connection");
    }
    return count;
  }

  /** The start of the body, or -1 if it has not arrived yet. */
  private int endOfHead(int end) {
    for (int i = 0; i + END_OF_HEAD.length <= end; i++) {
      if (Arrays.equals(buffer, i, i + END_OF_HEAD.length, END_OF_HEAD, 0, END_OF_HEAD.length)) {
        return i + END_OF_HEAD.length;
      }
    }
    return -1;
  }

  private static int contentLength(String headers) throws IOException {
    int at = headers.toLowerCase(Locale.ROOT).indexOf(CONTENT_LENGTH);
    if (at < 0) {
      throw new IOException("no content-length in the answer: " + headers);
    }
    int from = at + CONTENT_LENGTH.length();
    return Integer.parseInt(headers.substring(from, headers.indexOf('\r', from)).strip());
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

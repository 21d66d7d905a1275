// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import io.neardup.cli.io.Fault;
import io.neardup.fingerprint.features.FeatureHasher;
import io.neardup.fingerprint.features.HashFunction;
import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.MinHashSignature;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Signatures and ids of documents in a temporary file that is mapped into memory, so that the heap
 * holds eight bytes for each. Written by one thread, then read by one.
 */
final class SignatureFile implements AutoCloseable {
  private static final int CHUNK_BITS = 28;
  private static final int CHUNK = 1 << CHUNK_BITS;

  private final Path path;
  private final FileChannel channel;
  private final List<MappedByteBuffer> chunks = new ArrayList<>();
  private final LongPages places;
  private final FeatureHasher hasher = HashFunction.XXH64.hasher();
  private int size;

  /** Where the next record goes. */
  private long end;

  SignatureFile(MemoryAccount memory) throws IOException {
    path = Files.createTempFile("near-dup", ".signatures");
    path.toFile().deleteOnExit();
    channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    places = new LongPages(0, memory);
  }

  /** How many there are. */
  int size() {
    return size;
  }

  void add(String id, MinHashSignature signature) throws IOException {
    byte[] bytes = signature.toBytes();
    byte[] name = id.getBytes(StandardCharsets.UTF_8);
    int length = 2 * Integer.BYTES + bytes.length + name.length;
    if (length > CHUNK) {
      throw Fault.usage("an id has more than 256 MB");
    }
    if ((end & CHUNK - 1) + length > CHUNK || chunks.isEmpty()) {
      end = (long) chunks.size() << CHUNK_BITS;
      chunks.add(channel.map(FileChannel.MapMode.READ_WRITE, end, CHUNK));
    }
    places.grow(size + 1);
    places.set(size++, end);
    MappedByteBuffer chunk = chunk(end);
    int at = at(end);
    chunk.putInt(at, bytes.length).putInt(at + Integer.BYTES, name.length);
    chunk.put(at + 2 * Integer.BYTES, bytes);
    chunk.put(at + 2 * Integer.BYTES + bytes.length, name);
    end += length;
  }

  private MappedByteBuffer chunk(long place) {
    return chunks.get((int) (place >>> CHUNK_BITS));
  }

  private static int at(long place) {
    return (int) (place & CHUNK - 1);
  }

  MinHashSignature signature(int document) {
    byte[] bytes = new byte[MinHashSignature.MAX_BYTES];
    return MinHashSignature.of(bytes, 0, read(document, bytes));
  }

  /** The binary form of a signature into {@code bytes}; its length. */
  int read(int document, byte... bytes) {
    long place = places.get(document);
    int length = chunk(place).getInt(at(place));
    chunk(place).get(at(place) + 2 * Integer.BYTES, bytes, 0, length);
    return length;
  }

  String id(int document) {
    return new String(idBytes(document), StandardCharsets.UTF_8);
  }

  private byte[] idBytes(int document) {
    long place = places.get(document);
    int before = chunk(place).getInt(at(place));
    byte[] id = new byte[chunk(place).getInt(at(place) + Integer.BYTES)];
    chunk(place).get(at(place) + 2 * Integer.BYTES + before, id);
    return id;
  }

  /**
   * An id of two documents, told by its hash; null if there is none.
   *
   * @param others ids of documents without a signature
   */
  String idOfTwo(List<String> others) {
    long[] hashes =
        LongStream.concat(
                IntStream.range(0, size).mapToLong(this::idHash),
                others.stream().mapToLong(this::idHash))
            .sorted()
            .toArray();
    for (int i = 1; i < hashes.length; i++) {
      long hash = hashes[i];
      if (hash == hashes[i - 1]) {
        return Stream.concat(
                IntStream.range(0, size).filter(each -> idHash(each) == hash).mapToObj(this::id),
                others.stream().filter(each -> idHash(each) == hash))
            .findFirst()
            .orElseThrow();
      }
    }
    return null;
  }

  private long idHash(int document) {
    return hash(idBytes(document));
  }

  private long idHash(String id) {
    return hash(id.getBytes(StandardCharsets.UTF_8));
  }

  private long hash(byte... id) {
    return hasher.hash(id, 0, id.length);
  }

  @Override
  public void close() throws IOException {
    chunks.clear();
    channel.close();
    Files.deleteIfExists(path);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import io.neardup.cli.io.Fault;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Files whose texts are signed, so that they can be compared: what the commands for pairs and for
 * groups share. Texts are signed some at a time, by all cores.
 */
final class SignedFiles {
  /** Characters of texts that are held at once. */
  private static final int BATCH = 1 << 22;

  private static final double RECALL = 0.95;

  @Mixin Documents documents;
  @Mixin private Features features;

  @Option(
      names = "--similarity",
      defaultValue = "0.5",
      description =
          "greater than 0, at most 1: the part of their features that near texts share (default:"
              + " ${DEFAULT-VALUE})")
  private double similarity;

  private final ThreadLocal<Features.Sketcher> sketchers =
      ThreadLocal.withInitial(() -> features.sketcher());
  private final List<TextDocument> batch = new ArrayList<>();
  private final List<String> unsigned = new ArrayList<>();
  private long batchLength;
  private SignatureFile signatures;

  /** What is done with signed documents. */
  @FunctionalInterface
  interface Work {
    void run(SignatureFile signatures, Near near);
  }

  void with(PrintWriter err, Work work) throws IOException {
    features.orElse(true, "token_pair");
    Bands bands = Bands.of(similarity, RECALL);
    long count = documents.count();
    long room = Runtime.getRuntime().maxMemory() / 4 * 3;
    if (Near.bytes(count, bands) > room) {
      throw tooMany(count, Near.bytes(count, bands));
    }
    try (MemoryAccount memory = new MemoryAccount(bound(room));
        SignatureFile file = new SignatureFile(memory);
        Progress progress = Progress.of(err, "texts", count)) {
      signatures = file;
      documents.forEach(document -> add(document, progress), unsigned::add);
      sign(progress);
      progress.clear();
      work.run(file, new Near(file, similarity, bands, memory));
    } catch (OutOfMemoryError e) {
      throw tooMany(signatures.size(), Near.bytes(signatures.size(), bands));
    }
  }

  /** The ids of documents that are near nothing, since they have nothing to be compared by. */
  List<String> unsigned() {
    return unsigned;
  }

  double similarity() {
    return similarity;
  }

  private LongConsumer bound(long room) {
    AtomicLong taken = new AtomicLong();
    return bytes -> {
      if (bytes > 0 && taken.get() + bytes > room) {
        throw tooMany(signatures == null ? 0 : signatures.size(), taken.get() + bytes);
      }
      taken.addAndGet(bytes);
    };
  }

  private static Fault tooMany(long documents, long bytes) {
    return new Fault(
        Fault.MEMORY,
        String.format(
            Locale.ROOT,
            "%,d documents take up to %,d MB of memory, and there are %,d MB; give java more by"
                + " JAVA_TOOL_OPTIONS=-Xmx%dm, or divide the files",
            documents,
            bytes >> 20,
            Runtime.getRuntime().maxMemory() >> 20,
            Math.max(bytes >> 19, 64)));
  }

  private void add(TextDocument document, Progress progress) {
    batch.add(document);
    batchLength += document.text().length();
    if (batchLength > BATCH) {
      sign(progress);
    }
  }

  private void sign(Progress progress) {
    List<MinHashSignature> signed =
        batch.parallelStream()
            .map(document -> sketchers.get().sketch(document.text()).signature())
            .toList();
    for (int i = 0; i < batch.size(); i++) {
      // Texts of punctuation alone have no feature, and no signature.
      if (signed.get(i) == null) {
        unsigned.add(batch.get(i).id());
      } else {
        try {
          signatures.add(batch.get(i).id(), signed.get(i));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    progress.add(batch.size());
    batch.clear();
    batchLength = 0;
  }
}

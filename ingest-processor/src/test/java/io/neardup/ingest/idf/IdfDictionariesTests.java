// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.idf;

import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.startsWith;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPOutputStream;
import org.apache.lucene.tests.mockfile.FilterFileSystemProvider;
import org.junit.Before;
import org.opensearch.common.breaker.TestCircuitBreaker;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.common.breaker.NoopCircuitBreaker;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.indices.breaker.BreakerSettings;
import org.opensearch.indices.breaker.HierarchyCircuitBreakerService;
import org.opensearch.test.OpenSearchTestCase;

public class IdfDictionariesTests extends OpenSearchTestCase {
  private static final String FOX = "fox 2\ndog 4\n";
  private static final String CAT = "cat 3\ndog 4\n";

  private Path folder;
  private CircuitBreaker breaker;
  private IdfDictionaries dictionaries;

  @Before
  public void open() throws IOException {
    folder = Files.createDirectories(createTempDir().resolve("near-dup/idf"));
    open(1 << 24);
  }

  private void open(long limit) {
    breaker =
        new HierarchyCircuitBreakerService(
                Settings.builder().put("indices.breaker.total.use_real_memory", false).build(),
                List.of(new BreakerSettings("near_dup", limit, 1.0)),
                new ClusterSettings(Settings.EMPTY, ClusterSettings.BUILT_IN_CLUSTER_SETTINGS))
            .getBreaker("near_dup");
    dictionaries = new IdfDictionaries(folder, breaker, "the.limit");
  }

  private void write(String file, String content) throws IOException {
    write(file, content.getBytes(StandardCharsets.UTF_8));
  }

  /** Atomically, as recommended: a file appears complete. */
  private void write(String file, byte[] content) throws IOException {
    Path beside = folder.resolve("beside");
    Files.write(beside, content);
    Files.move(beside, folder.resolve(file), StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] gzip(String content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static String digest(String content) throws Exception {
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    return HexFormat.of().formatHex(sha256.digest(content.getBytes(StandardCharsets.UTF_8)));
  }

  private static String pinned(String content) throws Exception {
    return "news@" + digest(content).substring(0, 12);
  }

  private String get(String name) {
    return dictionaries.get(IdfName.parse(name)).name().toString();
  }

  private String check(String name) {
    return dictionaries.check(IdfName.parse(name)).name().toString();
  }

  private String refusal(String name) {
    return expectThrows(IllegalArgumentException.class, () -> get(name)).getMessage();
  }

  public void testReadOnceAndShared() throws Exception {
    write("news.txt", FOX);
    IdfDictionaries.Named first = dictionaries.get(IdfName.parse("news"));
    assertEquals(pinned(FOX), first.name().toString());
    assertEquals(512, first.dictionary().find("fox".getBytes(StandardCharsets.UTF_8), 0, 3));
    Files.delete(folder.resolve("news.txt"));
    assertSame(first.dictionary(), dictionaries.get(IdfName.parse("news")).dictionary());
    assertSame(first.dictionary(), dictionaries.get(first.name()).dictionary());
    assertSame(
        first.dictionary(), dictionaries.get(IdfName.parse("news@" + digest(FOX))).dictionary());
  }

  public void testGzipHasTheDigestOfItsContent() throws Exception {
    write("news.txt.gz", gzip(FOX));
    assertEquals(pinned(FOX), get("news"));
  }

  public void testMissing() throws Exception {
    String missing =
        "names the dictionary [news], but this node has no file [news.txt] or [news.txt.gz] in"
            + " [config/near-dup/idf]; put it there on every node";
    assertEquals(missing, refusal("news"));
    assertEquals(missing, refusal("news@0123456789ab"));
    dictionaries = new IdfDictionaries(folder.resolve("gone"), breaker, "the.limit");
    assertThat(refusal("news"), containsString("this node has no file"));
    assertEquals(List.of(), dictionaries.all());
  }

  public void testArrivesLater() throws Exception {
    assertThat(refusal("news"), containsString("this node has no file"));
    write("news.txt", "fox 2\ndog\n");
    assertThat(refusal("news"), containsString("line [2]"));
    write("news.txt", FOX);
    assertEquals(pinned(FOX), get("news"));
  }

  public void testBrokenFiles() throws Exception {
    write("news.txt", "fox 2\n\ndog four\n");
    assertEquals(
        "names the dictionary [news.txt], which is broken on this node: line"
            + " [3] must be [term idf], got [dog four]; correct the file",
        refusal("news"));
    write("zip.txt.gz", FOX);
    assertEquals(unreadable("zip.txt.gz"), refusal("zip"));
    byte[] whole = gzip(FOX + randomAlphaOfLength(2000) + " 1\n");
    write("cut.txt.gz", Arrays.copyOf(whole, whole.length / 2));
    assertEquals(unreadable("cut.txt.gz"), refusal("cut"));
    Files.createDirectories(folder.resolve("dir.txt"));
    assertEquals(
        "names a dictionary, but [dir.txt] is not a regular file on this node;" + " replace it",
        refusal("dir"));
    write("both.txt", FOX);
    write("both.txt.gz", gzip(FOX));
    assertEquals(
        "names the dictionary [both], but this node has both [both.txt] and"
            + " [both.txt.gz]; remove one of them",
        refusal("both"));
    assertEquals(List.of(), dictionaries.all());
    assertEquals(0, breaker.getUsed());
  }

  public void testAFileThatCannotBeRead() throws Exception {
    write("news.txt", FOX);
    for (boolean found : new boolean[] {false, true}) {
      IOException denied = new AccessDeniedException("denied");
      assertUnreadable(found, denied);
      // The server's policy throws this for files that the plugin may not read.
      RuntimeException forbidden = new SecurityException("forbidden");
      assertUnreadable(found, forbidden);
    }
  }

  /** Says neither where the file is nor what was thrown. */
  private static String unreadable(String file) {
    return "names the dictionary ["
        + file
        + "], but this node cannot read it, as its log says; correct the file or its permissions";
  }

  private void assertUnreadable(boolean found, Exception failure) {
    FilterFileSystemProvider failing =
        new FilterFileSystemProvider("failing", folder.getFileSystem()) {
          @Override
          public <A extends BasicFileAttributes> A readAttributes(
              Path path, Class<A> type, LinkOption... options) throws IOException {
            if (found == false) {
              fail(failure);
            }
            return super.readAttributes(path, type, options);
          }

          @Override
          public InputStream newInputStream(Path path, OpenOption... options) throws IOException {
            fail(failure);
            return super.newInputStream(path, options);
          }
        };
    dictionaries = new IdfDictionaries(failing.wrapPath(folder), breaker, "the.limit");
    assertEquals(unreadable("news.txt"), refusal("news"));
    assertEquals(0, breaker.getUsed());
  }

  private static void fail(Exception failure) throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    }
    throw (RuntimeException) failure;
  }

  /** A file system may keep times only to the second, and identities not at all. */
  public void testAnyChangeOfAFileIsSeen() throws Exception {
    FileTime time = FileTime.fromMillis(1_000_000);
    Path file = folder.resolve("news.txt");
    write("news.txt", FOX);
    Files.setLastModifiedTime(file, time);
    assertEquals(pinned(FOX), check(pinned(FOX)));

    // A different file.
    write("news.txt", CAT);
    Files.setLastModifiedTime(file, time);
    assertEquals(pinned(CAT), check(pinned(CAT)));

    // The same file at a different time.
    Files.writeString(file, FOX);
    Files.setLastModifiedTime(file, FileTime.fromMillis(2_000_000));
    assertEquals(pinned(FOX), check(pinned(FOX)));

    // The same file and time, but a different size.
    Files.writeString(file, CAT + FOX.substring(0, 6));
    Files.setLastModifiedTime(file, FileTime.fromMillis(2_000_000));
    expectThrows(IllegalArgumentException.class, () -> check(pinned(FOX)));
  }

  /** Small files are charged once per read. */
  private AtomicInteger countReads() {
    AtomicInteger reads = new AtomicInteger();
    CircuitBreaker counting =
        new NoopCircuitBreaker("near_dup") {
          @Override
          public double addEstimateBytesAndMaybeBreak(long bytes, String label) {
            // Slow enough for others to start reading as well, if they could.
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            return reads.incrementAndGet();
          }
        };
    dictionaries = new IdfDictionaries(folder, counting, "the.limit");
    return reads;
  }

  public void testAFileIsReadOncePerContent() throws Exception {
    AtomicInteger reads = countReads();
    write("news.txt", FOX);
    for (int i = 0; i < 3; i++) {
      check("news");
      get("news");
    }
    assertEquals(1, reads.get());
    assertThat(refusal("news@0123456789ab"), startsWith("must be the dictionary"));
    assertEquals(1, reads.get());
    write("news.txt", CAT);
    get(pinned(CAT));
    assertEquals(2, reads.get());
  }

  public void testAPinnedNameTakesThatContentOnly() throws Exception {
    write("news.txt", CAT);
    String differs =
        "must be the dictionary ["
            + pinned(FOX)
            + "], but the file on this node is ["
            + pinned(CAT)
            + "]; put the file with that content on every node, or name the digest of another";
    assertEquals(differs, refusal(pinned(FOX)));
    assertEquals(differs, refusal(pinned(FOX)));
    write("news.txt", FOX);
    assertEquals(pinned(FOX), get(pinned(FOX)));
    assertEquals("what was read stays", pinned(CAT), get(pinned(CAT)));
  }

  public void testANameMeansTheContentReadFirst() throws Exception {
    write("news.txt", FOX);
    assertEquals(pinned(FOX), get("news"));
    write("news.txt", CAT);
    assertEquals(pinned(FOX), get("news"));
    assertEquals(pinned(CAT), get(pinned(CAT)));
    assertEquals(pinned(FOX), get("news"));
  }

  public void testCheckLooksAtTheFileAsItIs() throws Exception {
    write("news.txt", FOX);
    assertEquals(pinned(FOX), check("news"));
    assertEquals(pinned(FOX), check(pinned(FOX)));
    write("news.txt", CAT);
    assertEquals(
        "names the dictionary [news], whose file has changed since this node read it: the node uses"
            + " ["
            + pinned(FOX)
            + "] until it restarts, and ["
            + pinned(CAT)
            + "] afterwards; name a digest to choose one",
        expectThrows(IllegalArgumentException.class, () -> check("news")).getMessage());
    assertEquals(pinned(CAT), check(pinned(CAT)));
    expectThrows(IllegalArgumentException.class, () -> check(pinned(FOX)));
    write("news.txt", FOX);
    assertEquals("the old file is back", pinned(FOX), check("news"));
    Files.delete(folder.resolve("news.txt"));
    expectThrows(IllegalArgumentException.class, () -> check("news"));
  }

  public void testEverythingInMemoryIsCharged() throws Exception {
    write("news.txt", FOX);
    write("more.txt", CAT);
    get("news");
    get("more");
    write("news.txt", CAT);
    get(pinned(CAT));
    write("news.txt", FOX);
    check("news");
    long bytes =
        dictionaries.all().stream().mapToLong(one -> one.dictionary().ramBytesUsed()).sum();
    assertEquals(
        List.of("more", "news", "news"),
        dictionaries.all().stream().map(one -> one.name().name()).toList());
    assertEquals(bytes, breaker.getUsed());
  }

  public void testTooLargeForTheBreaker() throws Exception {
    open(3 << 20);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 100_000; i++) {
      lines.append("term-").append(i).append(" 7.5\n");
    }
    // A compressed file tells its size too late.
    write("news.txt.gz", gzip(lines.toString()));
    CircuitBreakingException e = expectThrows(CircuitBreakingException.class, () -> get("news"));
    assertEquals(RestStatus.TOO_MANY_REQUESTS, e.status());
    assertThat(
        e.getMessage(),
        allOf(
            containsString("idf dictionary news.txt.gz"),
            endsWith("; use a smaller dictionary, or raise [the.limit]")));
    assertEquals(0, breaker.getUsed());
    open(6 << 20);
    assertEquals(100_000, dictionaries.get(IdfName.parse("news")).dictionary().size());
  }

  public void testABreakerThatTripsLeavesNothingBehind() throws Exception {
    TestCircuitBreaker trips = new TestCircuitBreaker();
    dictionaries = new IdfDictionaries(folder, trips, "the.limit");
    write("news.txt", FOX);
    trips.startBreaking();
    expectThrows(CircuitBreakingException.class, () -> get("news"));
    trips.stopBreaking();
    assertEquals(pinned(FOX), get("news"));
  }

  public void testManyThreadsReadOnce() throws Exception {
    AtomicInteger reads = countReads();
    write("news.txt", FOX);
    int threads = 8;
    CyclicBarrier barrier = new CyclicBarrier(threads);
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Future<Object>> found = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        boolean checks = i % 2 == 0;
        found.add(
            pool.submit(
                () -> {
                  barrier.await();
                  IdfName name = IdfName.parse("news");
                  return (checks ? dictionaries.check(name) : dictionaries.get(name)).dictionary();
                }));
      }
      for (Future<Object> one : found) {
        assertSame(found.get(0).get(), one.get());
      }
    }
    assertEquals(1, dictionaries.all().size());
    assertEquals(1, reads.get());
  }
}

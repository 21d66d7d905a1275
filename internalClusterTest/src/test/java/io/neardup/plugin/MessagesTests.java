// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import io.neardup.action.DocumentRights;
import io.neardup.collapse.SearchCollapse;
import io.neardup.groups.Groups;
import io.neardup.ingest.neardup.NearDupService;
import io.neardup.request.WireVersion;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.opensearch.Version;
import org.opensearch.action.support.nodes.BaseNodeResponse;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.common.io.stream.InputStreamStreamInput;
import org.opensearch.core.common.io.stream.NamedWriteable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.transport.TransportMessage;
import org.opensearch.search.aggregations.AggregationBuilder;
import org.opensearch.search.aggregations.InternalAggregation;
import org.opensearch.test.OpenSearchTestCase;

/**
 * Whatever the plugin sends from node to node begins with a version of its own, and whoever reads
 * one that it does not know says which node to upgrade. All classes of the modules that send any
 * are looked at, so that nobody forgets a new message.
 */
public class MessagesTests extends OpenSearchTestCase {
  private static final int NEWEST = WireVersion.V_0_1_0;
  private static final List<Class<?>> ONE_OF_EACH_MODULE =
      List.of(
          WireVersion.class,
          NearDupService.class,
          DocumentRights.class,
          SearchCollapse.class,
          Groups.class);

  public void testEveryMessageBeginsWithAVersion() throws Exception {
    for (Class<?> message : messages()) {
      Counted zeros = new Counted(start(message), zeros());
      Throwable refusal = readFails(message, zeros);
      assertEquals(message.toString(), IllegalStateException.class, refusal.getClass());
      assertEquals(
          "a message of the near-dup plugin has no version, but all have one since release"
              + " [0.1.0]; upgrade the plugin on the node that sent it",
          refusal.getMessage());
    }
  }

  public void testANewerVersionIsRefusedByAllMessages() throws Exception {
    for (Class<?> message : messages()) {
      Counted zeros = new Counted(start(message), zeros());
      readFails(message, zeros);
      byte[] before = Arrays.copyOf(zeros.read.toByteArray(), zeros.read.size() - 1);
      try (BytesStreamOutput newer = new BytesStreamOutput()) {
        newer.writeBytes(before);
        newer.writeVInt(NEWEST + 101);
        Throwable refusal = readFails(message, newer.bytes().streamInput());
        assertEquals(message.toString(), IllegalStateException.class, refusal.getClass());
        assertEquals(
            "a message of the near-dup plugin has version [0.2.1], but the receiving node"
                + " understands versions up to [0.1.0]; upgrade the plugin on that node",
            refusal.getMessage());
      }
    }
  }

  public void testKnownVersionsAreTold() throws IOException {
    try (BytesStreamOutput out = new BytesStreamOutput()) {
      WireVersion.write(out, WireVersion.V_0_1_0);
      assertEquals(WireVersion.V_0_1_0, WireVersion.read(out.bytes().streamInput()));
    }
  }

  /** What superclasses cannot read from zeros: the address of a node, a map. */
  private static byte[] start(Class<?> message) throws IOException {
    try (BytesStreamOutput out = new BytesStreamOutput()) {
      if (BaseNodeResponse.class.isAssignableFrom(message)) {
        new DiscoveryNode("n", buildNewFakeTransportAddress(), Version.CURRENT).writeTo(out);
      } else if (InternalAggregation.class.isAssignableFrom(message)) {
        out.writeString("hits");
        out.writeMap(Map.of());
      } else if (AggregationBuilder.class.isAssignableFrom(message)) {
        out.writeString("hits");
        out.writeVInt(0);
        out.writeVInt(0);
        out.writeMap(Map.of());
      }
      return BytesReference.toBytes(out.bytes());
    }
  }

  private static Throwable readFails(Class<?> message, StreamInput in) throws Exception {
    MethodHandle read =
        MethodHandles.privateLookupIn(message, MethodHandles.lookup())
            .findConstructor(message, MethodType.methodType(void.class, StreamInput.class));
    try {
      read.invoke(in);
    } catch (Throwable e) {
      return e;
    }
    throw new AssertionError(message + " was read from what is none");
  }

  private static List<Class<?>> messages() throws Exception {
    List<Class<?>> messages = new ArrayList<>();
    for (Class<?> one : ONE_OF_EACH_MODULE) {
      for (String name : classNames(one)) {
        Class<?> found = Class.forName(name, false, one.getClassLoader());
        if ((TransportMessage.class.isAssignableFrom(found)
                || NamedWriteable.class.isAssignableFrom(found))
            && Modifier.isAbstract(found.getModifiers()) == false
            && isReadFromStreams(found)) {
          messages.add(found);
        }
      }
    }
    assertTrue(messages.toString(), messages.size() > 15);
    return messages;
  }

  /** Some extend what could be sent, and stay where they are. */
  private static boolean isReadFromStreams(Class<?> message) {
    return Stream.of(message.getDeclaredConstructors())
        .anyMatch(it -> Arrays.equals(it.getParameterTypes(), new Class<?>[] {StreamInput.class}));
  }

  /** All classes that are where this one is: in a folder, or packaged. */
  private static List<String> classNames(Class<?> one) throws Exception {
    Path place = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (Files.isDirectory(place)) {
      return classNames(place);
    }
    try (FileSystem jar = FileSystems.newFileSystem(place)) {
      return classNames(jar.getPath("/"));
    }
  }

  private static List<String> classNames(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.endsWith(".class") && file.endsWith("-info.class") == false)
          .map(file -> file.replace(".class", "").replaceAll("[/\\\\]", "."))
          .toList();
    }
  }

  private static InputStream zeros() {
    return new ByteArrayInputStream(new byte[4096]);
  }

  /** Remembers what was read. */
  private static final class Counted extends InputStreamStreamInput {
    private final ByteArrayOutputStream read;

    Counted(byte[] start, InputStream rest) {
      this(
          new SequenceInputStream(new ByteArrayInputStream(start), rest),
          new ByteArrayOutputStream());
    }

    private Counted(InputStream all, ByteArrayOutputStream read) {
      super(
          new InputStream() {
            @Override
            public int read() throws IOException {
              int next = all.read();
              read.write(next);
              return next;
            }
          });
      this.read = read;
    }
  }
}

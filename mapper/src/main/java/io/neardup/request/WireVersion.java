// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.io.IOException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;

/**
 * The version that every message between nodes begins with, in a byte or two. The version of the
 * server, which a stream knows, does not tell two releases of the plugin apart.
 *
 * <p>A version is the release that introduced a form of messages, and one number counts for all
 * messages. A message is written in the lowest version that can say all of it: nodes of an older
 * release then understand whatever that release could have said itself, and only what is new is
 * refused there, by {@link #read}, in words that tell which node to upgrade.
 *
 * <pre>{@code
 * Request(StreamInput in) throws IOException {
 *   super(in);
 *   int version = WireVersion.read(in);
 *   field = in.readString();
 *   limit = version >= WireVersion.V_0_2_0 ? in.readVInt() : DEFAULT_LIMIT;
 * }
 *
 * public void writeTo(StreamOutput out) throws IOException {
 *   super.writeTo(out);
 *   boolean old = limit == DEFAULT_LIMIT;
 *   WireVersion.write(out, old ? WireVersion.V_0_1_0 : WireVersion.V_0_2_0);
 *   out.writeString(field);
 *   if (old == false) {
 *     out.writeVInt(limit);
 *   }
 * }
 * }</pre>
 *
 * <p>What a message consists of (its {@code Writeable} parts) has no version of its own. A message
 * that is new in some release begins with that one.
 */
public final class WireVersion {
  /** The first release whose messages have a version: 10000 x major + 100 x minor + patch. */
  public static final int V_0_1_0 = 100;

  /** The newest that this release reads and writes. */
  private static final int NEWEST = V_0_1_0;

  private WireVersion() {}

  /**
   * Begins a message, right behind what its superclass writes.
   *
   * @param lowest the lowest version that can say all that the message says
   */
  public static void write(StreamOutput out, int lowest) throws IOException {
    out.writeVInt(lowest);
  }

  /**
   * Begins to read a message, right behind what its superclass reads.
   *
   * @return the version that the rest of the message is written in
   * @throws IllegalStateException if this release does not know it, saying which node to upgrade
   */
  public static int read(StreamInput in) throws IOException {
    int version = in.readVInt();
    if (version > NEWEST) {
      throw new IllegalStateException(
          "a message of the plugin near-dup has version ["
              + shown(version)
              + "], and the node that was to read it reads none above ["
              + shown(NEWEST)
              + "]; upgrade the plugin on that node");
    }
    if (version < V_0_1_0) {
      throw new IllegalStateException(
          "a message of the plugin near-dup has no version, and each has one since release ["
              + shown(V_0_1_0)
              + "]; upgrade the plugin on the node that sent it");
    }
    return version;
  }

  private static String shown(int version) {
    return version / 10_000 + "." + version / 100 % 100 + "." + version % 100;
  }
}

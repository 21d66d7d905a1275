// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.io.IOException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;

/**
 * The version at the start of every message between nodes, one or two bytes. A stream knows the
 * version of the server, which does not distinguish releases of the plugin.
 *
 * <p>A version is the release that introduced a form of some message; all messages share one
 * numbering. A message is written in the lowest version that can express it: nodes of an older
 * release then understand everything that release could have sent itself, and {@link #read} rejects
 * only what is new, with an error that names the node to upgrade.
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
 * <p>The {@code Writeable} parts of a message have no version of their own. A message that is new
 * in some release starts with that version.
 */
public final class WireVersion {
  /** The first release whose messages have a version: 10000 x major + 100 x minor + patch. */
  public static final int V_0_1_0 = 100;

  /** The newest version that this release reads and writes. */
  private static final int NEWEST = V_0_1_0;

  private WireVersion() {}

  /**
   * Starts a message, right after what its superclass writes.
   *
   * @param lowest the lowest version that can express the message
   */
  public static void write(StreamOutput out, int lowest) throws IOException {
    out.writeVInt(lowest);
  }

  /**
   * Starts reading a message, right after what its superclass reads.
   *
   * @return the version that the rest of the message is written in
   * @throws IllegalStateException if this release does not know it, saying which node to upgrade
   */
  public static int read(StreamInput in) throws IOException {
    int version = in.readVInt();
    if (version > NEWEST) {
      throw new IllegalStateException(
          "a message of the near-dup plugin has version ["
              + shown(version)
              + "], but the receiving node understands versions up to ["
              + shown(NEWEST)
              + "]; upgrade the plugin on that node");
    }
    if (version < V_0_1_0) {
      throw new IllegalStateException(
          "a message of the near-dup plugin has no version, but all have one since release ["
              + shown(V_0_1_0)
              + "]; upgrade the plugin on the node that sent it");
    }
    return version;
  }

  private static String shown(int version) {
    return version / 10_000 + "." + version / 100 % 100 + "." + version % 100;
  }
}

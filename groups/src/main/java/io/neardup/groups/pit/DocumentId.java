// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Group;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import org.opensearch.common.Nullable;
import org.opensearch.common.hash.MessageDigests;

/**
 * A document, and the version of it that was grouped.
 *
 * @param index its name, with that of its cluster if that is another one: {@code far:news}
 * @param uuid of the index: one of the same name that is created later is another one
 * @param routing null if it has none of its own
 */
public record DocumentId(
    String index, String uuid, String id, @Nullable String routing, long seqNo, long primaryTerm) {
  private static final int KEY_BYTES = 16;

  /** By index, routing and id, of documents that are equal in all else. */
  public static final Comparator<DocumentId> ORDER =
      Comparator.comparing(DocumentId::index)
          .thenComparing(document -> document.routing == null ? "" : document.routing)
          .thenComparing(DocumentId::id);

  /**
   * The same for the same document, however often it is written: 22 characters, of which core keeps
   * 16 bytes. Core looks each new id up among all others, and sorts them for each segment: the
   * longer an id, the slower ({@code -Drun=groups --only=dest}).
   */
  public String key() {
    byte[] digest = Arrays.copyOf(digest(place()), KEY_BYTES);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
  }

  /**
   * The group that it founds: the same whenever this version of it founds one, and another one when
   * it has been rewritten, since documents near its old text may still have the old group.
   */
  public String group() {
    ByteBuffer digest =
        ByteBuffer.wrap(digest(place() + '\0' + uuid + '\0' + seqNo + '\0' + primaryTerm));
    return new Group(digest.getLong(), digest.getLong()).toString();
  }

  /** The same document, later. */
  public DocumentId inVersion(long laterSeqNo, long laterTerm) {
    return new DocumentId(index, uuid, id, routing, laterSeqNo, laterTerm);
  }

  /** Where it is, in whatever version. */
  public DocRef ref() {
    return new DocRef(index, id, routing);
  }

  /** Each shard may have a document of an id; ids and routings may contain any character. */
  private String place() {
    return index + '\0' + (routing == null ? "" : routing.length() + "\0" + routing) + '\0' + id;
  }

  private static byte[] digest(String text) {
    return MessageDigests.sha256().digest(text.getBytes(StandardCharsets.UTF_8));
  }
}

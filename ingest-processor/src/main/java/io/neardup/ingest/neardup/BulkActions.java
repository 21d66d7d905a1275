// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.update.UpdateRequest;
import org.opensearch.common.Nullable;
import org.opensearch.common.lucene.uid.Versions;
import org.opensearch.index.seqno.SequenceNumbers;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.ingest.IngestDocumentWrapper;

/**
 * The actions of a bulk, as far as they affect decisions. An {@code _id} is that of its document,
 * whatever its index, since index names may be aliases.
 */
final class BulkActions {
  private final int count;
  private final boolean plain;
  private final boolean lone;
  private final Set<String> aliases = new HashSet<>();
  private final Set<String> indexes = new HashSet<>();
  private final Set<String> ids = new HashSet<>();

  private final List<DocWriteRequest<?>> requests;

  /** By the very string of its index, which a document keeps unless a pipeline sets another. */
  private final IdentityHashMap<String, DocWriteRequest<?>> ofIndex = new IdentityHashMap<>();

  /** The very strings, since others may equal them, of other actions or from the pipeline. */
  private final Set<String> upserts = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Those of all documents. Synchronized. */
  private final Set<String> known =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

  /** Ids that one action writes whole, whatever is there, and no other one names. */
  private final Set<String> overwritten = new HashSet<>();

  private final Set<String> parts = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * Reads the actions, gives each a string of its own for its index, and sets the index and {@code
   * _id} of upserts. Core does so only in the shard, so that to a pipeline they would look like
   * documents without an {@code _id}.
   */
  BulkActions(List<DocWriteRequest<?>> requests) {
    this.requests = requests;
    count = requests.size();
    lone = mayBeUpsert(requests);
    plain = lone == false && requests.stream().allMatch(r -> r instanceof IndexRequest);
    for (DocWriteRequest<?> request : requests) {
      (request.isRequireAlias() ? aliases : indexes).add(request.index());
      if (request.id() != null) {
        boolean first = ids.add(request.id());
        if (first && isUnconditional(request)) {
          overwritten.add(request.id());
        } else {
          overwritten.remove(request.id());
        }
      }
      if (request instanceof UpdateRequest update) {
        name(update);
      } else {
        know(request.id());
        if (request instanceof IndexRequest index) {
          index.index(own(index));
        }
      }
    }
  }

  private static boolean isUnconditional(DocWriteRequest<?> request) {
    return request.opType() == DocWriteRequest.OpType.INDEX
        && request.version() == Versions.MATCH_ANY
        && request.ifSeqNo() == SequenceNumbers.UNASSIGNED_SEQ_NO;
  }

  /** What {@code _update} sends like this must be written: core cannot answer it with a noop. */
  private static boolean mayBeUpsert(List<DocWriteRequest<?>> requests) {
    DocWriteRequest<?> first = requests.get(0);
    return requests.size() == 1
        && first.id() != null
        && first.opType() == DocWriteRequest.OpType.CREATE;
  }

  private String own(DocWriteRequest<?> request) {
    String index = String.valueOf(request.index().toCharArray());
    ofIndex.put(index, request);
    return index;
  }

  private void name(UpdateRequest update) {
    for (IndexRequest child : update.getChildIndexRequests()) {
      String id = String.valueOf(update.id().toCharArray());
      child.index(own(update)).id(id).routing(update.routing());
      (isPart(update) ? parts : upserts).add(id);
      know(id);
    }
  }

  private static boolean isPart(UpdateRequest update) {
    return update.docAsUpsert() || update.scriptedUpsert();
  }

  /**
   * Has a document written to another index, which need not be an alias.
   *
   * @param index of the document, as it was before
   * @param id that the action names; null for none. What is said of such documents holds for all
   *     whose index a pipeline has set
   * @param create whether it is created rather than indexed, since a data stream takes nothing else
   */
  void reroute(Object index, @Nullable String id, boolean create) {
    DocWriteRequest<?> action = ofIndex.get(index);
    for (DocWriteRequest<?> request : action == null ? requests : List.of(action)) {
      if (request instanceof IndexRequest found && Objects.equals(found.id(), id)) {
        found.setRequireAlias(false);
        if (create) {
          found.opType(DocWriteRequest.OpType.CREATE);
        }
      }
    }
  }

  /** Whether the bulk has a single action, so no other document is decided with it. */
  boolean single() {
    return count == 1;
  }

  /** Whether some action is only for an alias. A document does not show which one it is of. */
  boolean requiresAlias() {
    return aliases.isEmpty() == false;
  }

  /** Whether an index may be created, whichever action a pipeline has sent there. */
  boolean mayCreate(String name) {
    return requiresAlias() == false || (indexes.contains(name) && aliases.contains(name) == false);
  }

  /**
   * Whether these documents are all that the bulk writes, under the ids that it names: then it is
   * known which stored documents it leaves alone.
   */
  boolean isPlain(List<IngestDocumentWrapper> documents) {
    return plain
        && documents.size() == count
        && documents.stream().allMatch(document -> isNamed(document.getIngestDocument()));
  }

  private boolean isNamed(IngestDocument document) {
    Object id = document.getSourceAndMetadata().get("_id");
    return id == null || ids.contains(id);
  }

  /** Whether an action is about a document with this {@code _id}. */
  boolean names(String id) {
    return ids.contains(id);
  }

  /** Whether nothing else matters to this {@code _id} than that the document is stored. */
  boolean overwrites(String id) {
    return overwritten.contains(id);
  }

  /** Takes this very string for that of a document which is no upsert, and whole. */
  void know(@Nullable String id) {
    known.add(id);
  }

  /** Whether the document may be an upsert, written only if it does not exist yet. */
  boolean mayBeUpsert(String id) {
    return lone || mayBe(upserts, id);
  }

  private boolean mayBe(Set<String> some, @Nullable String id) {
    return some.contains(id) || (some.isEmpty() == false && known.contains(id) == false);
  }

  /** Rejects a document of which the action has only a part, or a script makes another one. */
  void refusePart(Object index, @Nullable String id) {
    DocWriteRequest<?> action = ofIndex.get(index);
    if (action instanceof UpdateRequest update
        ? isPart(update)
        : action == null && mayBe(parts, id)) {
      throw new IllegalArgumentException(
          "[doc_as_upsert] and [scripted_upsert] do not show near_dup the document ["
              + id
              + "] as it is to be written, so that it cannot be compared"
              + (action != null || parts.contains(id)
                  ? ""
                  : ", and no document of the same bulk whose [_index] and [_id] a pipeline sets can"
                      + " be told from theirs")
              + "; send the whole document with [index], or send it as [upsert] in addition to"
              + " [doc] or [script], without them");
    }
  }
}

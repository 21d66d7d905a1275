// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups;

import static java.util.Map.entry;

import io.neardup.request.Answers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.opensearch.ExceptionsHelper;
import org.opensearch.ResourceAlreadyExistsException;
import org.opensearch.action.admin.indices.create.CreateIndexAction;
import org.opensearch.action.admin.indices.create.CreateIndexRequest;
import org.opensearch.action.bulk.BulkAction;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexAbstraction;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.xcontent.XContentFactory;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.Strings;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.engine.VersionConflictEngineException;
import org.opensearch.index.seqno.SequenceNumbers;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.transport.client.Client;

/**
 * The index that records are written to: an index of its own, new or empty, and mapped as records
 * are. Everything is done and asked as the user.
 */
final class DestIndex {
  private static final String KEYWORD = "keyword";
  private static final String LONG = "long";

  /** The fields of a record; those of {@code of} by their whole names. */
  static final Map<String, String> FIELDS =
      new TreeMap<>(
          Map.ofEntries(
              entry("index", KEYWORD),
              entry("id", KEYWORD),
              entry("routing", KEYWORD),
              entry("seq_no", LONG),
              entry("primary_term", LONG),
              entry("group", KEYWORD),
              entry("status", KEYWORD),
              entry("distance", "byte"),
              entry("similarity", "double"),
              entry("of.index", KEYWORD),
              entry("of.id", KEYWORD)));

  private final Client client;
  private final ClusterService clusterService;
  private final String name;
  private final TaskId parent;

  DestIndex(Client client, ClusterService clusterService, String name, TaskId parent) {
    this.client = client;
    this.clusterService = clusterService;
    this.name = name;
    this.parent = parent;
  }

  /**
   * Makes sure that records can be written: creates the index if there is none, and has a write
   * refused that cannot be done, so that the user is known to be allowed to write.
   *
   * @param sources what is grouped
   */
  void prepare(Set<ShardId> sources, ActionListener<Void> listener) {
    ClusterState state = clusterService.state();
    IndexAbstraction seen = state.metadata().getIndicesLookup().get(name);
    if (seen != null && seen.getType() != IndexAbstraction.Type.CONCRETE_INDEX) {
      throw new IllegalArgumentException(
          "[dest] must be the name of an index, got ["
              + name
              + "], which is "
              + (seen.getType() == IndexAbstraction.Type.ALIAS ? "an alias" : "a data stream"));
    }
    if (sources.stream().anyMatch(shard -> shard.getIndexName().equals(name))) {
      throw new IllegalArgumentException(
          "[dest] must not be one of the indexes that are grouped, got [" + name + "]");
    }
    ActionListener<Void> probed = Answers.then(listener, (ok, next) -> probe(next));
    if (seen == null) {
      create(probed);
    } else {
      probe(Answers.then(listener, (ok, next) -> requireUsable(next)));
    }
  }

  private void create(ActionListener<Void> listener) {
    CreateIndexRequest create = new CreateIndexRequest(name).mapping(mapping());
    create.setParentTask(parent);
    client.execute(
        CreateIndexAction.INSTANCE,
        create,
        ActionListener.delegateResponse(
            ActionListener.map(listener, created -> null), DestIndex::explain));
  }

  private static void explain(ActionListener<?> listener, Exception failure) {
    listener.onFailure(
        ExceptionsHelper.unwrapCause(failure) instanceof ResourceAlreadyExistsException
            ? new IllegalArgumentException("[dest] was created by somebody else meanwhile", failure)
            : failure);
  }

  private static XContentBuilder mapping() {
    try {
      XContentBuilder mapping =
          XContentFactory.jsonBuilder()
              .startObject()
              .field("dynamic", "strict")
              .startObject("properties");
      for (Map.Entry<String, String> field : FIELDS.entrySet()) {
        if (field.getKey().startsWith("of.") == false) {
          mapping.startObject(field.getKey()).field("type", field.getValue()).endObject();
        }
      }
      return mapping
          .startObject("of")
          .startObject("properties")
          .startObject("index")
          .field("type", KEYWORD)
          .endObject()
          .startObject("id")
          .field("type", KEYWORD)
          .endObject()
          .endObject()
          .endObject()
          .endObject()
          .endObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A record for a version of a document that does not exist: refused, but as a conflict. */
  private void probe(ActionListener<Void> listener) {
    BulkRequest bulk = new BulkRequest();
    bulk.add(
        new IndexRequest(name)
            .id("probe")
            .setPipeline("_none")
            .source(Map.of("status", "probe"))
            .setIfSeqNo(0)
            .setIfPrimaryTerm(SequenceNumbers.UNASSIGNED_PRIMARY_TERM + 1));
    bulk.setParentTask(parent);
    client.execute(
        BulkAction.INSTANCE,
        bulk,
        Answers.then(
            listener,
            (probed, next) -> {
              requireConflict(probed);
              next.onResponse(null);
            }));
  }

  private void requireConflict(BulkResponse probed) throws Exception {
    if (probed.getItems()[0].isFailed() == false) {
      throw new IllegalArgumentException("[dest] must be empty, got [" + name + "]");
    }
    Exception failure = probed.getItems()[0].getFailure().getCause();
    if (ExceptionsHelper.unwrapCause(failure) instanceof VersionConflictEngineException == false) {
      throw failure;
    }
  }

  private void requireUsable(ActionListener<Void> listener) {
    requireMapped(clusterService.state().metadata().index(name));
    SearchRequest any =
        new SearchRequest(name)
            .source(new SearchSourceBuilder().size(0).trackTotalHitsUpTo(1))
            .allowPartialSearchResults(false);
    any.setParentTask(parent);
    client.execute(
        SearchAction.INSTANCE,
        any,
        Answers.then(
            listener,
            (found, next) -> {
              if (found.getHits().getTotalHits().value() > 0) {
                throw new IllegalArgumentException(
                    "[dest] must be empty or not exist, got ["
                        + name
                        + "], which has documents: delete it, or name another one");
              }
              next.onResponse(null);
            }));
  }

  private void requireMapped(IndexMetadata index) {
    Map<?, ?> mapping = index.mapping() == null ? Map.of() : index.mapping().sourceAsMap();
    for (Map.Entry<String, String> field : FIELDS.entrySet()) {
      String type = type(mapping, field.getKey());
      if (field.getValue().equals(type) == false) {
        throw new IllegalArgumentException(
            "[dest] must map ["
                + field.getKey()
                + "] as ["
                + field.getValue()
                + "], got "
                + (type == null ? "no mapping" : "[" + type + "]")
                + " in ["
                + name
                + "]: delete it, or name another one; an index that does not exist is created");
      }
    }
  }

  private static String type(Map<?, ?> mapping, String field) {
    Map<?, ?> at = mapping;
    for (String part : Strings.tokenizeToStringArray(field, ".")) {
      if (at.get("properties") instanceof Map<?, ?> properties
          && properties.get(part) instanceof Map<?, ?> child) {
        at = child;
      } else {
        return null;
      }
    }
    return at.get("type") instanceof String type ? type : null;
  }
}

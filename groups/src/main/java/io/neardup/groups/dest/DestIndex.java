// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.dest;

import io.neardup.groups.dest.DestState.Stage;
import io.neardup.groups.pit.CopiedFields;
import io.neardup.groups.request.Action;
import io.neardup.groups.request.Job;
import io.neardup.groups.write.BoundIndexes;
import io.neardup.request.NodeWork;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.ResourceAlreadyExistsException;
import org.opensearch.action.admin.indices.create.CreateIndexAction;
import org.opensearch.action.admin.indices.create.CreateIndexRequest;
import org.opensearch.action.admin.indices.create.CreateIndexResponse;
import org.opensearch.action.admin.indices.mapping.put.PutMappingRequest;
import org.opensearch.action.support.clustermanager.AcknowledgedResponse;
import org.opensearch.cluster.block.ClusterBlockException;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.mapper.MapperParsingException;
import org.opensearch.indices.IndicesService;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * The index that records are written to: an index of its own, new or empty, and mapped as records
 * are. Its mapping tells which run it belongs to, and how far that is. All else is done and asked
 * as the user.
 */
public final class DestIndex {
  private static final Logger LOGGER = LogManager.getLogger(DestIndex.class);

  /**
   * Of an index that is created, or more where the cluster does not allow so little. Nobody
   * searches it before all is written, and then it is refreshed; each refresh before costs a
   * segment in which the id of every later record is looked up. Measured by {@code -Drun=groups
   * --only=dest}.
   */
  private static final TimeValue REFRESH_INTERVAL = TimeValue.timeValueSeconds(30);

  private final Job job;
  private final String name;

  /** As it stands in the mapping, once it does. */
  private DestState state;

  /** What records have besides; none where none is written. */
  private CopiedFields copied = CopiedFields.NONE;

  /** Of the index that is this run's; null before it is. */
  private String uuid;

  public DestIndex(Job job) {
    this.job = job;
    this.name = job.request().dest();
  }

  /** Finds out whether the user may write to it; before that, nothing is told about it. */
  public void requireRights() {
    new DestRights(job, name).require();
  }

  /** Refuses an alias, which may write elsewhere. */
  public void requireIndex() {
    if (job.node().clusterService().state().metadata().hasAlias(name)) {
      throw new IllegalArgumentException(
          "[dest] must be the name of an index, got [" + name + "], which is an alias");
    }
  }

  /**
   * Makes the index that of this run: creates it if there is none, and removes what an attempt that
   * is resumed has left.
   *
   * @param sources what is grouped, by name, with their UUIDs
   * @param fields what records copy from documents
   */
  public void prepare(Map<String, String> sources, CopiedFields fields) {
    copied = fields;
    if (sources.containsKey(name)) {
      throw new IllegalArgumentException(
          "[dest] must not be one of the indexes that are grouped, got [" + name + "]");
    }
    state = DestState.begun(job.request(), sources);
    if (job.request().isResumed()) {
      resume(DestState.unfinished(job.node().clusterService().state(), name), sources.keySet());
    } else {
      if (index() == null) {
        create();
        try {
          requireFit();
          begin();
          requireRights();
        } catch (RuntimeException e) {
          if (ExceptionsHelper.status(e).getStatus() < 500) {
            remove(e);
          }
          throw e;
        }
      } else {
        requireUsable();
        begin();
      }
    }
  }

  /** Makes the index that of a run that goes on with what an earlier one has written. */
  public void takeOver(DestState earlier) {
    own();
    put(earlier.takenOver());
  }

  /** What is written stays if it is all there is, and goes otherwise. */
  private void resume(DestState earlier, Set<String> grouped) {
    boolean changes = job.request().action() != Action.REPORT;
    if (earlier.stage() == Stage.WRITTEN || changes) {
      earlier.requireSameIndexes(job.node().clusterService().state(), grouped);
    }
    if (changes) {
      earlier.requireNoOther(grouped);
    }
    if (earlier.stage() == Stage.WRITTEN) {
      takeOver(earlier);
      return;
    }
    own();
    begin();
    new DestRecords(job, this).remove();
    requireUsable();
  }

  /** Tells what is asked: first where nobody else can write, so that it can be believed. */
  private void begin() {
    DestMetadataAction.Request seal =
        DestMetadataAction.Request.seal(there().getIndex(), state.digest());
    acknowledged(
        state,
        restoring -> job.node().client().execute(DestMetadataAction.INSTANCE, seal, restoring));
    put(state);
  }

  private void own() {
    uuid = there().getIndexUUID();
  }

  /** As it is now; refuses (HTTP 410) to go on without it. */
  IndexMetadata there() {
    IndexMetadata now = index();
    if (now == null) {
      throw gone();
    }
    return now;
  }

  private OpenSearchStatusException gone() {
    return new OpenSearchStatusException(
        "[dest] must stay as it is while a run writes to it, and [{}] was deleted meanwhile;"
            + " group again",
        RestStatus.GONE,
        name);
  }

  /** Is waited for even if the job is cancelled, since what is created must tell what it is. */
  private void create() {
    job.task().checkCancelled();
    CreateIndexRequest create =
        new CreateIndexRequest(name).settings(settings()).mapping(DestMapping.of(copied));
    try {
      CreateIndexResponse created =
          job.task()
              .awaitAnyway(
                  listener -> job.client().execute(CreateIndexAction.INSTANCE, create, listener));
      if (created.isAcknowledged() == false || index() == null) {
        throw new OpenSearchStatusException(
            "not all nodes know in time that [dest] is created; delete [{}], and ask again",
            RestStatus.SERVICE_UNAVAILABLE,
            name);
      }
    } catch (ResourceAlreadyExistsException e) {
      throw new IllegalArgumentException("[dest] was created by somebody else meanwhile", e);
    } catch (IllegalArgumentException | MapperParsingException | ClusterBlockException e) {
      OpenSearchStatusException refused =
          new OpenSearchStatusException(
              "[dest] cannot be created as [{}]: {}; change the setting or the template that says"
                  + " so, or name one that is there",
              ExceptionsHelper.status(e),
              name,
              e.getMessage().replaceFirst(";$", ""));
      // As a cause, it would be what the answer says.
      refused.addSuppressed(e);
      throw refused;
    }
    own();
  }

  /** It is read before it is removed, too. */
  private Settings settings() {
    TimeValue least =
        job.node()
            .clusterService()
            .getClusterSettings()
            .get(IndicesService.CLUSTER_MINIMUM_INDEX_REFRESH_INTERVAL_SETTING);
    TimeValue interval = least.compareTo(REFRESH_INTERVAL) > 0 ? least : REFRESH_INTERVAL;
    return Settings.builder()
        .put(IndexSettings.INDEX_REFRESH_INTERVAL_SETTING.getKey(), interval)
        .put(IndexMetadata.SETTING_BLOCKS_READ, false)
        .build();
  }

  /** What templates have made of an index that was created. */
  private void requireFit() {
    for (String grouped : job.request().indices()) {
      if (index().getAliases().containsKey(grouped)) {
        throw new IllegalArgumentException(
            "[dest] must not be one of the indexes that are grouped, got ["
                + name
                + "], which a template adds to ["
                + grouped
                + "]: change the template, or name another one");
      }
    }
    DestMapping.require(index(), copied);
    new DestRights(job, name).requireOpen();
  }

  /**
   * Leaves nothing of an index that was created and is refused, unless somebody else has already
   * written to it; another one that was put in its place stays.
   */
  private void remove(RuntimeException refusal) {
    try {
      if (isEmpty()) {
        DestMetadataAction.Request gone = DestMetadataAction.Request.remove(new Index(name, uuid));
        asNode(
            restoring -> job.node().client().execute(DestMetadataAction.INSTANCE, gone, restoring));
      }
    } catch (RuntimeException e) {
      refusal.addSuppressed(e);
    }
  }

  private boolean isEmpty() {
    // What was written a moment ago counts.
    job.refresh(Set.of(name));
    return job.countWritten(new SearchSourceBuilder(), name) == 0;
  }

  private IndexMetadata index() {
    return job.node().clusterService().state().metadata().index(name);
  }

  private void requireUsable() {
    own();
    DestMapping.require(index(), copied);
    if (isEmpty() == false) {
      throw new IllegalArgumentException(
          "[dest] must be empty or not exist, got ["
              + name
              + "], which has documents: "
              + wayOut());
    }
  }

  private String wayOut() {
    DestState earlier = DestState.of(index());
    return earlier == null || earlier.stage() == Stage.DONE
        ? "delete it, or name another one"
        : "they are of a run that was cut short; POST _near_dup/groups/_resume goes on with it,"
            + " or name another one";
  }

  public String name() {
    return name;
  }

  /** The indexes that were grouped, with their UUIDs. */
  public Map<String, String> sources() {
    return state.sources();
  }

  /** Where records may be written, as far as this node knows; asked before each write. */
  public BoundIndexes requireOwned() {
    IndexMetadata now = there();
    if (now.getIndexUUID().equals(uuid) == false) {
      throw gone();
    }
    DestState found = DestState.of(now);
    if (found == null || found.run().equals(state.run()) == false) {
      throw new OpenSearchStatusException(
          "[dest] belongs to another run now, got [{}]: see GET _tasks?actions=*near_dup/groups*",
          RestStatus.CONFLICT,
          name);
    }
    DestMapping.require(now, copied);
    return new BoundIndexes(Map.of(name, uuid));
  }

  /** Waits until the mapping tells how far the run is. */
  private void put(DestState next) {
    PutMappingRequest mapping =
        new PutMappingRequest(name).source(Map.of("_meta", next.toMeta(index())));
    acknowledged(
        next, restoring -> job.node().client().admin().indices().putMapping(mapping, restoring));
    state = next;
  }

  /** As the node, since nothing of the user's is changed, and who may write need not map. */
  private void acknowledged(DestState next, Consumer<ActionListener<AcknowledgedResponse>> work) {
    if (asNode(work).isAcknowledged() == false) {
      throw new OpenSearchStatusException(
          "not all nodes know in time that [dest] is [{}]; POST _near_dup/groups/_resume to go on",
          RestStatus.SERVICE_UNAVAILABLE,
          next.stage());
    }
  }

  private AcknowledgedResponse asNode(Consumer<ActionListener<AcknowledgedResponse>> work) {
    return job.task()
        .awaitAnyway(listener -> new NodeWork(job.node().threadPool()).asNode(listener, work));
  }

  /** Whether an earlier attempt has written all records. */
  public boolean isWritten() {
    return state.stage() == Stage.WRITTEN;
  }

  /** Waits until it is known, whatever becomes of this node, that all records are written. */
  public void written() {
    requireOwned();
    put(state.at(Stage.WRITTEN));
  }

  /** Waits until it is known that nothing is left to do, or cannot be: then it does no harm. */
  public void done() {
    try {
      requireOwned();
      put(state.at(Stage.DONE));
    } catch (RuntimeException e) {
      LOGGER.warn("[{}] does not tell that its groups are done", name, e);
    }
  }
}

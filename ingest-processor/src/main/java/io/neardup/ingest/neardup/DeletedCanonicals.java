// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.search.CanonicalReader;
import io.neardup.ingest.search.PrimaryGet;
import io.neardup.request.Listeners;
import io.neardup.request.NodeWork;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Hit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.cluster.ClusterState;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;

/**
 * The groups whose canonical a bulk is about to delete. Only indexes are looked at whose default
 * pipeline has {@code near_dup}.
 */
record DeletedCanonicals(NearDupService service) {
  private static final Logger LOGGER = LogManager.getLogger(DeletedCanonicals.class);

  /** What may be deleted in a domain. */
  private record Deletes(DomainSpec spec, List<DocRef> refs) {}

  /** Reads the documents that are deleted; answers with the groups that they lead. */
  void read(BulkRequest bulk, ActionListener<Map<DomainSpec, Set<Group>>> listener) {
    ActionListener<Map<DomainSpec, Set<Group>>> asking =
        ActionListener.delegateResponse(
            listener,
            (answer, e) -> {
              LOGGER.debug("it is not known whether canonicals are deleted", e);
              answer.onResponse(Map.of());
            });
    new NodeWork(service.threadPool())
        .asNode(asking, next -> Listeners.begin(next, l -> ask(bulk, l)));
  }

  private void ask(BulkRequest bulk, ActionListener<Map<DomainSpec, Set<Group>>> listener) {
    List<Deletes> deletes = service.enabled() ? deletes(bulk) : List.of();
    if (deletes.isEmpty()) {
      listener.onResponse(Map.of());
      return;
    }
    PrimaryGet all = new PrimaryGet();
    deletes.forEach(one -> reader(one.spec).add(one.refs, false, all));
    all.read(service.client(), ActionListener.map(listener, found -> groups(deletes, found)));
  }

  /** Tells the homes, once these are deleted. */
  void tell(Map<DomainSpec, Set<Group>> groups) {
    groups.forEach((spec, gone) -> service.reporter().settle(spec, List.of(), gone, () -> {}));
  }

  private CanonicalReader reader(DomainSpec spec) {
    return new CanonicalReader(spec, service.domains().fields());
  }

  private Map<DomainSpec, Set<Group>> groups(List<Deletes> deletes, List<GetResponse> found) {
    Map<DomainSpec, Set<Group>> groups = new HashMap<>();
    int place = 0;
    for (Deletes one : deletes) {
      CanonicalReader reader = reader(one.spec);
      for (DocRef ref : one.refs) {
        GetResponse stored = found.get(place++);
        Hit hit = stored == null ? null : reader.canonical(ref, stored);
        if (hit != null) {
          groups.computeIfAbsent(one.spec, key -> new HashSet<>()).add(hit.group());
        }
      }
    }
    return groups;
  }

  private List<Deletes> deletes(BulkRequest bulk) {
    Map<String, List<DocRef>> byIndex = new HashMap<>();
    ClusterState state = service.state();
    for (DocWriteRequest<?> request : bulk.requests()) {
      if (request instanceof DeleteRequest && request.id() != null) {
        Index index = service.domains().writeIndex(request.index(), state);
        if (index != null) {
          String routing =
              state.metadata().resolveWriteIndexRouting(request.routing(), request.index());
          byIndex
              .computeIfAbsent(index.getName(), key -> new ArrayList<>())
              .add(new DocRef(index.getName(), request.id(), routing));
        }
      }
    }
    Function<String, List<DomainSpec>> domains = service.domains(state);
    List<Deletes> deletes = new ArrayList<>();
    byIndex.forEach(
        (index, refs) ->
            domains.apply(index).forEach(spec -> deletes.add(new Deletes(spec, refs))));
    return deletes;
  }
}

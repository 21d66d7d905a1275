// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import io.neardup.request.BatchSize;
import io.neardup.request.Listeners;
import io.neardup.resolve.FingerprintSource.OfId;
import io.neardup.resolve.ResolveFingerprintsRequest;
import io.neardup.target.MappedFields;
import io.neardup.target.PathValues;
import io.neardup.target.Target;
import io.neardup.target.TargetKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.opensearch.ResourceNotFoundException;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.get.MultiGetAction;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.action.get.MultiGetRequest;
import org.opensearch.action.get.MultiGetResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.Strings;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.transport.client.Client;

/**
 * The ids of one request: real-time multi-gets, only of the fingerprint's field in {@code _source},
 * which may be large all the same. If {@code _source} does not contain it, the doc value does: for
 * aliases, multi-fields, copies, {@code null_value}, and excluded fields.
 */
final class IdSources {
  /** The maximum number of documents at once. */
  private static final int MAX_BATCH = 1000;

  /** That names the field. */
  private final String parameter;

  private final String field;
  private final Targets targets;
  private final MappedFields mapped;
  private final List<IdLookup> lookups = new ArrayList<>();

  /** By index. Core parses the whole mapping whenever it is looked at. */
  private final Map<String, Optional<String>> types = new ConcurrentHashMap<>();

  IdSources(int place, String field, Targets targets, MappedFields mapped) {
    this.parameter = ResolveFingerprintsRequest.parameter(place);
    this.field = field;
    this.targets = targets;
    this.mapped = mapped;
  }

  private Optional<String> type(String index) {
    return Optional.ofNullable(mapped.type(index, field));
  }

  void add(OfId source, ActionListener<Target> listener) {
    String index;
    try {
      index = source.index() == null ? targets.onlyIndex() : source.index();
    } catch (IllegalArgumentException e) {
      listener.onFailure(e);
      return;
    }
    lookups.add(new IdLookup(index, source.id(), source.routing(), listener));
  }

  void get(Client client, UserContext user, TaskId parent) {
    if (lookups.isEmpty()) {
      return;
    }
    DocValueLookups docValues = new DocValueLookups(field, targets, mapped, client, user, parent);
    BatchSize size = new BatchSize(MAX_BATCH);
    AtomicInteger done = new AtomicInteger();
    Listeners.repeat(
        Listeners.listener(
            all -> {}, why -> lookups.forEach(lookup -> lookup.listener().onFailure(why))),
        more -> {
          int from = done.get();
          List<IdLookup> some = lookups.subList(from, Math.min(lookups.size(), from + size.next()));
          MultiGetRequest request = new MultiGetRequest();
          request.setParentTask(parent);
          some.forEach(lookup -> request.add(item(lookup)));
          user.<MultiGetResponse>send(
              ActionListener.map(
                  more,
                  found -> {
                    answer(some, found.getResponses(), size, docValues);
                    return done.addAndGet(some.size()) < lookups.size();
                  }),
              listener -> client.execute(MultiGetAction.INSTANCE, request, listener));
        });
  }

  private MultiGetRequest.Item item(IdLookup lookup) {
    return new MultiGetRequest.Item(lookup.index(), lookup.id())
        .routing(lookup.routing())
        .fetchSourceContext(
            new FetchSourceContext(true, new String[] {field}, Strings.EMPTY_ARRAY));
  }

  private void answer(
      List<IdLookup> asked,
      MultiGetItemResponse[] items,
      BatchSize size,
      DocValueLookups docValues) {
    boolean asAsked = items.length == asked.size();
    for (int i = 0; asAsked && i < items.length; i++) {
      asAsked = items[i].getId().equals(asked.get(i).id());
    }
    List<IdLookup> left = new ArrayList<>();
    for (int i = 0; i < asked.size(); i++) {
      // A security plugin that restricts documents where requests come in returns only some of the
      // visible ones, in any order.
      if (asAsked == false || answered(items[i], asked.get(i), size) == false) {
        left.add(asked.get(i));
      }
    }
    docValues.find(left);
  }

  /** Whether the response suffices to answer the lookup. */
  private boolean answered(MultiGetItemResponse item, IdLookup lookup, BatchSize size) {
    if (item.isFailed()) {
      lookup.listener().onFailure(item.getFailure().getFailure());
      return true;
    }
    GetResponse document = item.getResponse();
    if (document.isExists() == false) {
      lookup.listener().onFailure(noSuchDocument(item.getId(), item.getIndex()));
      return true;
    }
    if (document.isSourceEmpty() == false) {
      size.read(document.getSourceAsBytesRef().length());
    }
    Object value =
        document.isSourceEmpty() ? null : PathValues.at(field, document.getSourceAsMap());
    Optional<String> type = types.computeIfAbsent(item.getIndex(), this::type);
    Optional<TargetKind> mapped = type.flatMap(TargetKind::ofType);
    boolean hasDocValue = mapped.isPresent();
    if (value == null && hasDocValue == false) {
      lookup.listener().onFailure(type.isEmpty() ? unmapped(item) : withoutFingerprint(item));
      return true;
    }
    if (value == null) {
      return false;
    }
    TargetKind kind = mapped.orElse(TargetKind.SIMHASH);
    Target target;
    try {
      target = kind.parse(value);
    } catch (IllegalArgumentException e) {
      if (hasDocValue == false) {
        lookup.listener().onFailure(refused(item, e));
        return true;
      }
      // A nested object has its fingerprint in a document of its own, which no id names. A value
      // that is none was ignored by the field, or is masked for the user.
      long several =
          PathValues.all(field, document.getSourceAsMap()).stream()
              .filter(one -> isFingerprint(one, kind))
              .count();
      if (several > 1) {
        lookup.listener().onFailure(several(lookup, several, field, kind));
      }
      return several > 1;
    }
    lookup.listener().onResponse(target);
    return true;
  }

  private static boolean isFingerprint(Object value, TargetKind kind) {
    try {
      kind.parse(value);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  static IllegalArgumentException several(
      IdLookup lookup, long count, String field, TargetKind kind) {
    return new IllegalArgumentException(
        "[id] names the document ["
            + lookup.id()
            + "] in ["
            + lookup.index()
            + "], which has ["
            + count
            + "] fingerprints in ["
            + field
            + "]; search by one of them with ["
            + kind.parameter()
            + "]");
  }

  static ResourceNotFoundException noSuchDocument(String id, String index) {
    return new ResourceNotFoundException(
        "[id] names no document: there is no [{}] in [{}]; a document with custom routing needs"
            + " [routing]",
        id,
        index);
  }

  private IllegalArgumentException unmapped(MultiGetItemResponse item) {
    return new IllegalArgumentException(
        "["
            + parameter
            + "] is not mapped in ["
            + item.getIndex()
            + "], the index of the document ["
            + item.getId()
            + "], got ["
            + field
            + "]; map it as [simhash] or [minhash] and index the document again, or search by [hash] or"
            + " [signature]");
  }

  private IllegalArgumentException withoutFingerprint(MultiGetItemResponse item) {
    return new IllegalArgumentException(
        named(item)
            + "which has no fingerprint in [_source."
            + field
            + "]; index it again through a pipeline with a simhash processor, or search by"
            + " [hash]");
  }

  private IllegalArgumentException refused(MultiGetItemResponse item, Exception why) {
    return new IllegalArgumentException(
        named(item) + "whose [_source." + field + "] is refused: " + why.getMessage(), why);
  }

  private static String named(MultiGetItemResponse item) {
    return "[id] names the document [" + item.getId() + "] in [" + item.getIndex() + "], ";
  }
}

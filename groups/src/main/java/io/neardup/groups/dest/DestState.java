// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.dest;

import io.neardup.action.RequestBody;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.request.GroupsRequestParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.Nullable;
import org.opensearch.common.UUIDs;
import org.opensearch.common.hash.MessageDigests;
import org.opensearch.common.xcontent.XContentFactory;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.xcontent.MediaTypeRegistry;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.core.xcontent.ToXContent;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * What a run was asked and how far it is, as it stands in the mapping of its {@code dest}: enough
 * to go on after the node that it ran on is gone.
 *
 * @param indices as the request named them
 * @param options for these names
 * @param body of the request; null if it is too long to be kept
 * @param partial whether the body is too long to be kept with the queries
 * @param now what {@code now} is in its queries, in milliseconds
 * @param sources the indexes that were grouped, by name, with their UUIDs
 * @param run the run that the index belongs to: whoever goes on with it takes another name
 */
public record DestState(
    List<String> indices,
    Map<String, Object> options,
    @Nullable String body,
    boolean partial,
    long now,
    Map<String, String> sources,
    String run,
    Stage stage) {
  private static final String KEY = "near_dup_groups";
  private static final int VERSION = 1;

  /** Each node holds it, so that a list of a million ids is too much. */
  private static final int MAX_BODY = 1 << 16;

  /** What tells which documents are compared, and nothing of what becomes of them. */
  private static final Set<String> QUERIES = Set.of("query", "against");

  /** How far a run is. */
  public enum Stage {
    /** Records are being written, and no document has been changed. */
    WRITING,
    /** All records are written, and documents are being changed. */
    WRITTEN,
    /** Nothing is left to do. */
    DONE;

    /** As it stands in the mapping. */
    private final String text = name().toLowerCase(Locale.ROOT);

    @Override
    public String toString() {
      return text;
    }
  }

  /** That of a run that begins. */
  static DestState begun(GroupsRequest request, Map<String, String> sources) {
    String body = request.body();
    boolean partial = false;
    if (body != null && body.length() > MAX_BODY) {
      Map<String, Object> rest =
          XContentHelper.convertToMap(new BytesArray(body), true, MediaTypeRegistry.JSON).v2();
      partial = rest.keySet().removeAll(QUERIES);
      body = json(rest);
    }
    return new DestState(
        List.of(request.indices()),
        map(request.indicesOptions()),
        body == null || body.length() > MAX_BODY ? null : body,
        partial,
        request.now(),
        sources,
        UUIDs.base64UUID(),
        Stage.WRITING);
  }

  private static Map<String, Object> map(IndicesOptions options) {
    try (XContentBuilder json = XContentFactory.jsonBuilder().startObject()) {
      options.toXContent(json, ToXContent.EMPTY_PARAMS).endObject();
      return XContentHelper.convertToMap(BytesReference.bytes(json), true, json.contentType()).v2();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  DestState at(Stage later) {
    return new DestState(indices, options, body, partial, now, sources, run, later);
  }

  /** The same of another run. */
  DestState takenOver() {
    return new DestState(indices, options, body, partial, now, sources, UUIDs.base64UUID(), stage);
  }

  /** That of an index; null if it is not the dest of a run. */
  static @Nullable DestState of(@Nullable IndexMetadata index) {
    if (index == null || meta(index).get(KEY) instanceof Map<?, ?> == false) {
      return null;
    }
    Map<?, ?> state = (Map<?, ?>) meta(index).get(KEY);
    if (Integer.valueOf(VERSION).equals(state.get("version")) == false) {
      throw new IllegalArgumentException(
          "[dest] must be of a run whose state has version ["
              + VERSION
              + "], got version ["
              + state.get("version")
              + "] in ["
              + index.getIndex().getName()
              + "]: group again, with another [dest]");
    }
    StateReader reader = new StateReader(state, index.getIndex().getName());
    return new DestState(
        reader.strings("indices"),
        reader.map("options"),
        reader.text("body", true),
        reader.flag("partial"),
        reader.number("now"),
        reader.uuids(),
        reader.text("run", false),
        reader.stage());
  }

  /** That of an index; refuses (HTTP 400) what is not the dest of a run which can go on. */
  public static DestState unfinished(ClusterState state, String dest) {
    DestState found = required(state, dest);
    if (found.stage == Stage.DONE) {
      throw new IllegalArgumentException(
          "[dest] must be of a run that was cut short, and that of ["
              + dest
              + "] is done: nothing is left to do");
    }
    return found;
  }

  /** The same of one which has ended. */
  public static DestState finished(ClusterState state, String dest) {
    DestState found = required(state, dest);
    if (found.stage != Stage.DONE) {
      throw new IllegalArgumentException(
          "[dest] must be of a run that has ended, and that of ["
              + dest
              + "] was cut short: POST _near_dup/groups/_resume goes on with it");
    }
    return found;
  }

  /** Of what was asked, and of which indexes: all that nobody may change afterwards. */
  String digest() {
    Map<String, Object> asked = new TreeMap<>();
    asked.put("indices", indices);
    asked.put("options", new TreeMap<>(options));
    asked.put("body", body);
    asked.put("partial", partial);
    asked.put("now", now);
    asked.put("sources", new TreeMap<>(sources));
    return MessageDigests.toHexString(
        MessageDigests.sha256().digest(json(asked).getBytes(StandardCharsets.UTF_8)));
  }

  private static String json(Map<String, Object> map) {
    try (XContentBuilder json = XContentFactory.jsonBuilder().map(map)) {
      return json.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DestState required(ClusterState state, String dest) {
    IndexMetadata index = state.metadata().index(dest);
    DestState found = of(index);
    if (found == null) {
      throw new IllegalArgumentException(
          "[dest] must be the index that an earlier run of [_near_dup/groups] writes to, got ["
              + dest
              + (index == null
                  ? "], which "
                      + (state.metadata().hasAlias(dest) ? "is an alias" : "does not exist")
                  : "], whose mapping tells of none: [_meta] has no [" + KEY + "]")
              + "; POST <index>/_near_dup/groups groups anew");
    }
    if (DestMetadataAction.isSealed(index, found.digest()) == false) {
      throw new IllegalArgumentException(
          "[dest] must be of a run whose request is as it was asked, and [_meta] of ["
              + dest
              + "] has another one than the run had: group again, with another [dest]");
    }
    return found;
  }

  private static Map<?, ?> meta(IndexMetadata index) {
    return index.mapping() != null
            && index.mapping().sourceAsMap().get("_meta") instanceof Map<?, ?> meta
        ? meta
        : Map.of();
  }

  /** The mapping's {@code _meta} with this state, and whatever else an index has there. */
  Map<String, Object> toMeta(@Nullable IndexMetadata index) {
    Map<String, Object> state = new LinkedHashMap<>();
    state.put("version", VERSION);
    state.put("state", stage.toString());
    state.put("indices", indices);
    state.put("options", options);
    if (body != null) {
      state.put("body", body);
    }
    state.put("partial", partial);
    state.put("now", now);
    state.put("sources", sources);
    state.put("run", run);
    Map<String, Object> meta = new LinkedHashMap<>();
    if (index != null) {
      meta(index).forEach((key, value) -> meta.put((String) key, value));
    }
    meta.put(KEY, state);
    return meta;
  }

  /**
   * Refuses to compare documents if it is not known which ones.
   *
   * @throws IllegalArgumentException (HTTP 400) if some of the request is not kept
   */
  public void requireQueries(String dest) {
    if (partial) {
      throw tooLong(dest, "is kept without [query] and [against]");
    }
  }

  private static IllegalArgumentException tooLong(String dest, String kept) {
    return new IllegalArgumentException(
        "[dest] must be of a request of at most ["
            + MAX_BODY
            + "] characters, that of ["
            + dest
            + "] was longer and "
            + kept
            + ": group again, with another [dest]");
  }

  /** The request, as whoever resumes would ask it. */
  public GroupsRequest request(String dest, NamedXContentRegistry registry) {
    if (body == null) {
      throw tooLong(dest, "is not kept");
    }
    SearchRequest search =
        new SearchRequest(indices.toArray(String[]::new))
            .indicesOptions(IndicesOptions.fromMap(options, SearchRequest.DEFAULT_INDICES_OPTIONS));
    GroupsRequest request =
        RequestBody.parse(
            new BytesArray(body), registry, parser -> GroupsRequestParser.parse(parser, search));
    request.sent(body);
    // A copy of the index that the body names, or one that date math names, is another one.
    request.dest(dest);
    request.now(now);
    return request;
  }

  /**
   * Records tell versions of documents, which mean nothing in an index of the same name, and what
   * was asked to be done to documents was asked of these.
   *
   * @param named the indexes that the request means now
   * @throws IllegalArgumentException (HTTP 400) if an index is not the one that was grouped, or is
   *     not meant any more
   */
  public void requireSameIndexes(ClusterState state, Set<String> named) {
    sources.forEach(
        (name, uuid) -> {
          IndexMetadata index = state.metadata().index(name);
          if (index == null || index.getIndexUUID().equals(uuid) == false) {
            throw new IllegalArgumentException(
                "[dest] must be of a run whose indexes are still there, and ["
                    + name
                    + "] was deleted"
                    + (index == null ? "" : " and created anew")
                    + " meanwhile: group again, with another [dest]");
          }
        });
    if (named.containsAll(sources.keySet()) == false) {
      throw new IllegalArgumentException(
          "[dest] must be of a run of the indexes that its request names, which are "
              + named
              + ", and it tells of "
              + sources.keySet()
              + ": group again, with another [dest]");
    }
  }

  /**
   * What joins a wildcard or an alias later was not meant by whoever asked for a change.
   *
   * @param named the indexes that the request means now
   * @throws IllegalArgumentException (HTTP 400) if some of them are not what was grouped
   */
  void requireNoOther(Set<String> named) {
    Set<String> joined = new TreeSet<>(named);
    joined.removeAll(sources.keySet());
    if (joined.isEmpty() == false) {
      throw new IllegalArgumentException(
          "[dest] must be of a run of all indexes that its request names, and it does not tell of "
              + joined
              + ": group again, with another [dest]");
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.action.UrlParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.Strings;
import org.opensearch.rest.RestRequest;
import org.opensearch.search.fetch.subphase.FetchSourceContext;

/** Reads the parameters of {@code _near_dup} in a URL as JSON, as its body would have them. */
final class NearDupUrl {
  /** How to search, as for {@code _search}. */
  static final List<String> SEARCH =
      List.of(
          "routing",
          "preference",
          "allow_partial_search_results",
          "ignore_unavailable",
          "allow_no_indices",
          "expand_wildcards",
          "ignore_throttled",
          "cancel_after_time_interval",
          NearDupResult.TOTAL_AS_INTEGER);

  private static final List<String> SOURCES =
      List.of(HitOptions.SOURCE, "_source_includes", "_source_excludes");
  private static final List<String> FIELDS = List.of(HitOptions.FIELDS, HitOptions.DOCVALUE_FIELDS);

  private static final List<String> KNOWN =
      Stream.of(
              NearDupRequestParser.TEXTS,
              NearDupRequestParser.LISTS,
              NearDupRequestParser.NUMBERS,
              List.of(HitOptions.FROM, HitOptions.SIZE, HitOptions.SORT, HitOptions.TIMEOUT),
              SOURCES,
              FIELDS,
              SEARCH)
          .flatMap(List::stream)
          .toList();

  private final RestRequest request;
  private final UrlParameters url;
  private final Map<String, Object> parameters = new LinkedHashMap<>();

  private NearDupUrl(RestRequest request) {
    this.request = request;
    this.url = UrlParameters.of(request);
  }

  /**
   * The parameters of a body that are in the URL.
   *
   * @throws IllegalArgumentException (HTTP 400) naming the parameter
   */
  static Map<String, Object> read(RestRequest request) {
    return new NearDupUrl(request).read();
  }

  private Map<String, Object> read() {
    refuseMisplaced();
    url.requireKnown(KNOWN);
    SEARCH.forEach(url::one);
    NearDupRequestParser.TEXTS.forEach(name -> put(name, url.one(name)));
    NearDupRequestParser.NUMBERS.forEach(name -> put(name, url.one(name)));
    NearDupRequestParser.LISTS.forEach(name -> put(name, list(name)));
    put(HitOptions.TIMEOUT, url.one(HitOptions.TIMEOUT));
    put(HitOptions.FROM, url.value(HitOptions.FROM));
    put(HitOptions.SIZE, url.value(HitOptions.SIZE));
    SOURCES.forEach(url::one);
    put(HitOptions.SOURCE, source(FetchSourceContext.parseFromRestRequest(request)));
    FIELDS.forEach(name -> put(name, list(name)));
    put(HitOptions.SORT, sort());
    if (url.has(NearDupRequestParser.ID) || url.has(NearDupRequestParser.IDS)) {
      // Who names a document in the URL can only mean its routing there.
      put(NearDupRequestParser.ROUTING, url.one(NearDupRequestParser.ROUTING));
    }
    return parameters;
  }

  private void put(String name, Object value) {
    if (value != null) {
      parameters.put(name, value);
    }
  }

  private void refuseMisplaced() {
    for (String name : NearDupRequestParser.OBJECTS) {
      if (url.has(name)) {
        throw new IllegalArgumentException(
            "[" + name + "] is no parameter of the URL: send it as JSON in the body");
      }
    }
    if (url.has(NearDupRequestParser.INDEX)) {
      throw new IllegalArgumentException(
          "[index] is no parameter of the URL: what to search stands in the path, and the index of"
              + " [id] goes into the body");
    }
  }

  private List<String> list(String name) {
    String text = url.one(name);
    return text == null ? null : Arrays.asList(Strings.splitStringByCommaToArray(text));
  }

  private static Object source(@Nullable FetchSourceContext source) {
    if (source == null || source.fetchSource() == false) {
      return source == null ? null : false;
    }
    return Map.of("includes", source.includes(), "excludes", source.excludes());
  }

  private List<Object> sort() {
    List<String> fields = list(HitOptions.SORT);
    if (fields == null) {
      return null;
    }
    List<Object> sorts = new ArrayList<>();
    for (String field : fields) {
      int colon = field.lastIndexOf(':');
      sorts.add(
          colon < 0 ? field : Map.of(field.substring(0, colon), order(field.substring(colon + 1))));
    }
    return sorts;
  }

  private static String order(String name) {
    if (List.of("asc", "desc").contains(name)) {
      return name;
    }
    throw new IllegalArgumentException(
        "[sort] must be fields with [:asc], [:desc] or neither, got the order [" + name + "]");
  }
}

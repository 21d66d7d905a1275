// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action;

import io.neardup.request.UnknownNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.Strings;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.RestUtils;

/**
 * The parameters in the URL of a request, read as strictly as a body. They are read from the URL
 * itself, because the server keeps only the last of repeated ones.
 */
public final class UrlParameters {
  /** Those of every endpoint, which the server reads. */
  private static final Set<String> COMMON =
      Set.of(
          "error_trace",
          "filter_path",
          "format",
          "human",
          "pretty",
          "source",
          "source_content_type");

  private final Map<String, List<String>> values;

  private UrlParameters(Map<String, List<String>> values) {
    this.values = values;
  }

  /** Those of a request, all of which count as consumed. */
  public static UrlParameters of(RestRequest request) {
    Map<String, List<String>> values = read(request.uri());
    values.keySet().removeAll(COMMON);
    values.keySet().forEach(request::param);
    return new UrlParameters(values);
  }

  /** A search of the indexes in the path, with the options for indexes in the URL. */
  public static SearchRequest search(RestRequest request) {
    return new SearchRequest(Strings.splitStringByCommaToArray(request.param("index")))
        .indicesOptions(IndicesOptions.fromRequest(request, SearchRequest.DEFAULT_INDICES_OPTIONS));
  }

  /** One after another, each decoded as the server does it. */
  private static Map<String, List<String>> read(String uri) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    int fragment = uri.indexOf('#');
    int query = uri.indexOf('?');
    if (query < 0 || (fragment >= 0 && fragment < query)) {
      return values;
    }
    String all = uri.substring(query + 1, fragment < 0 ? uri.length() : fragment);
    for (String one : Strings.tokenizeToStringArray(all, "&;")) {
      Map<String, String> decoded = new HashMap<>();
      RestUtils.decodeQueryString(one, 0, decoded);
      decoded.forEach(
          (name, value) -> values.computeIfAbsent(name, first -> new ArrayList<>()).add(value));
    }
    return values;
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** The names, in their order. */
  public Set<String> names() {
    return new LinkedHashSet<>(values.keySet());
  }

  /** All values of a parameter that may be repeated; empty if it is not there. */
  public List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /**
   * The value of a parameter, or null.
   *
   * @throws IllegalArgumentException (HTTP 400) if it is repeated
   */
  @Nullable public String one(String name) {
    List<String> given = all(name);
    if (given.size() > 1) {
      throw new IllegalArgumentException(
          "[" + name + "] must stand once in the URL, got it [" + given.size() + "] times");
    }
    return given.isEmpty() ? null : given.get(0);
  }

  /** The value of a parameter as a body has it: a number, a boolean or else a string; or null. */
  @Nullable public Object value(String name) {
    String text = one(name);
    if (text == null) {
      return null;
    }
    if (text.matches("-?[0-9]{1,9}")) {
      return Integer.valueOf(text);
    }
    if (text.matches("-?[0-9]{0,9}[.][0-9]{1,17}")) {
      return Double.valueOf(text);
    }
    return "true".equals(text) || "false".equals(text) ? (Object) "true".equals(text) : text;
  }

  /**
   * Rejects other parameters than these.
   *
   * @throws IllegalArgumentException (HTTP 400) naming both
   */
  public void requireKnown(Collection<String> known) {
    Set<String> unknown = new TreeSet<>(values.keySet());
    unknown.removeAll(known);
    if (unknown.isEmpty() == false) {
      throw new IllegalArgumentException(
          "unknown parameters "
              + unknown
              + " in the URL; known are ["
              + String.join(", ", known)
              + "]"
              + UnknownNames.suggestion(unknown, String.join(", ", known)));
    }
  }

  /**
   * What a body and a URL say together.
   *
   * @throws IllegalArgumentException (HTTP 400) if both give a parameter
   */
  public static Map<String, Object> join(Map<String, Object> body, Map<String, Object> url) {
    Map<String, Object> joined = new LinkedHashMap<>(body);
    url.forEach(
        (name, value) -> {
          if (joined.put(name, value) != null) {
            throw new IllegalArgumentException(
                "[" + name + "] is in the URL and in the body; leave one out");
          }
        });
    return joined;
  }
}

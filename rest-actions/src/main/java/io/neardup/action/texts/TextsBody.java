// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.texts;

import io.neardup.action.RequestBody;
import io.neardup.action.UrlParameters;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.rest.RestRequest;

/** The parameters of a request about texts, from its body, its URL or both. */
public final class TextsBody {
  private TextsBody() {}

  /**
   * Unread parameters by their names; in the URL, {@code text} may be repeated.
   *
   * @param typed those that are numbers or booleans
   * @throws IllegalArgumentException (HTTP 400) naming the parameter
   */
  public static Map<String, Object> read(RestRequest request, Set<String> typed) {
    return RequestBody.read(request, url(UrlParameters.of(request), typed), XContentParser::map);
  }

  private static Map<String, Object> url(UrlParameters url, Set<String> typed) {
    Map<String, Object> read = new LinkedHashMap<>();
    for (String name : url.names()) {
      if (name.equals(TextsOfRequest.TEXT)) {
        read.put(name, url.all(name));
      } else {
        read.put(name, typed.contains(name) ? url.value(name) : url.one(name));
      }
    }
    return read;
  }
}

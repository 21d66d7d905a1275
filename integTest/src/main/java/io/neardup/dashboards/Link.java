// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a click on a value of a field leads: a search in Discover, in the old form of its address,
 * relative, so that it also works below a base path.
 */
public final class Link {
  private static final Pattern FORM = Pattern.compile("discover#/\\?_g=(\\(.*\\))&_a=(\\(.*\\))");

  private final SavedObject pattern;
  private final String template;

  /** The link on the values of this field. */
  public Link(SavedObject indexPattern, String field) {
    pattern = indexPattern;
    JsonNode format = pattern.at("/fieldFormatMap/" + field);
    pattern.check(format.path("id").asText().equals("url"), "has no link on " + field);
    template = format.at("/params/urlTemplate").asText();
  }

  /** The search that a click on this value starts. */
  public ObjectNode body(String value) {
    String encoded = URLEncoder.encode(value, StandardCharsets.UTF_8);
    Matcher link = FORM.matcher(template.replace("{{value}}", encoded));
    pattern.check(link.matches(), "has a link not like " + FORM + ": " + template);
    JsonNode globals = Rison.parse(decoded(link.group(1)));
    pattern.check(globals.path("time").has("from"), "has a link without a time range");
    JsonNode state = Rison.parse(decoded(link.group(2)));
    String index = state.path("index").asText();
    pattern.check(index.equals(pattern.id()), "has a link into [" + index + "]");
    ObjectNode body = pattern.attributes().objectNode();
    body.put("size", 500).set("query", Queries.of(pattern, state.path("query")));
    JsonNode sort = state.at("/sort/0");
    body.withArray("sort").addObject().put(sort.path(0).asText(), sort.path(1).asText());
    state.path("columns").forEach(body.withArray("fields")::add);
    return body;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action;

import java.io.IOException;
import java.util.List;
import org.opensearch.common.CheckedFunction;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.xcontent.LoggingDeprecationHandler;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.core.xcontent.ToXContent;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.search.SearchModule;

/** JSON in tests: written with single quotes, read and printed as the server does. */
public final class Json {
  private static final SearchModule SEARCH = new SearchModule(Settings.EMPTY, List.of());

  private Json() {}

  /** Double quotes for single ones. */
  public static String json(String singleQuoted) {
    return singleQuoted.replace('\'', '"');
  }

  /** A parser that knows the queries and sorts of core. */
  public static XContentParser parser(String singleQuoted) throws IOException {
    return JsonXContent.jsonXContent.createParser(
        new NamedXContentRegistry(SEARCH.getNamedXContents()),
        LoggingDeprecationHandler.INSTANCE,
        json(singleQuoted));
  }

  /** What is read from a body, as an endpoint reads it. */
  public static <T> T body(
      String singleQuoted, CheckedFunction<XContentParser, T, IOException> reader) {
    return RequestBody.parse(
        new BytesArray(json(singleQuoted)),
        new NamedXContentRegistry(SEARCH.getNamedXContents()),
        reader);
  }

  /** What a search is sent with: the queries and sorts of core. */
  public static NamedWriteableRegistry namedWriteables() {
    return new NamedWriteableRegistry(SEARCH.getNamedWriteables());
  }

  /** The JSON of an object, in one line, with single quotes. */
  public static String print(ToXContent object) throws IOException {
    XContentBuilder builder = JsonXContent.contentBuilder();
    object.toXContent(builder, ToXContent.EMPTY_PARAMS);
    return builder.toString().replace('"', '\'');
  }
}

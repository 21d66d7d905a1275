// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.opensearch.core.ParseField;
import org.opensearch.core.xcontent.ContextParser;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentParser;

/**
 * A strict parser that only collects the parameters of an object, in the order in which they come.
 * They are judged afterwards, because whatever is thrown inside an object parser is wrapped into a
 * general "failed to parse", and the sentence that helps would be found three levels down.
 *
 * @param <C> what the readers of values are given
 */
public final class CollectingParser<C> {
  private final ObjectParser<Map<String, Object>, C> parser;

  /**
   * A parser that knows no parameter yet.
   *
   * @param name of the object, for error messages
   */
  public CollectingParser(String name) {
    this.parser = new ObjectParser<>(name, LinkedHashMap::new);
  }

  /** A parameter, and how its value is read. */
  public void declare(String name, ValueType type, ContextParser<C, Object> value) {
    parser.declareField(
        (parameters, read) -> parameters.put(name, read), value, new ParseField(name), type);
  }

  /** Reads the object that starts here; unknown parameters are refused, with similar names. */
  public Map<String, Object> parse(XContentParser object, C context) throws IOException {
    return parser.parse(object, context);
  }
}

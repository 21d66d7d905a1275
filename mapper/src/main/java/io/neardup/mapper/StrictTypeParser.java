// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import java.util.List;
import java.util.Map;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.index.mapper.MapperParsingException;

/**
 * Reads the mapping of a field and refuses what core would drop with a line in its deprecation log:
 * parameters that other fields have and that mean nothing here.
 *
 * @param type the name of the field type
 * @param value what such a field holds
 * @param meaningless the names of such parameters
 * @param parser reads what is left
 */
record StrictTypeParser(
    String type, String value, List<String> meaningless, Mapper.TypeParser parser)
    implements Mapper.TypeParser {

  @Override
  public Mapper.Builder<?> parse(String name, Map<String, Object> node, ParserContext context) {
    for (String parameter : meaningless) {
      if (node.containsKey(parameter)) {
        throw new MapperParsingException(
            "["
                + parameter
                + "] means nothing to field ["
                + name
                + "] of type ["
                + type
                + "], got ["
                + node.get(parameter)
                + "]: "
                + value
                + " is always indexed and has doc values; leave it out");
      }
    }
    return parser.parse(name, node, context);
  }
}

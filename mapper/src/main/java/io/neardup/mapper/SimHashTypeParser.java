// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.request.NearDupLimits;
import java.util.List;
import java.util.Map;
import org.opensearch.index.mapper.FieldMapper;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.index.mapper.MapperParsingException;
import org.opensearch.index.mapper.ParametrizedFieldMapper;

/**
 * Reads the mapping of a {@code simhash} field. Refuses what core would drop with a line in its
 * deprecation log: parameters that other fields have and that mean nothing here.
 */
final class SimHashTypeParser implements Mapper.TypeParser {
  private static final List<String> MEANINGLESS =
      List.of("boost", "doc_values", "index", "index_options", "similarity", "store");

  private final Mapper.TypeParser parser;

  SimHashTypeParser(NearDupLimits limits) {
    parser =
        new ParametrizedFieldMapper.TypeParser(
            (name, context) ->
                new SimHashFieldMapper.Builder(
                    name, FieldMapper.IGNORE_MALFORMED_SETTING.get(context.getSettings()), limits));
  }

  @Override
  public Mapper.Builder<?> parse(String name, Map<String, Object> node, ParserContext context) {
    for (String parameter : MEANINGLESS) {
      if (node.containsKey(parameter)) {
        throw new MapperParsingException(
            "["
                + parameter
                + "] means nothing to field ["
                + name
                + "] of type ["
                + SimHashFieldMapper.CONTENT_TYPE
                + "], got ["
                + node.get(parameter)
                + "]: a fingerprint is always indexed and has doc values; leave it out");
      }
    }
    return parser.parse(name, node, context);
  }
}

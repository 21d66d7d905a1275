// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import java.util.List;
import java.util.Map;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.plugins.MapperPlugin;
import org.opensearch.plugins.Plugin;

/** Registers the field type and its format, and nothing else. */
public class SimHashTestPlugin extends Plugin implements MapperPlugin {
  @Override
  public Map<String, Mapper.TypeParser> getMappers() {
    return Map.of(SimHashFieldMapper.CONTENT_TYPE, SimHashFieldMapper.PARSER);
  }

  @Override
  public List<NamedWriteableRegistry.Entry> getNamedWriteables() {
    return List.of(SimHashDocValueFormat.entry());
  }
}

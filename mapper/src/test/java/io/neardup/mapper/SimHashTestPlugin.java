// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.request.NearDupLimits;
import java.util.Map;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.plugins.MapperPlugin;
import org.opensearch.plugins.Plugin;

/** Registers the field types, and nothing else. */
public class SimHashTestPlugin extends Plugin implements MapperPlugin {
  @Override
  public Map<String, Mapper.TypeParser> getMappers() {
    NearDupLimits limits = new NearDupLimits(Settings.EMPTY);
    return Map.of(
        SimHashFieldMapper.CONTENT_TYPE, SimHashFieldMapper.parser(limits),
        MinHashFieldMapper.CONTENT_TYPE, MinHashFieldMapper.parser(limits),
        DecisionFieldMapper.CONTENT_TYPE, DecisionFieldMapper.PARSER);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.mapper.MapperParsingException;
import org.opensearch.index.mapper.MapperTestCase;
import org.opensearch.plugins.Plugin;

/** The contract of every field mapper. */
public class SimHashFieldMapperTests extends MapperTestCase {
  @Override
  protected Collection<? extends Plugin> getPlugins() {
    return List.of(new SimHashTestPlugin());
  }

  @Override
  protected void minimalMapping(XContentBuilder b) throws IOException {
    // As serialized.
    b.field("type", "simhash").field("segments", 4);
  }

  @Override
  protected void writeFieldValue(XContentBuilder b) throws IOException {
    b.value(SimHashMapperTestCase.HASH);
  }

  @Override
  protected void registerParameters(ParameterChecker checker) throws IOException {
    checker.registerUpdateCheck(
        b -> b.field("ignore_malformed", true),
        m -> assertTrue(((SimHashFieldMapper) m).ignoreMalformed().value()));
    checker.registerConflictCheck(
        "null_value", b -> b.field("null_value", SimHashMapperTestCase.HASH));
    checker.registerConflictCheck("segment_doc_values", b -> b.field("segment_doc_values", true));
  }

  @Override
  public void testDeprecatedBoost() {
    MapperParsingException e =
        expectThrows(
            MapperParsingException.class,
            () ->
                createDocumentMapper(
                    fieldMapping(b -> b.field("type", "simhash").field("boost", 2.0))));
    assertTrue(e.getMessage(), e.getMessage().contains("[boost] means nothing"));
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.lucene.field.FingerprintField;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.opensearch.common.CheckedConsumer;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.mapper.DocumentMapper;
import org.opensearch.index.mapper.MapperParsingException;
import org.opensearch.index.mapper.MapperServiceTestCase;
import org.opensearch.index.mapper.ParseContext;
import org.opensearch.plugins.Plugin;

/** Builds mappers of one {@code simhash} field, and parses documents with them. */
abstract class SimHashMapperTestCase extends MapperServiceTestCase {
  static final String HASH = "9f3a5c3b12ff00aa";
  static final String FORM =
      "a fingerprint is 16 hex digits, [0b] and 64 binary digits, or a JSON integer from 0 to"
          + " 2^64 - 1; got ";

  @Override
  protected Collection<? extends Plugin> getPlugins() {
    return List.of(new SimHashTestPlugin());
  }

  DocumentMapper mapper(CheckedConsumer<XContentBuilder, IOException> parameters)
      throws IOException {
    return createDocumentMapper(
        fieldMapping(
            b -> {
              b.field("type", "simhash");
              parameters.accept(b);
            }));
  }

  ParseContext.Document parse(DocumentMapper mapper, Object value) throws IOException {
    return mapper.parse(source(b -> b.field("field", value))).rootDoc();
  }

  String refusedMapping(CheckedConsumer<XContentBuilder, IOException> parameters) {
    return expectThrows(MapperParsingException.class, () -> mapper(parameters)).getMessage();
  }

  static String storedHex(ParseContext.Document document) {
    return Fingerprint.toHex(
        FingerprintField.fromDocValue(document.getField("field").numericValue().longValue()));
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import java.util.List;
import org.apache.lucene.document.FieldType;
import org.opensearch.index.mapper.FieldMapper;
import org.opensearch.index.mapper.ParseContext;

/**
 * The mapper of one segment field. It is there to be found, by {@code _field_caps} and {@code
 * _mapping/field} and every query; what it names is written by the field it belongs to.
 */
final class SimHashSegmentMapper extends FieldMapper {
  SimHashSegmentMapper(SimHashSegmentFieldType type) {
    super(type.simpleName(), new FieldType(), type, MultiFields.empty(), CopyTo.empty());
  }

  @Override
  protected void parseCreateField(ParseContext context) {
    throw new UnsupportedOperationException("[" + name() + "] is written by its fingerprint");
  }

  @Override
  protected void mergeOptions(FieldMapper other, List<String> conflicts) {
    // Made anew with the field it belongs to, never merged.
  }

  @Override
  protected String contentType() {
    return SimHashSegmentFieldType.CONTENT_TYPE;
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import java.util.List;
import org.apache.lucene.document.FieldType;
import org.opensearch.index.mapper.FieldMapper;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.mapper.ParseContext;

/**
 * The mapper of a field that comes with another one, which writes it. It is there to be found: by
 * {@code _field_caps} and {@code _mapping/field}, by queries, and by whoever writes its postings.
 */
final class InternalMapper extends FieldMapper {
  private final String type;

  /**
   * @param simpleName the part of its name behind that of the field it belongs to
   */
  InternalMapper(String simpleName, MappedFieldType fieldType) {
    super(simpleName, new FieldType(), fieldType, MultiFields.empty(), CopyTo.empty());
    this.type = fieldType.typeName();
  }

  @Override
  protected void parseCreateField(ParseContext context) {
    throw new UnsupportedOperationException("[" + name() + "] is written by another field");
  }

  @Override
  protected void mergeOptions(FieldMapper other, List<String> conflicts) {
    // Made anew with the field it belongs to, never merged.
  }

  @Override
  protected String contentType() {
    return type;
  }
}

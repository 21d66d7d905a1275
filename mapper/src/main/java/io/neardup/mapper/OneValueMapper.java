// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.request.NearDupLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.opensearch.common.CheckedRunnable;
import org.opensearch.common.Explicit;
import org.opensearch.index.mapper.FieldMapper;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.index.mapper.ParametrizedFieldMapper;
import org.opensearch.index.mapper.ParseContext;

/**
 * A field of one value per document, a fingerprint or a signature, that brings internal fields with
 * it. A value that is refused fails the document, unless {@code ignore_malformed} skips it.
 */
abstract class OneValueMapper extends ParametrizedFieldMapper {
  private final boolean ignoreMalformedByDefault;
  private final Explicit<Boolean> ignoreMalformed;
  private final List<Mapper> internal;

  /**
   * @param internal the mappers of the fields that come with this one
   */
  OneValueMapper(
      MappedFieldType type,
      MultiFields multiFields,
      CopyTo copyTo,
      Builder builder,
      List<Mapper> internal) {
    super(builder.name(), type, multiFields, copyTo);
    this.ignoreMalformedByDefault = builder.ignoreMalformedByDefault;
    this.ignoreMalformed = builder.ignoreMalformed.getValue();
    this.internal = internal;
  }

  /** The parameters that both types have. */
  abstract static class Builder extends ParametrizedFieldMapper.Builder {
    final NearDupLimits limits;
    final Parameter<Explicit<Boolean>> ignoreMalformed;
    private final boolean ignoreMalformedByDefault;

    Builder(String name, boolean ignoreMalformedByDefault, NearDupLimits limits) {
      super(name);
      this.limits = limits;
      this.ignoreMalformedByDefault = ignoreMalformedByDefault;
      this.ignoreMalformed =
          Parameter.explicitBoolParam(
              "ignore_malformed", true, Builder::ignoreMalformed, ignoreMalformedByDefault);
    }

    private static Explicit<Boolean> ignoreMalformed(FieldMapper mapper) {
      return ((OneValueMapper) mapper).ignoreMalformed;
    }
  }

  /** The mappers of the fields that come with this one. */
  final List<Mapper> internal() {
    return internal;
  }

  final boolean ignoreMalformedByDefault() {
    return ignoreMalformedByDefault;
  }

  @Override
  protected final Explicit<Boolean> ignoreMalformed() {
    return ignoreMalformed;
  }

  /** The multi-fields, and the fields that come with this one. */
  @Override
  public final Iterator<Mapper> iterator() {
    List<Mapper> all = new ArrayList<>(internal);
    super.iterator().forEachRemaining(all::add);
    return all.iterator();
  }

  @Override
  protected final void parseCreateField(ParseContext context) throws IOException {
    addOrIgnore(context, () -> add(context));
  }

  /** Adds fields that {@link #add} would, from wherever their value is. */
  final void addOrIgnore(ParseContext context, CheckedRunnable<IOException> fields)
      throws IOException {
    try {
      fields.run();
    } catch (IllegalArgumentException e) {
      if (ignoreMalformed.value() == false) {
        throw e;
      }
      context.addIgnoredField(name());
      context.parser().skipChildren();
    }
  }

  /**
   * Adds the fields of the value that is parsed here, if it is one.
   *
   * @throws IllegalArgumentException if it is refused
   */
  abstract void add(ParseContext context) throws IOException;

  @Override
  protected final void canDeriveSourceInternal() {
    checkDocValuesForDerivedSource();
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.lucene.field.FingerprintField;
import io.neardup.lucene.field.HashSegmentLayout;
import io.neardup.request.NearDupLimits;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.mapper.DerivedFieldGenerator;
import org.opensearch.index.mapper.FieldMapper;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.index.mapper.MapperParsingException;
import org.opensearch.index.mapper.ParametrizedFieldMapper;
import org.opensearch.index.mapper.ParseContext;
import org.opensearch.index.mapper.SortedNumericDocValuesFetcher;

/**
 * The field type {@code simhash}: one 64-bit fingerprint per document, indexed as a doc value and
 * as keyword fields that hold its segments, {@code <field>.s0} to {@code .s3}.
 *
 * <pre>{@code
 * {"properties": {"content_simhash": {"type": "simhash"}}}
 * }</pre>
 *
 * <p>Parameters: {@code null_value}, {@code ignore_malformed} and {@code meta} as for other fields;
 * {@code segments} ({@code 4}, or {@code 5x2}: see {@link HashSegmentLayout}) cannot be changed;
 * {@code segment_doc_values} (false) enables aggregations on the segments.
 */
public final class SimHashFieldMapper extends OneValueMapper {
  /** The name of the type in mappings. */
  public static final String CONTENT_TYPE = "simhash";

  private final boolean segmentDocValues;

  private SimHashFieldMapper(
      SimHashFieldType type, MultiFields multiFields, CopyTo copyTo, Builder builder) {
    super(type, multiFields, copyTo, builder, segments(type, builder));
    this.segmentDocValues = builder.segmentDocValues.getValue();
  }

  private static List<Mapper> segments(SimHashFieldType type, Builder builder) {
    boolean docValues = builder.segmentDocValues.getValue();
    return IntStream.range(0, type.layout().segments())
        .mapToObj(s -> new SimHashSegmentFieldType(type, s, docValues))
        .<Mapper>map(segment -> new InternalMapper(segment.simpleName(), segment))
        .toList();
  }

  /** Parses mappings of fields that enforce these limits. */
  public static Mapper.TypeParser parser(NearDupLimits limits) {
    return new StrictTypeParser(
        CONTENT_TYPE,
        "a fingerprint",
        List.of("boost", "doc_values", "index", "index_options", "similarity", "store"),
        new TypeParser(
            (name, context) ->
                new Builder(name, IGNORE_MALFORMED_SETTING.get(context.getSettings()), limits)));
  }

  private static SimHashFieldMapper cast(FieldMapper mapper) {
    return (SimHashFieldMapper) mapper;
  }

  /** Builds the mapper from the parameters of a mapping. */
  public static final class Builder extends OneValueMapper.Builder {
    private final Parameter<Long> nullValue =
        new Parameter<>(
                "null_value",
                false,
                () -> null,
                (field, context, value) -> parseNullValue(field, value),
                mapper -> cast(mapper).fieldType().nullValue())
            .acceptsNull()
            .setSerializer(
                (json, parameter, value) -> json.field(parameter, hexOrNull(value)),
                Builder::hexOrNull);
    private final Parameter<HashSegmentLayout> layout =
        new Parameter<>(
                "segments",
                false,
                () -> HashSegmentLayout.FOUR,
                (field, context, value) -> HashSegmentsParameter.parse(field, value),
                mapper -> cast(mapper).fieldType().layout())
            .setSerializer(
                (json, parameter, value) ->
                    json.field(parameter, HashSegmentsParameter.shown(value)),
                HashSegmentLayout::parameter)
            // The layout of an existing field must not change with the default of another release.
            .alwaysSerialize();
    private final Parameter<Boolean> segmentDocValues =
        Parameter.boolParam(
            "segment_doc_values", false, mapper -> cast(mapper).segmentDocValues, false);
    private final Parameter<Map<String, String>> meta = Parameter.metaParam();

    Builder(String name, boolean ignoreMalformedByDefault, NearDupLimits limits) {
      super(name, ignoreMalformedByDefault, limits);
    }

    private static Long parseNullValue(String field, Object value) {
      try {
        return value == null ? null : Fingerprint.parseValue(value);
      } catch (IllegalArgumentException e) {
        throw new MapperParsingException(
            "[null_value] of field [" + field + "]: " + e.getMessage(), e);
      }
    }

    private static String hexOrNull(Long fingerprint) {
      return fingerprint == null ? null : Fingerprint.toHex(fingerprint);
    }

    @Override
    protected List<Parameter<?>> getParameters() {
      return List.of(nullValue, ignoreMalformed, layout, segmentDocValues, meta);
    }

    @Override
    public SimHashFieldMapper build(BuilderContext context) {
      SimHashFieldType type =
          new SimHashFieldType(
              buildFullName(context),
              layout.getValue(),
              nullValue.getValue(),
              meta.getValue(),
              limits);
      MultiFields multiFields = multiFieldsBuilder.build(this, context);
      SimHashFieldMapper mapper = new SimHashFieldMapper(type, multiFields, copyTo.build(), this);
      mapper.refuseTakenNames();
      return mapper;
    }
  }

  private void refuseTakenNames() {
    for (Mapper multiField : multiFields) {
      if (internal().stream().anyMatch(segment -> segment.name().equals(multiField.name()))) {
        throw new MapperParsingException(
            "multi-field ["
                + multiField.simpleName()
                + "] of field ["
                + name()
                + "] has the name of one of its segments, ["
                + layout().name(0)
                + "] to ["
                + layout().name(layout().segments() - 1)
                + "], which always exist: leave it out, or rename it");
      }
    }
  }

  private HashSegmentLayout layout() {
    return fieldType().layout();
  }

  @Override
  public ParametrizedFieldMapper.Builder getMergeBuilder() {
    return new Builder(simpleName(), ignoreMalformedByDefault(), fieldType().limits()).init(this);
  }

  @Override
  public SimHashFieldType fieldType() {
    return (SimHashFieldType) super.fieldType();
  }

  @Override
  protected String contentType() {
    return CONTENT_TYPE;
  }

  @Override
  void add(ParseContext context) throws IOException {
    Long fingerprint = getFieldValue(context);
    if (fingerprint != null) {
      refuseSecond(context, fingerprint);
      boolean alone = NestedCopies.areMade(context, name()) == false;
      FingerprintField.fields(layout(), name(), fingerprint, segmentDocValues, alone)
          .forEach(context.doc()::add);
    }
  }

  private void refuseSecond(ParseContext context, long fingerprint) {
    if (context.doc().getField(name()) != null) {
      throw new IllegalArgumentException(
          "field ["
              + name()
              + "] takes one fingerprint per document, got a second one ["
              + Fingerprint.toHex(fingerprint)
              + "]: use a field for each, or a [nested] object for each");
    }
  }

  @Override
  protected Long getFieldValue(ParseContext context) throws IOException {
    if (context.externalValueSet()) {
      return Fingerprint.parseValue(context.externalValue());
    }
    XContentParser parser = context.parser();
    return switch (parser.currentToken()) {
      case VALUE_NULL -> fieldType().nullValue();
      case VALUE_NUMBER -> Fingerprint.parseValue(parser.numberValue());
      case VALUE_STRING -> Fingerprint.parse(parser.text());
      case VALUE_BOOLEAN -> Fingerprint.parseValue(parser.booleanValue());
      default ->
          throw new IllegalArgumentException(
              "a fingerprint is one value, got a [" + parser.currentToken() + "]");
    };
  }

  @Override
  protected DerivedFieldGenerator derivedFieldGenerator() {
    return new DerivedFieldGenerator(
        mappedFieldType, new SortedNumericDocValuesFetcher(mappedFieldType, simpleName()), null);
  }
}

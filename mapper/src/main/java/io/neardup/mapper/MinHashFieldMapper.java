// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.lucene.minhash.MinHashField;
import io.neardup.request.NearDupLimits;
import io.neardup.target.Nearness;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.core.xcontent.XContentParser.Token;
import org.opensearch.index.mapper.DerivedFieldGenerator;
import org.opensearch.index.mapper.FieldMapper;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.index.mapper.MapperParsingException;
import org.opensearch.index.mapper.ParametrizedFieldMapper;
import org.opensearch.index.mapper.ParseContext;

/**
 * The field type {@code minhash}: one signature per document ({@link MinHashSignature}), as a doc
 * value, its bands as terms of the internal field {@code <field>.bands}, and its last values once
 * more in {@code <field>.tail}.
 *
 * <pre>{@code
 * {"properties": {"content_minhash": {"type": "minhash", "similarity": 0.7, "recall": 0.95}}}
 * }</pre>
 *
 * <p>Parameters: {@code similarity} and {@code recall}, from which the number of bands follows
 * ({@link Bands}), cannot be changed; {@code ignore_malformed} and {@code meta} are as in other
 * fields. About 380 bytes a document.
 */
public final class MinHashFieldMapper extends OneValueMapper {
  /** The name of the type in mappings. */
  public static final String CONTENT_TYPE = "minhash";

  /** What lookups are made for, unless the mapping says otherwise. */
  public static final double DEFAULT_SIMILARITY = 0.7;

  /** The part of the texts of that similarity that lookups find, unless the mapping says. */
  public static final double DEFAULT_RECALL = 0.95;

  private static final String BANDS = "bands";

  /** Sub-fields that a signature has already, and what is in them. */
  private static final Map<String, String> TAKEN =
      Map.of(
          BANDS,
          "the bands of its signatures are",
          "tail",
          "the last values of its signatures are");

  private MinHashFieldMapper(
      MinHashFieldType type, MultiFields multiFields, CopyTo copyTo, Builder builder) {
    super(
        type,
        multiFields,
        copyTo,
        builder,
        List.of(
            new InternalMapper(
                BANDS, new MinHashBandsFieldType(MinHashField.bandsField(type.name()), type))));
  }

  /** Reads the type from a mapping, for fields that keep to these limits. */
  public static Mapper.TypeParser parser(NearDupLimits limits) {
    return new StrictTypeParser(
        CONTENT_TYPE,
        "a signature",
        List.of("boost", "doc_values", "index", "index_options", "null_value", "store"),
        new TypeParser(
            (name, context) ->
                new Builder(name, IGNORE_MALFORMED_SETTING.get(context.getSettings()), limits)));
  }

  private static MinHashFieldMapper cast(FieldMapper mapper) {
    return (MinHashFieldMapper) mapper;
  }

  /** The parameters of a mapping, and what is made of them. */
  public static final class Builder extends OneValueMapper.Builder {
    private final Parameter<Double> similarity =
        fraction(Nearness.SIMILARITY, DEFAULT_SIMILARITY, MinHashFieldType::similarity);
    private final Parameter<Double> recall =
        fraction(Nearness.RECALL, DEFAULT_RECALL, MinHashFieldType::recall);
    private final Parameter<Map<String, String>> meta = Parameter.metaParam();

    Builder(String name, boolean ignoreMalformedByDefault, NearDupLimits limits) {
      super(name, ignoreMalformedByDefault, limits);
    }

    private static Parameter<Double> fraction(
        String name, double byDefault, ToDoubleFunction<MinHashFieldType> of) {
      return new Parameter<Double>(
              name,
              false,
              () -> byDefault,
              (field, context, value) -> parse(name, field, value),
              mapper -> of.applyAsDouble(cast(mapper).fieldType()))
          // What a field was indexed with must not follow the default of another release.
          .alwaysSerialize();
    }

    private static Double parse(String name, String field, Object value) {
      try {
        return Nearness.fraction(name, value);
      } catch (IllegalArgumentException e) {
        throw new MapperParsingException("field [" + field + "]: " + e.getMessage(), e);
      }
    }

    @Override
    protected List<Parameter<?>> getParameters() {
      return List.of(similarity, recall, ignoreMalformed, meta);
    }

    @Override
    public MinHashFieldMapper build(BuilderContext context) {
      MultiFields multiFields = multiFieldsBuilder.build(this, context);
      MinHashFieldMapper mapper =
          new MinHashFieldMapper(type(buildFullName(context)), multiFields, copyTo.build(), this);
      mapper.refuseTakenName();
      return mapper;
    }

    private MinHashFieldType type(String field) {
      try {
        return new MinHashFieldType(
            field, similarity.getValue(), recall.getValue(), meta.getValue(), limits);
      } catch (IllegalArgumentException e) {
        throw new MapperParsingException("field [" + field + "]: " + e.getMessage(), e);
      }
    }
  }

  private void refuseTakenName() {
    for (Mapper multiField : multiFields) {
      String taken = TAKEN.get(multiField.simpleName());
      if (taken != null) {
        throw new MapperParsingException(
            "multi-field ["
                + multiField.simpleName()
                + "] of field ["
                + name()
                + "] has the name under which "
                + taken
                + " indexed; rename it");
      }
    }
  }

  @Override
  public ParametrizedFieldMapper.Builder getMergeBuilder() {
    return new Builder(simpleName(), ignoreMalformedByDefault(), fieldType().limits()).init(this);
  }

  @Override
  public MinHashFieldType fieldType() {
    return (MinHashFieldType) super.fieldType();
  }

  @Override
  protected String contentType() {
    return CONTENT_TYPE;
  }

  @Override
  void add(ParseContext context) throws IOException {
    String text = getFieldValue(context);
    if (text != null) {
      add(context, MinHashSignature.parse(text));
    }
  }

  void add(ParseContext context, MinHashSignature signature) {
    if (context.doc().getField(name()) != null) {
      throw new IllegalArgumentException(
          "field ["
              + name()
              + "] takes one signature per document, got a second one: use a field for each, or a"
              + " [nested] object for each");
    }
    if (NestedCopies.areMade(context, name())) {
      throw new IllegalArgumentException(
          "field ["
              + name()
              + "] cannot be in a [nested] object with [include_in_root] or [include_in_parent],"
              + " because a document has one signature at most; leave the parameter out");
    }
    MinHashField.fields(name(), fieldType().bands(), signature, true).forEach(context.doc()::add);
  }

  @Override
  protected String getFieldValue(ParseContext context) throws IOException {
    if (context.externalValueSet()) {
      return String.valueOf(context.externalValue());
    }
    XContentParser parser = context.parser();
    // A decision has read its object by then, and adds the signature in it.
    if (parser.currentToken() == Token.VALUE_NULL || parser.currentToken() == Token.END_OBJECT) {
      return null;
    }
    if (parser.currentToken() == Token.VALUE_STRING) {
      return parser.text();
    }
    throw new IllegalArgumentException(
        "a signature is one string, got a [" + parser.currentToken() + "]");
  }

  @Override
  protected DerivedFieldGenerator derivedFieldGenerator() {
    return new DerivedFieldGenerator(
        mappedFieldType, new SignatureTexts(name(), simpleName()), null);
  }
}

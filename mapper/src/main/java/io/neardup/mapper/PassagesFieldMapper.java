// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.fingerprint.passages.PassageLength;
import io.neardup.lucene.passages.PassagesField;
import io.neardup.request.NearDupLimits;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.IndexableField;
import org.opensearch.core.xcontent.XContentParser.Token;
import org.opensearch.index.mapper.FieldMapper;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.index.mapper.MapperParsingException;
import org.opensearch.index.mapper.ParametrizedFieldMapper;
import org.opensearch.index.mapper.ParseContext;

/**
 * The field type {@code passages}: hashes of a text, by which every passage of a certain length
 * that it shares with another one is found. Best as a multi-field of the text:
 *
 * <pre>{@code
 * {"properties": {"content": {"type": "text",
 *   "fields": {"passages": {"type": "passages", "min_passage": 20}}}}}
 * }</pre>
 *
 * <p>Parameters: {@code min_passage}, the tokens of the shortest passage that is surely found;
 * {@code html}, whether texts have tags to leave out; neither can be changed. {@code meta} is as in
 * other fields.
 */
public final class PassagesFieldMapper extends ParametrizedFieldMapper {
  /** The name of the type in mappings. */
  public static final String CONTENT_TYPE = "passages";

  private static final String MIN_PASSAGE = "min_passage";
  private static final String HTML = "html";

  private PassagesFieldMapper(
      PassagesFieldType type, MultiFields multiFields, CopyTo copyTo, Builder builder) {
    super(builder.name(), type, multiFields, copyTo);
  }

  /** Reads the type from a mapping, for fields that keep to these limits. */
  public static Mapper.TypeParser parser(NearDupLimits limits) {
    return new StrictTypeParser(
        CONTENT_TYPE,
        "what is kept of a text",
        List.of(
            "analyzer",
            "boost",
            "doc_values",
            "index",
            "index_options",
            "null_value",
            "search_analyzer",
            "store"),
        new TypeParser((name, context) -> new Builder(name, limits)));
  }

  private static PassagesFieldType type(FieldMapper mapper) {
    return ((PassagesFieldMapper) mapper).fieldType();
  }

  /** The parameters of a mapping, and what is made of them. */
  public static final class Builder extends ParametrizedFieldMapper.Builder {
    private final NearDupLimits limits;

    // What a field was indexed with must not follow the default of another release.
    private final Parameter<Integer> minPassage =
        new Parameter<Integer>(
                MIN_PASSAGE,
                false,
                () -> PassageLength.DEFAULT,
                (field, context, value) -> tokens(field, value),
                mapper -> type(mapper).length().tokens())
            .alwaysSerialize();

    private final Parameter<Boolean> html =
        Parameter.boolParam(HTML, false, mapper -> type(mapper).html(), false);
    private final Parameter<Map<String, String>> meta = Parameter.metaParam();

    Builder(String name, NearDupLimits limits) {
      super(name);
      this.limits = limits;
    }

    private static Integer tokens(String field, Object value) {
      String text = String.valueOf(value);
      try {
        return new PassageLength(text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1).tokens();
      } catch (IllegalArgumentException e) {
        throw new MapperParsingException(
            "field ["
                + field
                + "]: ["
                + MIN_PASSAGE
                + "] must be an integer from ["
                + PassageLength.LEAST
                + "] to ["
                + PassageLength.MOST
                + "], got ["
                + text
                + "]",
            e);
      }
    }

    @Override
    protected List<Parameter<?>> getParameters() {
      return List.of(minPassage, html, meta);
    }

    @Override
    public PassagesFieldMapper build(BuilderContext context) {
      return new PassagesFieldMapper(
          new PassagesFieldType(
              buildFullName(context),
              new PassageLength(minPassage.getValue()),
              html.getValue(),
              meta.getValue(),
              limits),
          multiFieldsBuilder.build(this, context),
          copyTo.build(),
          this);
    }
  }

  @Override
  public ParametrizedFieldMapper.Builder getMergeBuilder() {
    return new Builder(simpleName(), fieldType().limits()).init(this);
  }

  @Override
  public PassagesFieldType fieldType() {
    return (PassagesFieldType) super.fieldType();
  }

  @Override
  protected String contentType() {
    return CONTENT_TYPE;
  }

  @Override
  protected void parseCreateField(ParseContext context) throws IOException {
    String text = text(context);
    if (text == null) {
      return;
    }
    if (NestedCopies.areMade(context, name())) {
      throw new IllegalArgumentException(
          "field ["
              + name()
              + "] cannot be in a [nested] object with [include_in_root] or [include_in_parent];"
              + " leave the parameter out");
    }
    IndexableField known = context.doc().getByKey(name());
    PassagesField field =
        known == null ? new PassagesField(name(), fieldType().length()) : (PassagesField) known;
    field.add(fieldType().analyzer(), text);
    if (known == null) {
      context.doc().addWithKey(name(), field);
      context.doc().add(field.tokens());
    }
  }

  private String text(ParseContext context) throws IOException {
    if (context.externalValueSet()) {
      return String.valueOf(context.externalValue());
    }
    Token token = context.parser().currentToken();
    if (token == Token.VALUE_NULL || token.isValue()) {
      return context.parser().textOrNull();
    }
    throw new IllegalArgumentException(
        "field ["
            + name()
            + "] of type ["
            + CONTENT_TYPE
            + "] takes a text, got a ["
            + token
            + "]; map it below the field of the text");
  }
}

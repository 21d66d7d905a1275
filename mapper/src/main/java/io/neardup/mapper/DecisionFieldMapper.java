// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.target.TargetKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.LeafReader;
import org.opensearch.common.Nullable;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.index.mapper.MapperParsingException;
import org.opensearch.index.mapper.ParametrizedFieldMapper;
import org.opensearch.index.mapper.ParseContext;

/**
 * The field type {@code near_dup}: a decision of the ingest processor, whose parts can be used as
 * keywords and numbers, {@code <field>.status} and the others of {@link DecisionPart}.
 *
 * <pre>{@code
 * {"properties": {"near_dup": {"type": "near_dup"}}}
 * }</pre>
 *
 * <p>It has no parameters but {@code meta}. Its sub-field {@link #SIGNATURE} of type {@code
 * minhash}, if it has one, indexes the signature in the object. Other parts of the object are kept
 * in the source only.
 */
public final class DecisionFieldMapper extends ParametrizedFieldMapper {
  /** The name of the type in mappings. */
  public static final String CONTENT_TYPE = "near_dup";

  /** The part that is the signature of the document's text, and the sub-field that indexes it. */
  public static final String SIGNATURE = "signature";

  /** Parses mappings of such fields. */
  public static final Mapper.TypeParser PARSER =
      new StrictTypeParser(
          CONTENT_TYPE,
          "a decision",
          List.of("boost", "doc_values", "index", "index_options", "similarity", "store"),
          new TypeParser((name, context) -> new Builder(name)));

  private final List<Mapper> parts;

  /** The fields of the parts, in their order. */
  private static final List<DecisionPart> PARTS = List.of(DecisionPart.values());

  private final String[] names;

  /** Null without the sub-field. */
  @Nullable private final MinHashFieldMapper signature;

  private DecisionFieldMapper(
      DecisionFieldType type, MultiFields multiFields, CopyTo copyTo, Builder builder) {
    super(builder.name(), type, multiFields, copyTo);
    this.parts =
        Arrays.stream(DecisionPart.values())
            .<Mapper>map(part -> new InternalMapper(part.path(), part.type(type.name())))
            .toList();
    this.names = parts.stream().map(Mapper::name).toArray(String[]::new);
    this.signature = signature(multiFields);
  }

  @Nullable private static MinHashFieldMapper signature(MultiFields multiFields) {
    for (Mapper field : multiFields) {
      if (field instanceof MinHashFieldMapper found) {
        return found;
      }
    }
    return null;
  }

  /**
   * How a part of a decision can be used, as the parameters of a field that is mapped so; null if
   * there is no such part.
   *
   * @param path inside the decision
   */
  @Nullable public static Map<String, Object> part(String path) {
    return PARTS.stream()
        .filter(part -> part.path().equals(path))
        .findFirst()
        .map(part -> Map.<String, Object>of("type", part.typeName()))
        .orElse(null);
  }

  /** Builds the mapper. */
  public static final class Builder extends ParametrizedFieldMapper.Builder {
    private final Parameter<Map<String, String>> meta = Parameter.metaParam();

    Builder(String name) {
      super(name);
    }

    @Override
    protected List<Parameter<?>> getParameters() {
      return List.of(meta);
    }

    @Override
    public DecisionFieldMapper build(BuilderContext context) {
      MultiFields multiFields = multiFieldsBuilder.build(this, context);
      String field = buildFullName(context);
      for (Mapper sub : multiFields) {
        if ((sub instanceof MinHashFieldMapper && SIGNATURE.equals(sub.simpleName())) == false) {
          throw refused(
              "fields", field, "[" + sub.simpleName() + "] of type [" + sub.typeName() + "]");
        }
      }
      if (copyTo.build().copyToFields().isEmpty() == false) {
        throw refused("copy_to", field, copyTo.build().copyToFields().toString());
      }
      return new DecisionFieldMapper(
          new DecisionFieldType(field, meta.getValue()), multiFields, copyTo.build(), this);
    }

    private static MapperParsingException refused(String parameter, String field, String seen) {
      return new MapperParsingException(
          "["
              + parameter
              + "] of field ["
              + field
              + "] of type ["
              + CONTENT_TYPE
              + "] gives others the whole object, which they refuse, got "
              + seen
              + "; leave it out, and use the parts of the decision: its only sub-field is ["
              + SIGNATURE
              + "] of type ["
              + MinHashFieldMapper.CONTENT_TYPE
              + "]");
    }
  }

  @Override
  public ParametrizedFieldMapper.Builder getMergeBuilder() {
    return new Builder(simpleName()).init(this);
  }

  @Override
  protected String contentType() {
    return CONTENT_TYPE;
  }

  /** The parts, and the multi-fields. */
  @Override
  public Iterator<Mapper> iterator() {
    List<Mapper> all = new ArrayList<>(parts);
    super.iterator().forEachRemaining(all::add);
    return all.iterator();
  }

  @Override
  protected void parseCreateField(ParseContext context) throws IOException {
    XContentParser parser = context.parser();
    if (parser.currentToken() == XContentParser.Token.VALUE_NULL) {
      return;
    }
    if (parser.currentToken() != XContentParser.Token.START_OBJECT) {
      throw new IllegalArgumentException(
          "field ["
              + name()
              + "] of type ["
              + CONTENT_TYPE
              + "] takes the object that the processor near_dup writes, got a ["
              + parser.currentToken()
              + "]");
    }
    Map<String, Object> decision = parser.map();
    for (int i = 0; i < names.length; i++) {
      DecisionPart part = PARTS.get(i);
      Object value =
          part.isNested()
              ? XContentMapValues.extractValue(part.path(), decision)
              : decision.get(part.path());
      if (value != null) {
        if (context.doc().getField(names[i]) != null || value instanceof Iterable<?>) {
          throw new IllegalArgumentException(
              "field [" + names[i] + "] takes one value per document, got more");
        }
        part.add(names[i], value, context.doc());
      }
    }
    Object text = decision.get(SIGNATURE);
    if (signature != null && text != null) {
      signature.addOrIgnore(context, () -> signature.add(context, TargetKind.signature(text)));
    }
  }

  /** Always, as nothing else is copied to or from it. */
  @Override
  public void canDeriveSource() {}

  @Override
  public void deriveSource(XContentBuilder builder, LeafReader reader, int doc) throws IOException {
    Map<String, Object> decision = new LinkedHashMap<>();
    for (DecisionPart part : DecisionPart.values()) {
      Object value = part.stored(name(), reader, doc);
      if (value != null) {
        put(decision, part.path(), value);
      }
    }
    if (signature != null) {
      new SignatureTexts(signature.name(), SIGNATURE)
          .fetch(reader, doc)
          .forEach(text -> decision.put(SIGNATURE, text));
    }
    if (decision.isEmpty() == false) {
      builder.field(simpleName(), decision);
    }
  }

  @SuppressWarnings("unchecked")
  private static void put(Map<String, Object> object, String path, Object value) {
    int dot = path.indexOf('.');
    if (dot < 0) {
      object.put(path, value);
    } else {
      Object inner = object.computeIfAbsent(path.substring(0, dot), key -> new LinkedHashMap<>());
      put((Map<String, Object>) inner, path.substring(dot + 1), value);
    }
  }
}

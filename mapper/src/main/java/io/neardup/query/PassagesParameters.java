// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.lucene.passages.CoveredSide;
import io.neardup.resolve.FingerprintSource;
import io.neardup.resolve.FingerprintSource.OfId;
import io.neardup.target.FieldName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.opensearch.common.CheckedFunction;
import org.opensearch.common.Nullable;
import org.opensearch.core.ParseField;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentParser;

/** The parameters of a question about passages, in the query and in the endpoint. */
public class PassagesParameters {
  private final List<String> kinds = new ArrayList<>();
  private String text;
  private Map<String, Object> doc;
  private String id;
  private String index;
  private String routing;
  private Integer minWords;
  private double coverage;
  private CoveredSide of = CoveredSide.QUESTION;
  private int maxDocCount = PassagesOptions.DEFAULT_MAX_DOC_COUNT;

  /**
   * The field that an endpoint asks.
   *
   * @param name null if the request has none
   * @throws IllegalArgumentException if it is none
   */
  public static String requireField(@Nullable String name) {
    if (name == null) {
      throw new IllegalArgumentException(
          "[field] is required: a field of type [passages], such as [content.passages]");
    }
    return FieldName.require("field", name);
  }

  /** Has a parser read them. */
  protected static <P extends PassagesParameters> void declareAll(ObjectParser<P, Void> parser) {
    declare(
        parser,
        PassageSubject.TEXT,
        ValueType.STRING,
        XContentParser::text,
        (to, value) -> to.asked(PassageSubject.TEXT).text = value);
    declare(
        parser,
        PassageSubject.DOC,
        ValueType.OBJECT,
        XContentParser::map,
        (to, value) -> to.asked(PassageSubject.DOC).doc = value);
    declare(
        parser,
        PassageSubject.ID,
        ValueType.INT,
        p -> FieldName.requireShort(PassageSubject.ID, p.text()),
        (to, value) -> to.asked(PassageSubject.ID).id = value);
    declare(
        parser,
        FingerprintSource.INDEX,
        ValueType.STRING,
        p -> FieldName.requireShort(FingerprintSource.INDEX, p.text()),
        (to, value) -> to.index = value);
    declare(
        parser,
        FingerprintSource.ROUTING,
        ValueType.INT,
        p -> FieldName.requireShort(FingerprintSource.ROUTING, p.text()),
        (to, value) -> to.routing = value);
    declareValue(
        parser,
        PassagesOptions.MIN_WORDS,
        PassagesOptions::minWords,
        (to, value) -> to.minWords = value);
    declareValue(
        parser,
        PassagesOptions.COVERAGE,
        PassagesOptions::coverage,
        (to, value) -> to.coverage = value);
    declareValue(parser, PassagesOptions.OF, PassagesOptions::of, (to, value) -> to.of = value);
    declareValue(
        parser,
        PassagesOptions.MAX_DOC_COUNT,
        PassagesOptions::maxDocCount,
        (to, value) -> to.maxDocCount = value);
  }

  private static <P extends PassagesParameters, T> void declareValue(
      ObjectParser<P, Void> parser,
      String name,
      BiFunction<String, Object, T> judge,
      BiConsumer<PassagesParameters, T> setter) {
    declare(parser, name, ValueType.VALUE, p -> judge.apply(name, p.objectText()), setter);
  }

  private static <P extends PassagesParameters, T> void declare(
      ObjectParser<P, Void> parser,
      String name,
      ValueType type,
      CheckedFunction<XContentParser, T, IOException> value,
      BiConsumer<PassagesParameters, T> setter) {
    parser.declareField(setter::accept, (p, nothing) -> value.apply(p), new ParseField(name), type);
  }

  private PassagesParameters asked(String kind) {
    kinds.add(kind);
    return this;
  }

  /**
   * Whose passages are looked for.
   *
   * @throws IllegalArgumentException if nobody's are, or several ones'
   */
  public final PassageSubject subject() {
    if (kinds.size() != 1) {
      throw new IllegalArgumentException(
          "[passages] requires exactly one of [text], [doc] and [id], got "
              + (kinds.isEmpty() ? "none" : kinds));
    }
    if (id == null && (index != null || routing != null)) {
      throw new IllegalArgumentException(
          "[passages] ["
              + (index == null ? FingerprintSource.ROUTING : FingerprintSource.INDEX)
              + "] needs [id], got it with "
              + kinds
              + ": leave it out");
    }
    return new PassageSubject(
        text == null ? null : List.of(text),
        doc,
        id == null ? null : new OfId(id, index, routing),
        null);
  }

  /** Which count. */
  public final PassagesOptions options() {
    return new PassagesOptions(minWords, coverage, of, maxDocCount);
  }
}

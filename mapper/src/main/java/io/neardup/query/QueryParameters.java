// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import static io.neardup.resolve.FingerprintSource.DOC;
import static io.neardup.resolve.FingerprintSource.ID;
import static io.neardup.resolve.FingerprintSource.INDEX;
import static io.neardup.resolve.FingerprintSource.PIPELINE;
import static io.neardup.resolve.FingerprintSource.ROUTING;
import static io.neardup.target.Nearness.MAX_DISTANCE;
import static io.neardup.target.Nearness.RECALL;
import static io.neardup.target.Nearness.SIMILARITY;

import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.request.MaxDistance;
import io.neardup.request.NearDupLimits;
import io.neardup.request.UnknownNames;
import io.neardup.resolve.FingerprintSource;
import io.neardup.target.FieldName;
import io.neardup.target.Nearness;
import io.neardup.target.Target;
import io.neardup.target.Verify;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.opensearch.common.xcontent.SuggestingErrorOnUnknown;
import org.opensearch.core.ParseField;
import org.opensearch.core.xcontent.ContextParser;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.AbstractQueryBuilder;

/** The parameters of a query as they are read one by one, and whether they fit together. */
final class QueryParameters {
  static final String IGNORE_UNMAPPED = "ignore_unmapped";
  private static final String HASH = "hash";
  private static final String HASHES = "hashes";
  private static final String SIGNATURE = "signature";
  private static final String SIGNATURES = "signatures";

  /** What is no parameter here, and what to do instead. */
  private static final Map<String, String> INSTEAD =
      Map.of(
          "text",
          UnknownNames.AS_DOC,
          "like",
          UnknownNames.AS_DOC,
          "k",
          "for the nearest, ask with a large [max_distance] and let [size] of the search cut the"
              + " hits, which are sorted by distance, or send [k] to [POST /{index}/_near_dup]",
          "filter",
          "put the two queries into a [bool]",
          "field",
          "the name of the field stands before the parameters, as in {\"content_simhash\":"
              + " {\"hash\": \"9f3a5c3b12ff00aa\"}}");

  /** All that the parser knows. */
  private static final List<String> NAMES = new ArrayList<>();

  private static final ObjectParser<QueryParameters, NearDupLimits> PARSER =
      new ObjectParser<>(
          NearDupQueryBuilder.NAME,
          (parameters, name, value) -> {
            throw unknown(name);
          },
          QueryParameters::new);

  static {
    declareTarget(HASH, ValueType.VALUE, (p, limits) -> TargetReader.hash(p.objectText()));
    declareTarget(HASHES, ValueType.VALUE_ARRAY, TargetReader::hashes);
    declareTarget(
        SIGNATURE,
        ValueType.VALUE,
        (p, limits) -> TargetReader.signature("[signature]", p.objectText()));
    declareTarget(SIGNATURES, ValueType.VALUE_ARRAY, TargetReader::signatures);
    declareName(ID, ValueType.INT, (to, id) -> to.of(ID).id = id);
    declareName(INDEX, ValueType.STRING, (to, index) -> to.index = index);
    declareName(ROUTING, ValueType.INT, (to, way) -> to.routing = way);
    declare(DOC, ValueType.OBJECT, (p, limits) -> p.map(), (to, doc) -> to.of(DOC).doc = doc);
    declareName(PIPELINE, ValueType.STRING, (to, id) -> to.pipeline = id);
    declareNumber(MAX_DISTANCE, MaxDistance::parse, (to, number) -> to.maxDistance = number);
    declareNumber(
        SIMILARITY,
        value -> Nearness.fraction(SIMILARITY, value),
        (to, number) -> to.similarity = number);
    declareNumber(
        RECALL, value -> Nearness.fraction(RECALL, value), (to, number) -> to.recall = number);
    declareNumber(NumbersRule.NAME, NumbersRule::parse, (to, rule) -> to.numbers = rule);
    declare(
        Verify.NAME, ValueType.OBJECT, (p, limits) -> Verify.parse(p), (to, by) -> to.verify = by);
    declare(
        IGNORE_UNMAPPED,
        ValueType.BOOLEAN,
        (p, limits) -> p.booleanValue(),
        (to, ignore) -> to.ignoreUnmapped = ignore);
    declare(
        AbstractQueryBuilder.BOOST_FIELD.getPreferredName(),
        ValueType.FLOAT,
        (p, limits) -> p.floatValue(),
        (to, boost) -> to.boost = boost);
    declare(
        AbstractQueryBuilder.NAME_FIELD.getPreferredName(),
        ValueType.STRING,
        (p, limits) -> p.text(),
        (to, name) -> to.queryName = name);
  }

  /** The names of those that say what to be near to, of which a query has one. */
  private final List<String> kinds = new ArrayList<>();

  private Target target;
  private String id;
  private String index;
  private String routing;
  private Map<String, Object> doc;
  private String pipeline;
  private Integer maxDistance;
  private Double similarity;
  private Double recall;
  private NumbersRule numbers;
  private Verify verify;
  private boolean ignoreUnmapped;
  private float boost = AbstractQueryBuilder.DEFAULT_BOOST;
  private String queryName;

  private QueryParameters() {}

  private static void declareTarget(
      String name, ValueType type, ContextParser<NearDupLimits, Target> value) {
    declare(name, type, value, (to, target) -> to.of(name).target = target);
  }

  private static void declareName(
      String name, ValueType type, BiConsumer<QueryParameters, String> setter) {
    declare(name, type, (p, limits) -> FieldName.requireShort(name, p.text()), setter);
  }

  private static <T> void declareNumber(
      String name, Function<Object, T> form, BiConsumer<QueryParameters, T> setter) {
    declare(name, ValueType.VALUE, (p, limits) -> form.apply(p.objectText()), setter);
  }

  private static <T> void declare(
      String name,
      ValueType type,
      ContextParser<NearDupLimits, T> value,
      BiConsumer<QueryParameters, T> setter) {
    NAMES.add(name);
    PARSER.declareField(setter, value, new ParseField(name), type);
  }

  /** Reads the object that starts here. */
  static QueryParameters parse(XContentParser parser, NearDupLimits limits) throws IOException {
    return PARSER.parse(parser, limits);
  }

  /** What {@code "hash~max_distance"} is short for. */
  static QueryParameters shortForm(Object value) {
    QueryParameters parameters = new QueryParameters().of(HASH);
    int separator = value instanceof String text ? text.indexOf('~') : -1;
    if (separator < 0) {
      parameters.target = TargetReader.hash(value);
    } else {
      String text = (String) value;
      parameters.target = TargetReader.hash(text.substring(0, separator));
      parameters.maxDistance = MaxDistance.parse(text.substring(separator + 1));
    }
    return parameters;
  }

  /** Whether users may take this for the name of a parameter. */
  static boolean isName(String name) {
    return NAMES.contains(name) || INSTEAD.containsKey(name);
  }

  private static IllegalArgumentException unknown(String name) {
    String instead = INSTEAD.get(name);
    return new IllegalArgumentException(
        instead == null
            ? "[near_dup] unknown field ["
                + name
                + "]"
                + SuggestingErrorOnUnknown.suggest(name, NAMES)
            : "[near_dup] [" + name + "] is no parameter of the query: " + instead);
  }

  private QueryParameters of(String kind) {
    kinds.add(kind);
    return this;
  }

  /**
   * The query that they mean.
   *
   * @throws IllegalArgumentException if one is missing, or does not fit the others
   */
  NearDupQueryBuilder query(String field) {
    if (kinds.size() != 1) {
      throw new IllegalArgumentException(
          "[near_dup] field ["
              + field
              + "] requires exactly one of [hash], [hashes], [signature], [signatures], [id] and"
              + " [doc], got "
              + (kinds.isEmpty() ? "none" : kinds));
    }
    requireWith(ID, INDEX, index);
    requireWith(ID, ROUTING, routing);
    requireWith(DOC, PIPELINE, pipeline);
    Subject subject = target == null ? Subject.of(source()) : Subject.of(target);
    Nearness nearness = new Nearness(maxDistance, similarity, recall, numbers);
    if (target != null && verify == null) {
      nearness = nearness.complete(target, field);
    }
    NearDupQueryBuilder query = new NearDupQueryBuilder(field, subject, nearness);
    if (verify != null) {
      query.verify(Verification.of(verify, subject));
    }
    return query.ignoreUnmapped(ignoreUnmapped).boost(boost).queryName(queryName);
  }

  private void requireWith(String owner, String parameter, String value) {
    if (value != null && kinds.contains(owner) == false) {
      throw new IllegalArgumentException(
          "[near_dup] ["
              + parameter
              + "] needs ["
              + owner
              + "], got it with "
              + kinds
              + ": leave it out");
    }
  }

  private FingerprintSource source() {
    return doc == null
        ? new FingerprintSource.OfId(id, index, routing)
        : new FingerprintSource.OfDoc(doc, pipeline);
  }
}

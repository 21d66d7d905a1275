// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import static io.neardup.target.Nearness.MAX_DISTANCE;
import static io.neardup.target.Nearness.RECALL;
import static io.neardup.target.Nearness.SIMILARITY;

import io.neardup.action.Parameters;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.request.MaxDistance;
import io.neardup.request.NearDupLimits;
import io.neardup.request.UnknownNames;
import io.neardup.resolve.FingerprintSource.OfDoc;
import io.neardup.resolve.FingerprintSource.OfId;
import io.neardup.target.FieldName;
import io.neardup.target.Nearness;
import io.neardup.target.TargetKind;
import io.neardup.target.Verify;
import io.neardup.verdicts.VerdictIndex;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.core.xcontent.ContextParser;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.search.builder.SearchSourceBuilder;

/** Reads {@code _near_dup}, and judges what its parameters mean together. */
final class NearDupRequestParser {
  private static final String FIELD = "field";
  private static final String HASH = "hash";
  private static final String HASHES = "hashes";
  static final String ID = "id";
  static final String IDS = "ids";
  private static final String DOC = "doc";
  private static final String DOCS = "docs";
  static final String INDEX = "index";
  static final String ROUTING = "routing";
  private static final String PIPELINE = "pipeline";
  private static final String SIGNATURE = "signature";
  private static final String SIGNATURES = "signatures";
  private static final String VERIFY = Verify.NAME;
  private static final String K = "k";

  private static final List<String> SINGLE = List.of(HASH, SIGNATURE, ID, DOC);
  private static final List<String> MANY = List.of(HASHES, SIGNATURES, IDS, DOCS);

  /** What a URL may have, too, by how it is written there; and what only a body can have. */
  static final List<String> TEXTS =
      List.of(FIELD, HASH, SIGNATURE, ID, PIPELINE, NumbersRule.NAME, VerdictIndex.PARAMETER);

  static final List<String> LISTS = List.of(HASHES, SIGNATURES, IDS);
  static final List<String> NUMBERS = List.of(MAX_DISTANCE, SIMILARITY, RECALL, K);
  static final List<String> OBJECTS =
      List.of(DOC, DOCS, VERIFY, HitOptions.FILTER, HitOptions.HIGHLIGHT);

  private static final ObjectParser<NearDupRequestParser, NearDupLimits> PARSER =
      new ObjectParser<>("near_dup", NearDupRequestParser::new);

  static {
    Parameters.declareText(PARSER, FIELD, (to, name) -> to.field = FieldName.require(FIELD, name));
    declareQuestion(HASH, ValueType.VALUE, (parser, v) -> parser.objectText());
    declareQuestion(SIGNATURE, ValueType.VALUE, (parser, v) -> parser.objectText());
    declareQuestion(ID, ValueType.INT, (parser, v) -> parser.text());
    declareQuestion(DOC, ValueType.OBJECT, (parser, v) -> parser.map());
    for (String many : MANY) {
      Parameters.declare(
          PARSER,
          many,
          ValueType.VALUE_OBJECT_ARRAY,
          (parser, limits) -> Parameters.list(many, parser, limits),
          (to, questions) -> to.asked.put(many, questions));
    }
    Parameters.declareText(PARSER, INDEX, (to, name) -> to.index = name);
    Parameters.declareText(PARSER, ROUTING, ValueType.INT, (to, way) -> to.routing = way);
    Parameters.declareText(
        PARSER, VerdictIndex.PARAMETER, (to, name) -> to.verdicts = VerdictIndex.name(name));
    Parameters.declareText(PARSER, PIPELINE, (to, name) -> to.pipeline = name);
    Parameters.declareValue(
        PARSER,
        MAX_DISTANCE,
        (name, value) -> MaxDistance.parse(value),
        (to, value) -> to.maxDistance = value);
    Parameters.declareValue(
        PARSER, SIMILARITY, Nearness::fraction, (to, value) -> to.similarity = value);
    Parameters.declareValue(PARSER, RECALL, Nearness::fraction, (to, value) -> to.recall = value);
    Parameters.declareValue(
        PARSER,
        NumbersRule.NAME,
        (name, value) -> NumbersRule.parse(value),
        (to, value) -> to.numbers = value);
    Parameters.declareValue(
        PARSER, K, (name, value) -> NearestCount.parse(value), (to, value) -> to.k = value);
    Parameters.declare(
        PARSER,
        VERIFY,
        ValueType.OBJECT,
        (parser, v) -> Verify.parse(parser),
        (to, verify) -> to.verify = verify);
    for (String text : UnknownNames.TEXTS) {
      Parameters.declare(
          PARSER,
          text,
          ValueType.VALUE_OBJECT_ARRAY,
          (parser, v) -> {
            throw new IllegalArgumentException(
                "[" + text + "] is no parameter of [_near_dup]: " + UnknownNames.AS_DOC);
          },
          (to, never) -> {});
    }
    HitOptions.declare(PARSER, to -> to.source);
  }

  /** What is asked about, by the parameters that say it. */
  private final Map<String, List<Object>> asked = new HashMap<>();

  private final SearchSourceBuilder source = new SearchSourceBuilder().trackTotalHits(true);
  private String field = FieldName.DEFAULT;
  private String index;
  private String routing;
  private String pipeline;
  private String verdicts;
  private Integer maxDistance;
  private Double similarity;
  private Double recall;
  private NumbersRule numbers;
  private Integer k;
  private Verify verify;

  private NearDupRequestParser() {}

  private static void declareQuestion(
      String name, ValueType type, ContextParser<NearDupLimits, Object> value) {
    Parameters.declare(
        PARSER,
        name,
        type,
        value,
        (to, question) -> to.asked.put(name, Collections.singletonList(question)));
  }

  /**
   * Reads a body.
   *
   * @param search says how to search; gets the source
   * @param limits of lists
   * @throws IllegalArgumentException naming the parameter, or with a cause that does
   */
  static NearDupRequest parse(XContentParser body, SearchRequest search, NearDupLimits limits)
      throws IOException {
    return PARSER.parse(body, limits).request(search);
  }

  private NearDupRequest request(SearchRequest search) {
    List<String> kinds =
        Stream.concat(SINGLE.stream(), MANY.stream()).filter(asked::containsKey).toList();
    boolean single = requireQuestions(kinds);
    requireWith(INDEX, index, ID, IDS, kinds);
    requireWith(ROUTING, routing, ID, IDS, kinds);
    requireWith(PIPELINE, pipeline, DOC, DOCS, kinds);
    if (k != null && source.sorts() != null) {
      throw new IllegalArgumentException(
          "[sort] cannot be combined with [k], whose hits are ordered by distance;"
              + " leave one out");
    }
    Nearness nearness = nearness(new Nearness(maxDistance, similarity, recall, numbers), kinds);
    requireVerifiable(kinds);
    SignatureVerification signatures =
        verify == null || verify.text() != null ? null : SignatureVerification.of(verify);
    TextVerification texts =
        verify == null || verify.text() == null ? null : TextVerification.of(verify);
    search.source(source);
    requireDistanceAlone();
    return new NearDupRequest(search, field, nearness, k, signatures, texts, questions(), single)
        .obey(verdicts);
  }

  /** What is said counts more than what is near, and nothing else decides. */
  private void requireDistanceAlone() {
    if (verdicts != null && (k != null || verify != null)) {
      throw new IllegalArgumentException(
          "["
              + VerdictIndex.PARAMETER
              + "] cannot be combined with ["
              + (k == null ? VERIFY : K)
              + "], got ["
              + verdicts
              + "]; leave one out");
    }
  }

  /** What the field would choose is said where the questions tell its kind. */
  private Nearness nearness(Nearness said, List<String> kinds) {
    boolean fingerprints = kinds.contains(HASH) || kinds.contains(HASHES);
    boolean signatures = kinds.contains(SIGNATURE) || kinds.contains(SIGNATURES);
    if (fingerprints && signatures) {
      throw new IllegalArgumentException(
          "[hashes] and [signatures] cannot be combined, because a field has one kind of them, got "
              + kinds);
    }
    if (signatures) {
      said.requireSimilarity(field);
    }
    return fingerprints || k != null ? Nearness.within(said.distance(field, k != null)) : said;
  }

  private void requireVerifiable(List<String> kinds) {
    if (verify == null) {
      return;
    }
    if (k != null) {
      throw new IllegalArgumentException(
          "[verify] and [k] cannot be combined, because the [k] nearest are chosen by their"
              + " distance alone: use [max_distance] instead of [k], or leave out [verify]");
    }
    if (List.of(ID, IDS, DOC, DOCS).containsAll(kinds) == false) {
      throw new IllegalArgumentException(
          "[verify] compares texts, so it needs [id], [ids], [doc] or [docs], got it with "
              + kinds);
    }
    if ((verify.text() == null) == (verify.minhash() == null)) {
      throw new IllegalArgumentException(
          "[verify] requires [minhash], a field of signatures to compare, or [text], how similar"
              + " the texts themselves must be, got "
              + verify.names());
    }
  }

  /** Returns whether there is exactly one question, in the singular form. */
  private static boolean requireQuestions(List<String> seen) {
    boolean single = seen.stream().anyMatch(SINGLE::contains);
    if (seen.isEmpty() || (single && seen.size() > 1)) {
      throw new IllegalArgumentException(
          "one of [hash], [signature], [id], [doc], or any of [hashes], [signatures], [ids],"
              + " [docs] is required, got "
              + (seen.isEmpty() ? "none" : seen));
    }
    return single;
  }

  private static void requireWith(
      String parameter, Object given, String one, String many, List<String> seen) {
    if (given != null && seen.contains(one) == false && seen.contains(many) == false) {
      throw new IllegalArgumentException(
          "["
              + parameter
              + "] needs ["
              + one
              + "] or ["
              + many
              + "], got it with "
              + seen
              + "; leave it out");
    }
  }

  private List<Question> questions() {
    List<Question> questions = new ArrayList<>();
    for (Object id : questions(ID, IDS)) {
      questions.add(Question.of(() -> new OfId(id(id), index, routing)));
    }
    for (Object hash : questions(HASH, HASHES)) {
      questions.add(Question.of(TargetKind.SIMHASH, hash));
    }
    for (Object signature : questions(SIGNATURE, SIGNATURES)) {
      questions.add(Question.of(TargetKind.MINHASH, signature));
    }
    for (Object doc : questions(DOC, DOCS)) {
      questions.add(Question.of(() -> new OfDoc(doc(doc), pipeline)));
    }
    return questions;
  }

  private List<Object> questions(String one, String many) {
    return asked.getOrDefault(one, asked.getOrDefault(many, List.of()));
  }

  private static String id(Object value) {
    if (value instanceof String || value instanceof Number) {
      return FieldName.requireShort(ID, value.toString());
    }
    throw new IllegalArgumentException("[id] must be a string, got [" + value + "]");
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> doc(Object value) {
    if (value instanceof Map) {
      return (Map<String, Object>) value;
    }
    throw new IllegalArgumentException(
        "[doc] must be an object with the fields to fingerprint, got [" + value + "]");
  }
}

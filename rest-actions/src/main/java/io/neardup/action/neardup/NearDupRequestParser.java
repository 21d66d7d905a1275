// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import static io.neardup.target.Nearness.MAX_DISTANCE;
import static io.neardup.target.Nearness.RECALL;
import static io.neardup.target.Nearness.SIMILARITY;

import io.neardup.request.CollectingParser;
import io.neardup.resolve.FingerprintSource.OfDoc;
import io.neardup.resolve.FingerprintSource.OfId;
import io.neardup.target.FieldName;
import io.neardup.target.Nearness;
import io.neardup.target.TargetKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentParser;

/** Reads {@code _near_dup}: parameters are collected first, then judged. */
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
  private static final String VERIFY = "verify";
  private static final String K = "k";

  private static final List<String> SINGLE = List.of(HASH, SIGNATURE, ID, DOC);
  private static final List<String> MANY = List.of(HASHES, SIGNATURES, IDS, DOCS);

  /** What a URL may have, too, by how it is written there; and what only a body can have. */
  static final List<String> TEXTS = List.of(FIELD, HASH, SIGNATURE, ID, PIPELINE);

  static final List<String> LISTS = List.of(HASHES, SIGNATURES, IDS);
  static final List<String> NUMBERS = List.of(MAX_DISTANCE, SIMILARITY, RECALL, K);
  static final List<String> OBJECTS =
      List.of(DOC, DOCS, VERIFY, HitOptions.FILTER, HitOptions.HIGHLIGHT);

  private static final CollectingParser<Void> PARSER = new CollectingParser<>("near_dup");
  private static final CollectingParser<Void> VERIFY_PARSER = new CollectingParser<>(VERIFY);
  private static final CollectingParser<Void> TEXT_PARSER =
      new CollectingParser<>(TextVerification.TEXT);

  static {
    PARSER.declare(FIELD, ValueType.STRING, (parser, v) -> parser.text());
    PARSER.declare(HASH, ValueType.VALUE, (parser, v) -> parser.objectText());
    PARSER.declare(HASHES, ValueType.VALUE_OBJECT_ARRAY, (parser, v) -> list(parser));
    PARSER.declare(SIGNATURE, ValueType.VALUE, (parser, v) -> parser.objectText());
    PARSER.declare(SIGNATURES, ValueType.VALUE_OBJECT_ARRAY, (parser, v) -> list(parser));
    PARSER.declare(ID, ValueType.INT, (parser, v) -> parser.text());
    PARSER.declare(IDS, ValueType.VALUE_OBJECT_ARRAY, (parser, v) -> list(parser));
    PARSER.declare(DOC, ValueType.OBJECT, (parser, v) -> parser.map());
    PARSER.declare(DOCS, ValueType.VALUE_OBJECT_ARRAY, (parser, v) -> list(parser));
    PARSER.declare(INDEX, ValueType.STRING, (parser, v) -> parser.text());
    PARSER.declare(ROUTING, ValueType.INT, (parser, v) -> parser.text());
    PARSER.declare(PIPELINE, ValueType.STRING, (parser, v) -> parser.text());
    PARSER.declare(MAX_DISTANCE, ValueType.VALUE, (parser, v) -> parser.objectText());
    PARSER.declare(SIMILARITY, ValueType.VALUE, (parser, v) -> parser.objectText());
    PARSER.declare(RECALL, ValueType.VALUE, (parser, v) -> parser.objectText());
    PARSER.declare(VERIFY, ValueType.OBJECT, VERIFY_PARSER::parse);
    PARSER.declare(K, ValueType.VALUE, (parser, v) -> parser.objectText());
    HitOptions.declare(PARSER);
    VERIFY_PARSER.declare(
        SignatureVerification.MINHASH, ValueType.STRING, (parser, v) -> parser.text());
    VERIFY_PARSER.declare(SIMILARITY, ValueType.VALUE, (parser, v) -> parser.objectText());
    VERIFY_PARSER.declare(TextVerification.TEXT, ValueType.OBJECT, TEXT_PARSER::parse);
    VERIFY_PARSER.declare(
        TextVerification.MAX_CANDIDATES, ValueType.VALUE, (parser, v) -> parser.objectText());
    for (String measure :
        List.of(TextVerification.JACCARD, TextVerification.CONTAINMENT, TextVerification.EDIT)) {
      TEXT_PARSER.declare(measure, ValueType.VALUE, (parser, v) -> parser.objectText());
    }
  }

  private final Map<String, Object> parameters;

  private NearDupRequestParser(Map<String, Object> parameters) {
    this.parameters = parameters;
  }

  /** The raw elements; a single value counts as a list of one. */
  private static List<Object> list(XContentParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_ARRAY -> parser.list();
      case START_OBJECT -> List.of(parser.map());
      default -> Collections.singletonList(parser.objectText());
    };
  }

  /**
   * Collects the parameters of a body.
   *
   * @throws IllegalArgumentException or ParsingException (HTTP 400) naming the parameter
   */
  static Map<String, Object> collect(XContentParser body) throws IOException {
    return PARSER.parse(body, null);
  }

  /**
   * Judges parameters.
   *
   * @param search says how to search; gets the source
   * @throws IllegalArgumentException (HTTP 400) naming the parameter
   */
  static NearDupRequest judge(Map<String, Object> parameters, SearchRequest search) {
    return new NearDupRequestParser(parameters).request(search);
  }

  private NearDupRequest request(SearchRequest search) {
    if (parameters.get(FIELD) == null) {
      throw new IllegalArgumentException(
          "[field] is required: the field of type [simhash] or [minhash] to search");
    }
    FieldName.require(FIELD, text(FIELD));
    List<String> kinds = Stream.concat(SINGLE.stream(), MANY.stream()).filter(this::has).toList();
    boolean single = requireQuestions(kinds);
    requireWith(INDEX, ID, IDS, kinds);
    requireWith(ROUTING, ID, IDS, kinds);
    requireWith(PIPELINE, DOC, DOCS, kinds);
    Integer k = has(K) ? (Integer) NearestCount.parse(parameters.get(K)) : null;
    if (k != null && has(HitOptions.SORT)) {
      throw new IllegalArgumentException(
          "[sort] cannot be combined with [k], whose hits are ordered by distance;"
              + " leave one out");
    }
    Nearness nearness = Nearness.parse(parameters);
    HitVerification verification = verification(k, kinds);
    search.source(HitOptions.source(parameters));
    return new NearDupRequest(
        search, text(FIELD), nearness(nearness, k, kinds), k, verification, questions(), single);
  }

  /** What the field would choose is said where the questions tell its kind. */
  private Nearness nearness(Nearness said, Integer k, List<String> kinds) {
    boolean fingerprints = kinds.contains(HASH) || kinds.contains(HASHES);
    boolean signatures = kinds.contains(SIGNATURE) || kinds.contains(SIGNATURES);
    if (fingerprints && signatures) {
      throw new IllegalArgumentException(
          "[hashes] and [signatures] cannot be combined, because a field has one kind of them, got "
              + kinds);
    }
    if (signatures) {
      said.requireSimilarity(text(FIELD));
    }
    return fingerprints || k != null
        ? Nearness.within(said.distance(text(FIELD), k != null))
        : said;
  }

  private HitVerification verification(Integer k, List<String> kinds) {
    if (has(VERIFY) == false) {
      return null;
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
    return HitVerification.parse((Map<?, ?>) parameters.get(VERIFY));
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

  private void requireWith(String parameter, String one, String many, List<String> seen) {
    if (has(parameter) && seen.contains(one) == false && seen.contains(many) == false) {
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
    String index = text(INDEX);
    String routing = text(ROUTING);
    String pipeline = text(PIPELINE);
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

  private List<?> questions(String one, String many) {
    return has(one)
        ? Collections.singletonList(parameters.get(one))
        : (List<?>) parameters.getOrDefault(many, List.of());
  }

  private static String id(Object value) {
    if (value instanceof String || value instanceof Number) {
      return value.toString();
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

  private boolean has(String parameter) {
    return parameters.containsKey(parameter);
  }

  private String text(String parameter) {
    return (String) parameters.get(parameter);
  }
}

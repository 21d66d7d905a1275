// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import static io.neardup.query.Verification.MINHASH;
import static io.neardup.query.Verification.VERIFY;
import static io.neardup.resolve.FingerprintSource.DOC;
import static io.neardup.resolve.FingerprintSource.ID;
import static io.neardup.resolve.FingerprintSource.INDEX;
import static io.neardup.resolve.FingerprintSource.PIPELINE;
import static io.neardup.resolve.FingerprintSource.ROUTING;
import static io.neardup.target.Nearness.MAX_DISTANCE;
import static io.neardup.target.Nearness.RECALL;
import static io.neardup.target.Nearness.SIMILARITY;
import static io.neardup.target.TargetKind.SIMHASH;
import static org.opensearch.core.xcontent.ObjectParser.ValueType;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.request.CollectingParser;
import io.neardup.request.NearDupLimits;
import io.neardup.resolve.FingerprintSource;
import io.neardup.target.Nearness;
import io.neardup.target.Target;
import io.neardup.target.TargetKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.opensearch.core.common.ParsingException;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentLocation;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.core.xcontent.XContentParser.Token;
import org.opensearch.index.query.AbstractQueryBuilder;

/** Reads the JSON of {@link NearDupQueryBuilder}: parameters are collected first, then judged. */
final class NearDupQueryParser {
  static final String IGNORE_UNMAPPED = "ignore_unmapped";
  private static final String HASH = "hash";
  private static final String HASHES = "hashes";
  private static final String SIGNATURE = "signature";
  private static final String SIGNATURES = "signatures";
  private static final String BOOST = AbstractQueryBuilder.BOOST_FIELD.getPreferredName();
  private static final String QUERY_NAME = AbstractQueryBuilder.NAME_FIELD.getPreferredName();

  /** A query has exactly one of these parameters. */
  private static final List<String> KINDS = List.of(HASH, HASHES, SIGNATURE, SIGNATURES, ID, DOC);

  /** What else people send, and what to send instead. */
  private static final Map<String, String> INSTEAD =
      Map.of(
          "k",
          "for the nearest, ask with a large [max_distance] and let [size] of the search cut the"
              + " hits, which are sorted by distance, or send [k] to [POST /{index}/_near_dup]",
          "filter",
          "put the two queries into a [bool]");

  private static final CollectingParser<NearDupLimits> PARSER =
      new CollectingParser<>(NearDupQueryBuilder.NAME);

  private static final CollectingParser<NearDupLimits> VERIFY_PARSER =
      new CollectingParser<>(VERIFY);

  static {
    PARSER.declare(HASH, ValueType.VALUE, (parser, limits) -> parser.objectText());
    PARSER.declare(HASHES, ValueType.VALUE_ARRAY, BoundedValues::read);
    PARSER.declare(SIGNATURE, ValueType.VALUE, (parser, limits) -> parser.objectText());
    PARSER.declare(SIGNATURES, ValueType.VALUE_ARRAY, BoundedValues::read);
    PARSER.declare(ID, ValueType.INT, (parser, limits) -> parser.text());
    PARSER.declare(INDEX, ValueType.STRING, (parser, limits) -> parser.text());
    PARSER.declare(ROUTING, ValueType.INT, (parser, limits) -> parser.text());
    PARSER.declare(DOC, ValueType.OBJECT, (parser, limits) -> parser.map());
    PARSER.declare(PIPELINE, ValueType.STRING, (parser, limits) -> parser.text());
    PARSER.declare(MAX_DISTANCE, ValueType.VALUE, (parser, limits) -> parser.objectText());
    PARSER.declare(SIMILARITY, ValueType.VALUE, (parser, limits) -> parser.objectText());
    PARSER.declare(RECALL, ValueType.VALUE, (parser, limits) -> parser.objectText());
    for (String name : INSTEAD.keySet()) {
      PARSER.declare(name, ValueType.VALUE_OBJECT_ARRAY, (parser, limits) -> skipped(parser));
    }
    PARSER.declare(VERIFY, ValueType.OBJECT, VERIFY_PARSER::parse);
    PARSER.declare(IGNORE_UNMAPPED, ValueType.BOOLEAN, (parser, limits) -> parser.booleanValue());
    PARSER.declare(BOOST, ValueType.FLOAT, (parser, limits) -> parser.floatValue());
    PARSER.declare(QUERY_NAME, ValueType.STRING, (parser, limits) -> parser.text());
    VERIFY_PARSER.declare(MINHASH, ValueType.STRING, (parser, limits) -> parser.text());
    VERIFY_PARSER.declare(SIMILARITY, ValueType.VALUE, (parser, limits) -> parser.objectText());
    VERIFY_PARSER.declare(SIGNATURE, ValueType.VALUE, (parser, limits) -> parser.objectText());
  }

  private NearDupQueryParser() {}

  /**
   * Parses {@code {"field": {...}}}, or the short form {@code {"field": "hash~max_distance"}}; the
   * parser is at the start of the object.
   */
  static NearDupQueryBuilder parse(XContentParser parser, NearDupLimits limits) throws IOException {
    NearDupQueryBuilder query = null;
    while (parser.nextToken() != Token.END_OBJECT) {
      String field = parser.currentName();
      if (query != null) {
        throw new ParsingException(
            parser.getTokenLocation(),
            "[near_dup] query doesn't support multiple fields, found [{}] and [{}]",
            query.fieldName(),
            field);
      }
      Map<String, Object> given =
          parser.nextToken() == Token.START_OBJECT
              ? PARSER.parse(parser, limits)
              : shortForm(field, parser);
      query = build(field, given, parser.getTokenLocation());
    }
    if (query == null) {
      throw new ParsingException(
          parser.getTokenLocation(), "[near_dup] requires a field, got none");
    }
    return query;
  }

  /** The parameters that {@code "hash~max_distance"} is short for. */
  private static Map<String, Object> shortForm(String field, XContentParser parser)
      throws IOException {
    Object value = BoundedValues.scalar(parser, "field [" + field + "]");
    if (value instanceof String text && text.indexOf('~') >= 0) {
      int separator = text.indexOf('~');
      return Map.of(
          HASH, text.substring(0, separator), MAX_DISTANCE, text.substring(separator + 1));
    }
    return Collections.singletonMap(HASH, value);
  }

  /** Core shows a parsing exception as the root cause, however deeply the query is nested. */
  private static NearDupQueryBuilder build(
      String field, Map<String, Object> given, XContentLocation location) {
    try {
      return build(field, given);
    } catch (IllegalArgumentException e) {
      throw new ParsingException(location, e.getMessage(), e);
    }
  }

  private static NearDupQueryBuilder build(String field, Map<String, Object> given) {
    INSTEAD.forEach(
        (name, advice) -> {
          if (given.containsKey(name)) {
            throw new IllegalArgumentException(
                "[near_dup] [" + name + "] is no parameter of the query: " + advice);
          }
        });
    String kind = kind(field, given);
    checkOnlyWith(ID, INDEX, kind, given);
    checkOnlyWith(ID, ROUTING, kind, given);
    checkOnlyWith(DOC, PIPELINE, kind, given);
    Subject subject = subject(kind, given);
    Nearness nearness = Nearness.parse(given);
    if (subject.target() != null && given.containsKey(VERIFY) == false) {
      nearness = nearness.complete(subject.target(), field);
    }
    NearDupQueryBuilder query = new NearDupQueryBuilder(field, subject, nearness);
    if (given.containsKey(VERIFY)) {
      query.verify(verification((Map<?, ?>) given.get(VERIFY), subject));
    }
    return query
        .ignoreUnmapped((Boolean) given.getOrDefault(IGNORE_UNMAPPED, false))
        .boost((Float) given.getOrDefault(BOOST, AbstractQueryBuilder.DEFAULT_BOOST))
        .queryName((String) given.get(QUERY_NAME));
  }

  private static Object skipped(XContentParser parser) throws IOException {
    parser.skipChildren();
    return true;
  }

  private static String kind(String field, Map<String, Object> given) {
    List<String> kinds = given.keySet().stream().filter(KINDS::contains).toList();
    if (kinds.size() != 1) {
      throw new IllegalArgumentException(
          "[near_dup] field ["
              + field
              + "] requires exactly one of [hash], [hashes], [signature], [signatures], [id] and [doc],"
              + " got "
              + (kinds.isEmpty() ? "none" : kinds));
    }
    return kinds.get(0);
  }

  private static void checkOnlyWith(
      String owner, String parameter, String kind, Map<String, Object> given) {
    if (given.containsKey(parameter) && kind.equals(owner) == false) {
      throw new IllegalArgumentException(
          "[near_dup] ["
              + parameter
              + "] needs ["
              + owner
              + "], got it with ["
              + kind
              + "]: leave it out");
    }
  }

  @SuppressWarnings("unchecked") // The object parser has read an object.
  private static FingerprintSource source(String kind, Map<String, Object> given) {
    return kind.equals(ID)
        ? new FingerprintSource.OfId(
            (String) given.get(ID), (String) given.get(INDEX), (String) given.get(ROUTING))
        : new FingerprintSource.OfDoc(
            (Map<String, Object>) given.get(DOC), (String) given.get(PIPELINE));
  }

  private static Subject subject(String kind, Map<String, Object> given) {
    return switch (kind) {
      case ID, DOC -> Subject.of(source(kind, given));
      case HASH -> Subject.of(target(SIMHASH, "[hash]", given.get(HASH)));
      case SIGNATURE -> Subject.of(target(TargetKind.MINHASH, "[signature]", given.get(SIGNATURE)));
      case HASHES -> Subject.of(hashes((BoundedValues) given.get(HASHES)));
      default -> Subject.of(signatures((BoundedValues) given.get(SIGNATURES)));
    };
  }

  private static Target hashes(BoundedValues given) {
    List<Object> values = given.require("[near_dup] [hashes]");
    long[] fingerprints = new long[values.size()];
    for (int i = 0; i < fingerprints.length; i++) {
      fingerprints[i] = read("[hashes][" + i + "]", values.get(i), Fingerprint::parseValue);
    }
    return new Target.Fingerprints(FingerprintSet.of(fingerprints));
  }

  private static Target signatures(BoundedValues given) {
    List<Object> values = given.require("[near_dup] [signatures]");
    List<MinHashSignature> signatures = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      signatures.add(read("[signatures][" + i + "]", values.get(i), TargetKind::signature));
    }
    return new Target.Signatures(signatures);
  }

  private static Target target(TargetKind kind, String where, Object value) {
    return read(where, value, kind::parse);
  }

  private static <T> T read(String where, Object value, Function<Object, T> form) {
    try {
      return form.apply(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("[near_dup] " + where + ": " + e.getMessage(), e);
    }
  }

  private static Verification verification(Map<?, ?> given, Subject asked) {
    Object field = given.get(MINHASH);
    Double similarity = Nearness.fraction(SIMILARITY, given);
    if (field == null || similarity == null) {
      throw new IllegalArgumentException(
          "[near_dup] [verify] requires [minhash], the field of signatures to compare, and"
              + " [similarity], the least Jaccard similarity, got "
              + given.keySet());
    }
    if (given.containsKey(SIGNATURE)) {
      Object signature = given.get(SIGNATURE);
      asked = Subject.of(target(TargetKind.MINHASH, "[verify] [signature]", signature));
    } else if (asked.source() == null) {
      throw new IllegalArgumentException(
          "[near_dup] [verify] requires [signature], that of the text asked about, unless the query"
              + " has [id] or [doc], got "
              + given.keySet());
    }
    return new Verification((String) field, similarity, asked);
  }
}

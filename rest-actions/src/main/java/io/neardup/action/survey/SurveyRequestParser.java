// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.survey;

import io.neardup.action.Parameters;
import io.neardup.action.survey.SurveyRequest.LabeledPair;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.target.FieldName;
import io.neardup.target.Nearness;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.Nullable;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentParser;

/** Reads {@code _near_dup/survey}, and judges what its parameters mean together. */
final class SurveyRequestParser {
  private static final String FIELD = "field";
  private static final String SIZE = "size";
  private static final String SEED = "seed";
  private static final String FIELDS = "fields";
  static final String LABELS = "labels";
  static final String PAIRS = "pairs";

  private static final int DEFAULT_SIZE = 1000;
  private static final int MAX = 10_000;
  private static final int MAX_FIELDS = 20;

  private static final ObjectParser<SurveyRequestParser, Void> PARSER =
      new ObjectParser<>("near_dup_survey", SurveyRequestParser::new);

  static {
    Parameters.declareText(PARSER, FIELD, (to, name) -> to.field = FieldName.require(FIELD, name));
    Parameters.declareValue(
        PARSER,
        SIZE,
        (name, value) -> integer(name, value, 1, MAX),
        (to, value) -> to.size = value);
    Parameters.declareValue(
        PARSER,
        SEED,
        (name, value) -> integer(name, value, 0, Integer.MAX_VALUE),
        (to, value) -> to.seed = value);
    Parameters.declareValue(
        PARSER, Nearness.RECALL, Nearness::fraction, (to, value) -> to.recall = value);
    Parameters.declareValue(
        PARSER,
        NumbersRule.NAME,
        (name, value) -> NumbersRule.parse(value),
        (to, value) -> to.numbers = value);
    Parameters.declare(
        PARSER,
        FIELDS,
        ValueType.STRING_ARRAY,
        (parser, v) -> names(Parameters.list(parser)),
        (to, names) -> to.fields = names);
    Parameters.declareText(
        PARSER, LABELS, (to, name) -> to.labels = FieldName.require(LABELS, name));
    Parameters.declare(
        PARSER,
        PAIRS,
        ValueType.OBJECT_ARRAY,
        (parser, v) -> pairs(Parameters.list(parser)),
        (to, pairs) -> to.pairs = pairs);
  }

  private String field;
  private Integer size;
  private Integer seed;
  private Double recall;
  private NumbersRule numbers;
  private List<String> fields = List.of();
  private String labels;
  private List<LabeledPair> pairs;

  private SurveyRequestParser() {}

  /**
   * Reads a body.
   *
   * @param search says where to search
   * @throws IllegalArgumentException naming the parameter, or with a cause that does
   */
  static SurveyRequest parse(XContentParser body, SearchRequest search) throws IOException {
    return PARSER.parse(body, null).request(search);
  }

  private SurveyRequest request(SearchRequest search) {
    Nearness said = new Nearness(null, null, recall, numbers);
    refuseWithPairs(SIZE, size);
    refuseWithPairs(SEED, seed);
    refuseWithPairs(LABELS, labels);
    return new SurveyRequest(
        search,
        new SurveyRequest.Options(
            field,
            size == null ? DEFAULT_SIZE : size,
            seed == null ? 0 : seed,
            said.recall(),
            said.numbers(),
            fields,
            labels,
            pairs == null ? List.of() : pairs));
  }

  private void refuseWithPairs(String parameter, @Nullable Object given) {
    if (pairs != null && given != null) {
      throw new IllegalArgumentException(
          "["
              + parameter
              + "] cannot be combined with [pairs], which say themselves what is surveyed, got ["
              + given
              + "]; leave one out");
    }
  }

  private static int integer(String name, Object value, int min, int max) {
    if (value instanceof Integer number && number >= min && number <= max) {
      return number;
    }
    throw new IllegalArgumentException(
        "[" + name + "] must be an integer from " + min + " to " + max + ", got [" + value + "]");
  }

  private static List<String> names(List<Object> given) {
    if (given.isEmpty() || given.size() > MAX_FIELDS) {
      throw new IllegalArgumentException(
          "["
              + FIELDS
              + "] must be 1 to "
              + MAX_FIELDS
              + " names of fields with texts, got ["
              + given.size()
              + "]; leave it out for ids alone");
    }
    return given.stream().map(SurveyRequestParser::name).toList();
  }

  private static String name(Object given) {
    if (given instanceof String name) {
      return FieldName.require(FIELDS, name);
    }
    throw new IllegalArgumentException(
        "[" + FIELDS + "] must be names of fields with texts, got [" + given + "]");
  }

  private static List<LabeledPair> pairs(List<Object> given) {
    if (given.isEmpty() || given.size() > MAX) {
      throw new IllegalArgumentException(
          "[" + PAIRS + "] must be 1 to " + MAX + " pairs, got [" + given.size() + "]");
    }
    List<LabeledPair> pairs = new ArrayList<>();
    Set<Set<String>> seen = new HashSet<>();
    for (Object one : given) {
      LabeledPair pair = pair(one);
      if (seen.add(Set.of(pair.first(), pair.second())) == false) {
        throw new IllegalArgumentException(
            "["
                + PAIRS
                + "] must name each pair once, got ["
                + pair.first()
                + "] and ["
                + pair.second()
                + "] twice; leave one out");
      }
      pairs.add(pair);
    }
    return pairs;
  }

  private static LabeledPair pair(Object given) {
    if (given instanceof List<?> parts
        && parts.size() == 3
        && isId(parts.get(0))
        && isId(parts.get(1))
        && parts.get(2) instanceof Boolean same
        && parts.get(0).toString().equals(parts.get(1).toString()) == false) {
      return new LabeledPair(parts.get(0).toString(), parts.get(1).toString(), same);
    }
    throw new IllegalArgumentException(
        "["
            + PAIRS
            + "] must be lists of two different ids and whether their content is the same, as in"
            + " [\"1\", \"2\", true], got ["
            + given
            + "]");
  }

  private static boolean isId(Object value) {
    return (value instanceof String id && id.isEmpty() == false) || value instanceof Number;
  }
}

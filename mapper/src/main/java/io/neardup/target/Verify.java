// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.target;

import static org.opensearch.core.xcontent.ConstructingObjectParser.optionalConstructorArg;

import io.neardup.fingerprint.lost.AllowedLoss;
import io.neardup.fingerprint.minhash.NumbersRule;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.opensearch.common.Nullable;
import org.opensearch.core.ParseField;
import org.opensearch.core.xcontent.ConstructingObjectParser;
import org.opensearch.core.xcontent.ContextParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentParser;

/**
 * The parameter {@code verify} as it is given, wherever it is taken: what a fingerprint finds is a
 * near-duplicate only if it passes a second look, at its signature or at its text. All are null
 * that are not given.
 *
 * @param minhash field of the signatures to compare
 * @param similarity least Jaccard similarity of the signatures
 * @param signature what to compare with, in a query
 * @param text how similar the texts themselves must be
 * @param maxCandidates how many texts are looked at
 * @param numbers which numbers of the signatures' texts may differ
 */
public record Verify(
    @Nullable String minhash,
    @Nullable Double similarity,
    @Nullable Object signature,
    @Nullable Text text,
    @Nullable Integer maxCandidates,
    @Nullable NumbersRule numbers) {
  public static final String NAME = "verify";
  public static final String MINHASH = "minhash";
  public static final String SIGNATURE = "signature";
  public static final String TEXT = "text";
  public static final String MAX_CANDIDATES = "max_candidates";
  public static final String JACCARD = "jaccard";
  public static final String CONTAINMENT = "containment";
  public static final String EDIT = "edit";
  public static final String FIELDS = "fields";
  public static final String LOST = "lost";
  public static final String LOST_COUNT = "lost_count";
  public static final String LOST_WEIGHT = "lost_weight";
  public static final String MAX_DOC_FREQ = "max_doc_freq";
  public static final String DIFF = "diff";

  /** Of the fields with texts that are named. */
  public static final int MAX_FIELDS = 8;

  /** Analyzing a text of 2 KB takes 64 microseconds, so these take 64 ms. */
  public static final int MOST_CANDIDATES = 1000;

  private static final ConstructingObjectParser<Verify, Void> PARSER =
      new ConstructingObjectParser<>(
          NAME,
          given ->
              new Verify(
                  (String) given[0],
                  (Double) given[1],
                  given[2],
                  (Text) given[3],
                  (Integer) given[4],
                  (NumbersRule) given[5]));

  private static final ConstructingObjectParser<Text, Void> TEXT_PARSER =
      new ConstructingObjectParser<>(
          TEXT,
          given ->
              new Text(
                  (Double) given[0],
                  (Double) given[1],
                  (Double) given[2],
                  (Double) given[3],
                  (Double) given[4],
                  strings(given[5]),
                  given[6] != null && (Boolean) given[6]));

  static {
    declare(
        PARSER,
        MINHASH,
        ValueType.STRING,
        (parser, v) -> FieldName.require("verify] [minhash", parser.text()));
    declareFraction(PARSER, Nearness.SIMILARITY);
    declare(PARSER, SIGNATURE, ValueType.VALUE, (parser, v) -> parser.objectText());
    declare(PARSER, TEXT, ValueType.OBJECT_OR_BOOLEAN, (parser, v) -> text(parser));
    declare(PARSER, MAX_CANDIDATES, ValueType.VALUE, (parser, v) -> count(parser.objectText()));
    declare(
        PARSER,
        NumbersRule.NAME,
        ValueType.VALUE,
        (parser, v) -> NumbersRule.parse(parser.objectText()));
    List.of(JACCARD, CONTAINMENT, EDIT).forEach(measure -> declareFraction(TEXT_PARSER, measure));
    declare(
        TEXT_PARSER, LOST, ValueType.VALUE, (parser, v) -> AllowedLoss.lost(parser.objectText()));
    declare(
        TEXT_PARSER,
        MAX_DOC_FREQ,
        ValueType.VALUE,
        (parser, v) -> AllowedLoss.maxDocFreq(parser.objectText()));
    declare(
        TEXT_PARSER,
        FIELDS,
        ValueType.STRING_ARRAY,
        (parser, v) -> parser.list().stream().map(Verify::field).toList());
    declare(TEXT_PARSER, DIFF, ValueType.VALUE, (parser, v) -> shows(parser.objectText()));
  }

  private static boolean shows(Object value) {
    if (value instanceof Boolean shows) {
      return shows;
    }
    throw new IllegalArgumentException(
        "[verify] [text] [diff] must be true or false, got [" + value + "]");
  }

  private static String field(Object name) {
    String parameter = "verify] [text] [fields";
    if (name instanceof String == false) {
      throw new IllegalArgumentException(
          "[" + parameter + "] must be names of fields, got [" + name + "]");
    }
    return FieldName.require(parameter, (String) name);
  }

  /**
   * The least similarity of texts by each measure; null where it does not matter.
   *
   * @param jaccard part of their features that both have
   * @param containment part of the smaller set of features that the larger one has
   * @param edit part that is left as it is when one is edited to become the other
   * @param lost what a duplicate may say that the other one does not
   * @param maxDocFreq in which part of the documents a rare word is
   * @param fields with the text, where no processor shows them
   * @param diff whether hits show where the texts differ
   */
  public record Text(
      @Nullable Double jaccard,
      @Nullable Double containment,
      @Nullable Double edit,
      @Nullable Double lost,
      @Nullable Double maxDocFreq,
      @Nullable List<String> fields,
      boolean diff) {
    /** What {@code false} says: texts do not matter. */
    public static final Text NONE = new Text(null, null, null, null, null, null, false);

    /**
     * What may be lost; null if it does not matter.
     *
     * @throws IllegalArgumentException if only {@code max_doc_freq} or {@code diff} is given
     */
    @Nullable public AllowedLoss loss() {
      if (diff && lost == null) {
        throw new IllegalArgumentException(
            "[verify] [text] [diff] shows where a hit and the document asked about differ, and needs"
                + " [lost], as in {\"lost\": 1000000, \"diff\": true}");
      }
      if (lost != null) {
        return new AllowedLoss(
            lost, maxDocFreq == null ? AllowedLoss.DEFAULT_MAX_DOC_FREQ : maxDocFreq);
      }
      if (maxDocFreq != null) {
        throw new IllegalArgumentException(
            "[verify] [text] [max_doc_freq] says which words are rare, and needs [lost], how many of"
                + " them a duplicate may have that the other document lacks");
      }
      return null;
    }
  }

  @SuppressWarnings("unchecked") // As its parser made it.
  private static List<String> strings(Object given) {
    return (List<String>) given;
  }

  private static <T> void declare(
      ConstructingObjectParser<?, Void> to,
      String name,
      ValueType type,
      ContextParser<Void, T> value) {
    to.declareField(optionalConstructorArg(), value, new ParseField(name), type);
  }

  private static void declareFraction(ConstructingObjectParser<?, Void> to, String name) {
    declare(
        to,
        name,
        ValueType.VALUE,
        (parser, v) -> Nearness.fraction(name, Objects.toString(parser.objectText())));
  }

  /**
   * Reads the object that starts here.
   *
   * @throws IllegalArgumentException naming what is wrong, in its causes
   */
  public static Verify parse(XContentParser parser) throws IOException {
    return PARSER.parse(parser, null);
  }

  private static Text text(XContentParser parser) throws IOException {
    if (parser.currentToken() != XContentParser.Token.VALUE_BOOLEAN) {
      return TEXT_PARSER.parse(parser, null);
    }
    if (parser.booleanValue()) {
      throw new IllegalArgumentException(
          "[verify] [text] must be an object, or [false] where texts do not matter, got [true]");
    }
    return Text.NONE;
  }

  private static int count(Object value) {
    if (value instanceof Integer count) {
      return checkCandidates(count);
    }
    throw badCandidates(value);
  }

  /**
   * Returns the number of candidates if it is within bounds.
   *
   * @throws IllegalArgumentException if it is not
   */
  public static int checkCandidates(int count) {
    if (count < 1 || count > MOST_CANDIDATES) {
      throw badCandidates(count);
    }
    return count;
  }

  private static IllegalArgumentException badCandidates(Object seen) {
    return new IllegalArgumentException(
        "[verify] [max_candidates] must be an integer from 1 to "
            + MOST_CANDIDATES
            + ", got ["
            + seen
            + "]");
  }

  /**
   * Returns this if it compares signatures and nothing else.
   *
   * @throws IllegalArgumentException if it does not
   */
  public Verify requireSignatures() {
    if (minhash == null || similarity == null || text != null || maxCandidates != null) {
      throw new IllegalArgumentException(
          "[verify] requires [minhash], the field of signatures to compare, and [similarity], the"
              + " least Jaccard similarity, got "
              + names());
    }
    return this;
  }

  /** The same that compares signatures alone. */
  public Verify withoutText() {
    return new Verify(minhash, similarity, signature, null, maxCandidates, numbers);
  }

  /** Which numbers of the signatures' texts may differ. */
  public NumbersRule numbersRule() {
    return numbers == null ? NumbersRule.KEPT : numbers;
  }

  /** What is given. */
  public List<String> names() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put(MINHASH, minhash);
    all.put(Nearness.SIMILARITY, similarity);
    all.put(SIGNATURE, signature);
    all.put(TEXT, text);
    all.put(MAX_CANDIDATES, maxCandidates);
    all.put(NumbersRule.NAME, numbers);
    all.values().removeIf(Objects::isNull);
    return List.copyOf(all.keySet());
  }
}

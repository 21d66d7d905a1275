// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.boilerplate;

import io.neardup.action.Parameters;
import io.neardup.action.survey.SurveyTask;
import io.neardup.fingerprint.passages.Boilerplate;
import io.neardup.query.PassagesOptions;
import io.neardup.query.PassagesParameters;
import io.neardup.request.DelegatingRequest;
import io.neardup.target.FieldName;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.Nullable;
import org.opensearch.core.ParseField;
import org.opensearch.core.common.Strings;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.tasks.CancellableTask;

/** Which passages to look for, and how many. */
public final class BoilerplateRequest extends DelegatingRequest {
  private static final int MOST = 1000;
  private static final int DEFAULT_SIZE = 100;
  private static final int LEAST_COUNT = 2;
  private static final String HASH = "[0-9a-f]{" + Candidates.DIGITS + "}";

  /** Characters of a value that is refused. */
  private static final int SHOWN = 80;

  private final Options options;

  /**
   * What a body says.
   *
   * @param field of type {@code passages}
   * @param by the field whose values are counted; null to count documents
   * @param minCount documents, or values, that a passage must be in; null for the default
   * @param minWords of the shortest passage; null for the default
   * @param size the most passages
   * @param except hashes of passages that are none
   * @param dictionary whether the answer is the file of a dictionary
   */
  record Options(
      String field,
      @Nullable String by,
      @Nullable Integer minCount,
      @Nullable Integer minWords,
      int size,
      Set<String> except,
      boolean dictionary) {}

  private static final class Body {
    private static final ObjectParser<Body, Void> PARSER =
        new ObjectParser<>("near_dup_boilerplate", Body::new);

    static {
      Parameters.declareText(PARSER, "field", (to, field) -> to.field = field);
      Parameters.declareText(PARSER, "by", (to, by) -> to.by = FieldName.require("by", by));
      Parameters.declareValue(
          PARSER,
          "min_count",
          (name, value) -> PassagesOptions.number(name, value, LEAST_COUNT, Integer.MAX_VALUE),
          (to, count) -> to.minCount = count);
      Parameters.declareValue(
          PARSER,
          "min_words",
          (name, value) ->
              PassagesOptions.number(name, value, Boilerplate.WORDS, Integer.MAX_VALUE),
          (to, words) -> to.minWords = words);
      Parameters.declareValue(
          PARSER,
          "size",
          (name, value) -> PassagesOptions.number(name, value, 1, MOST),
          (to, size) -> to.size = size);
      PARSER.declareStringArray(
          (to, hashes) -> to.except = hashes(hashes), new ParseField("except"));
      PARSER.declareBoolean(
          (to, dictionary) -> to.dictionary = dictionary, new ParseField("dictionary"));
    }

    private static Set<String> hashes(List<String> all) {
      for (String hash : all) {
        if (hash.matches(HASH) == false) {
          throw new IllegalArgumentException(
              "[except] must be hashes of ten hex digits, as answers have them in [hash], got ["
                  + Strings.cleanTruncate(hash, SHOWN)
                  + "]");
        }
      }
      return Set.copyOf(all);
    }

    private String field;
    private String by;
    private Integer minCount;
    private Integer minWords;
    private int size = DEFAULT_SIZE;
    private Set<String> except = Set.of();
    private boolean dictionary;
  }

  private BoilerplateRequest(SearchRequest search, Body body) {
    super(search);
    this.options =
        new Options(
            PassagesParameters.requireField(body.field),
            body.by,
            body.minCount,
            body.minWords,
            body.size,
            body.except,
            body.dictionary);
  }

  /**
   * Reads the body.
   *
   * @throws IllegalArgumentException naming the parameter
   */
  static BoilerplateRequest parse(XContentParser parser, SearchRequest search) throws IOException {
    return new BoilerplateRequest(search, Body.PARSER.parse(parser, null));
  }

  Options options() {
    return options;
  }

  @Override
  public String getDescription() {
    return "indices["
        + String.join(",", indices())
        + "], field["
        + options.field
        + "], by["
        + (options.by == null ? "" : options.by)
        + "], size["
        + options.size
        + "]";
  }

  @Override
  public CancellableTask createTask(
      long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
    return new SurveyTask(id, type, action, getDescription(), parentTaskId, headers);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.analyzer.NearDupAnalyzerProvider;
import io.neardup.fingerprint.idf.Weights;
import io.neardup.fingerprint.lost.AllowedLoss;
import io.neardup.ingest.config.BoostedField;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.config.FieldPaths;
import io.neardup.ingest.features.LeftOutPassages;
import io.neardup.ingest.idf.IdfName;
import io.neardup.target.Verify;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.common.Nullable;

/**
 * A stage that compares the texts of some fields by a signature that {@code near_dup} makes itself:
 * the parameters {@code fields}, {@code analyzer}, {@code html}, {@code lost}, {@code without} and
 * {@code passages}. How similar they must be is the stage's.
 *
 * @param number of the stage
 * @param fields whose texts are compared together
 * @param analyzer that cuts them into words
 * @param lost what may be lost with a duplicate; null if it does not matter
 * @param passages below which of the fields passages are indexed
 * @param without the dictionary of passages that are left out of them, or null
 */
public record TextStage(
    int number,
    List<String> fields,
    String analyzer,
    @Nullable AllowedLoss lost,
    PassageFields passages,
    @Nullable IdfName without) {
  static final String FIELDS = "fields";
  private static final String ANALYZER = "analyzer";
  private static final String HTML = "html";

  /** All that {@link #read} takes, for messages. */
  static final String PARAMETERS =
      String.join(
          ", ", FIELDS, ANALYZER, HTML, Verify.LOST, LeftOutPassages.WITHOUT, PassageFields.NAME);

  static TextStage read(ConfigReader reader, int number) {
    List<BoostedField> fields = FieldPaths.read(reader, FIELDS);
    for (BoostedField field : fields) {
      if (field.boost() != Weights.BOOST_ONE) {
        throw reader.error(
            FIELDS,
            "cannot have boosts, because each word of a text counts once, got one of ["
                + field.path().path()
                + "]; leave out the [^] and the number");
      }
      NearDupOptions.path(reader, FIELDS, field.path().path());
    }
    boolean html = reader.bool(HTML, false);
    String analyzer = reader.string(ANALYZER, NearDupAnalyzerProvider.NAME);
    if (html && analyzer.equals(NearDupAnalyzerProvider.NAME) == false) {
      throw reader.error(
          HTML,
          "is for the analyzer ["
              + NearDupAnalyzerProvider.NAME
              + "], got ["
              + analyzer
              + "]; leave one of the two out, or strip tags by an html_strip processor before");
    }
    List<String> paths = fields.stream().map(field -> field.path().path()).toList();
    return new TextStage(
        number,
        paths,
        html ? NearDupAnalyzerProvider.HTML_NAME : analyzer,
        lost(reader, paths),
        passages(reader, paths, html),
        LeftOutPassages.read(reader));
  }

  @Nullable private static AllowedLoss lost(ConfigReader reader, List<String> paths) {
    Object value = reader.any(Verify.LOST);
    if (value == null) {
      return null;
    }
    // Its words are counted in the index.
    paths.forEach(path -> PassageFields.requireMappable(reader, Verify.LOST, path));
    try {
      return new AllowedLoss(AllowedLoss.lost(value), AllowedLoss.DEFAULT_MAX_DOC_FREQ);
    } catch (IllegalArgumentException e) {
      throw reader.error(Verify.LOST, e.getMessage().replace("[" + Verify.LOST + "] ", ""));
    }
  }

  /** What may be lost with a duplicate; null if it does not matter. */
  @Nullable StageLoss loss() {
    boolean html = analyzer.equals(NearDupAnalyzerProvider.HTML_NAME);
    return lost == null ? null : new StageLoss(number, fields, html, lost);
  }

  private static PassageFields passages(ConfigReader reader, List<String> paths, boolean html) {
    if (reader.bool(PassageFields.NAME, false) == false) {
      return PassageFields.NONE;
    }
    paths.forEach(path -> PassageFields.requireMappable(reader, PassageFields.NAME, path));
    return new PassageFields(paths, html);
  }

  /** The processor {@code minhash} that makes the signatures, as its configuration. */
  Map<String, Object> signer(String targetField) {
    Map<String, Object> signer =
        new HashMap<>(
            Map.of(
                FIELDS,
                fields,
                "target_field",
                targetField,
                "ignore_missing",
                true,
                ANALYZER,
                analyzer,
                "features",
                "token_pair",
                "numbers",
                true));
    if (without != null) {
      signer.put(LeftOutPassages.WITHOUT, without.toString());
    }
    return signer;
  }
}

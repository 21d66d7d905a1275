// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.fingerprint.passages.PassageLength;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.sequencer.keys.Containment;
import io.neardup.sequencer.keys.Stage;
import java.util.List;

/**
 * Reads a stage whose duplicates stand in another document: {@code {"passages": ["content"],
 * "coverage": 0.8}}.
 */
final class PassageStage {
  static final String PARAMETERS = "passages, coverage, min_passage, html";

  private static final double DEFAULT_COVERAGE = 0.8;

  private PassageStage() {}

  static Stage read(ConfigReader reader) {
    Object named = reader.any(PassageFields.NAME);
    List<?> names = named instanceof List<?> several ? several : List.of(named);
    if (names.size() != 1) {
      throw reader.error(
          PassageFields.NAME,
          "must name one field of a text, as in [\"content\"], got "
              + ConfigReader.shown(named)
              + "; join several by a set or script processor before, or give each a stage");
    }
    String text = NearDupOptions.path(reader, PassageFields.NAME, names.get(0));
    PassageFields.requireMappable(reader, PassageFields.NAME, text);
    return Stage.passages(
        text + "." + PassageFields.NAME,
        new Containment(
            text,
            reader.bool("html", false),
            new PassageLength(
                reader.integer(
                    "min_passage",
                    PassageLength.DEFAULT,
                    PassageLength.LEAST,
                    PassageLength.MOST,
                    "")),
            StagesReader.fraction(reader, "coverage", DEFAULT_COVERAGE)));
  }
}

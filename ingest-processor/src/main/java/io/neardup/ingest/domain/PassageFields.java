// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.ingest.config.ConfigReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * The fields of texts that get a field of passages below them.
 *
 * @param texts their paths
 * @param html whether they are HTML
 */
public record PassageFields(List<String> texts, boolean html) implements Writeable {
  /** Below which there are none. */
  public static final PassageFields NONE = new PassageFields(List.of(), false);

  /** The name of the field below a text. */
  public static final String NAME = "passages";

  /** Rejects what is no field of a mapping. */
  static void requireMappable(ConfigReader reader, String parameter, String path) {
    if (Arrays.stream(path.split("\\.")).anyMatch(key -> key.matches("[0-9]+"))) {
      throw reader.error(
          parameter,
          "needs fields that a mapping can have, without elements of lists, got ["
              + path
              + "]; leave out the number, or leave out ["
              + parameter
              + "]");
    }
  }

  PassageFields(StreamInput in) throws IOException {
    this(in.readStringList(), in.readBoolean());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeStringCollection(texts);
    out.writeBoolean(html);
  }

  @Override
  public String toString() {
    return texts.isEmpty() ? "none" : String.join(",", texts) + (html ? " of HTML" : "");
  }
}

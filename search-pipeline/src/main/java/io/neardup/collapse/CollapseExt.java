// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.request.WireVersion;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.ParsingException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * Asks for a collapsed result in one request:
 *
 * <pre>{@code
 * {"query": …, "ext": {"near_dup_collapse": {"field": "content_simhash", "max_distance": 7}}}
 * }</pre>
 *
 * The node that receives the request takes it out ({@link CollapseFilter}), so that shards and
 * other clusters do not see it. Travels as it was written.
 */
public final class CollapseExt extends SearchExtBuilder {
  public static final String NAME = CollapseOptions.NAME;

  private final Map<String, Object> given;
  private final CollapseOptions options;
  private final BigDecimal factor;

  private CollapseExt(Map<String, Object> given) {
    this.given = given;
    Parameters parameters = new Parameters("ext] [" + NAME, new LinkedHashMap<>(given));
    this.options = CollapseOptions.take(parameters);
    this.factor = parameters.factor();
    parameters.refuseTheRest(CollapseOptions.KNOWN + ", " + Parameters.FACTOR);
  }

  /** Mirrors {@link #writeTo}. */
  public CollapseExt(StreamInput in) throws IOException {
    this(read(in));
  }

  private static Map<String, Object> read(StreamInput in) throws IOException {
    WireVersion.read(in);
    return in.readMap();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeMap(given);
  }

  /** Reads the section. */
  public static CollapseExt parse(XContentParser parser) throws IOException {
    if (parser.currentToken() != XContentParser.Token.START_OBJECT) {
      throw new ParsingException(
          parser.getTokenLocation(),
          "[ext] [{}] must be an object with at least a [field], got [{}]",
          NAME,
          parser.currentToken());
    }
    try {
      return new CollapseExt(parser.mapOrdered());
    } catch (IOException e) {
      // Core answers HTTP 500 to some of them, such as lists in lists that are too deep.
      throw new ParsingException(
          parser.getTokenLocation(), "[ext] [" + NAME + "] must be JSON: " + e.getMessage(), e);
    }
  }

  /** That of a search; null if it has none. */
  @Nullable static CollapseExt of(@Nullable SearchSourceBuilder source) {
    List<SearchExtBuilder> ext = source == null ? List.of() : source.ext();
    for (SearchExtBuilder section : ext) {
      if (section instanceof CollapseExt collapse) {
        return collapse;
      }
    }
    return null;
  }

  CollapseOptions options() {
    return options;
  }

  BigDecimal factor() {
    return factor;
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder.field(NAME, given);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CollapseExt that && given.equals(that.given);
  }

  @Override
  public int hashCode() {
    return Objects.hash(NAME, given);
  }
}

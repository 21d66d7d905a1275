// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.io.IOException;
import org.opensearch.core.common.ParsingException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.plugins.SearchPlugin.SearchExtSpec;
import org.opensearch.search.SearchExtBuilder;

/** A section of {@code ext} by which a search of the plugin is known to the nodes of its shards. */
public abstract class InternalExt extends SearchExtBuilder {
  private final String name;

  /** Marks a search. */
  protected InternalExt(String name) {
    this.name = name;
  }

  /** Mirrors {@link #writeTo}. */
  protected InternalExt(String name, StreamInput in) throws IOException {
    WireVersion.read(in);
    this.name = name;
  }

  /** How such a section travels; requests of users that have it are refused with 400. */
  public static <T extends SearchExtBuilder> SearchExtSpec<T> spec(
      String name, Writeable.Reader<T> reader) {
    return new SearchExtSpec<>(
        name,
        reader,
        parser -> {
          throw new ParsingException(
              parser.getTokenLocation(), "[ext] [{}] is for searches between nodes only", name);
        });
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
  }

  @Override
  public final String getWriteableName() {
    return name;
  }

  @Override
  public final XContentBuilder toXContent(XContentBuilder builder, Params params)
      throws IOException {
    return builder.field(name, true);
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof InternalExt that && name.equals(that.name);
  }

  @Override
  public final int hashCode() {
    return name.hashCode();
  }
}

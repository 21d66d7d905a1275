// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import org.opensearch.core.common.ParsingException;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.plugins.SearchPlugin.SearchExtSpec;
import org.opensearch.search.SearchExtBuilder;

/** Sections of {@code ext} that only searches between nodes have. */
public final class InternalExt {
  private InternalExt() {}

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
}

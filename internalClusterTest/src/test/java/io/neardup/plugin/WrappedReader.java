// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import java.io.IOException;
import java.util.function.UnaryOperator;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.LeafReader;

/** A reader whose segments are wrapped, as a plugin for security does it. */
public final class WrappedReader extends FilterDirectoryReader {
  private final UnaryOperator<LeafReader> leaves;

  public WrappedReader(DirectoryReader in, UnaryOperator<LeafReader> leaves) throws IOException {
    super(
        in,
        new SubReaderWrapper() {
          @Override
          public LeafReader wrap(LeafReader reader) {
            return leaves.apply(reader);
          }
        });
    this.leaves = leaves;
  }

  @Override
  protected DirectoryReader doWrapDirectoryReader(DirectoryReader in) throws IOException {
    return new WrappedReader(in, leaves);
  }

  @Override
  public CacheHelper getReaderCacheHelper() {
    return in.getReaderCacheHelper();
  }
}

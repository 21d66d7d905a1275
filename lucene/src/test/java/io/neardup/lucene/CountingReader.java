// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/** Counts, by field, what is asked of the terms dictionary, and can hide fields. */
public final class CountingReader extends FilterLeafReader {
  public final Map<String, Integer> seeks = new TreeMap<>();
  public final Map<String, Integer> postings = new TreeMap<>();
  private final Set<String> hidden;

  /** Whether to stop whoever asks for terms, as the readers do that obey a timeout. */
  public boolean interrupted;

  /** How often it asks for terms before that, since it reads some. */
  public int spared;

  /** What stops a search. */
  public static final class InterruptedSearch extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  public CountingReader(LeafReader in, String... hidden) {
    super(in);
    this.hidden = Set.of(hidden);
  }

  @Override
  public Terms terms(String field) throws IOException {
    Terms terms = in.terms(field);
    return terms == null || hidden.contains(field) ? null : new CountingTerms(field, terms);
  }

  @Override
  public CacheHelper getCoreCacheHelper() {
    return null;
  }

  @Override
  public CacheHelper getReaderCacheHelper() {
    return null;
  }

  private final class CountingTerms extends FilterTerms {
    private final String field;

    CountingTerms(String field, Terms in) {
      super(in);
      this.field = field;
    }

    @Override
    public TermsEnum iterator() throws IOException {
      if (interrupted && spared-- <= 0) {
        throw new InterruptedSearch();
      }
      return new CountingTermsEnum(field, in.iterator());
    }
  }

  private final class CountingTermsEnum extends FilterLeafReader.FilterTermsEnum {
    private final String field;
    private final BytesRef last = new BytesRef();

    CountingTermsEnum(String field, TermsEnum in) {
      super(in);
      this.field = field;
    }

    private void count(BytesRef term) {
      if (term.compareTo(last) < 0) {
        throw new AssertionError("backwards from " + last + " to " + term);
      }
      last.bytes = BytesRef.deepCopyOf(term).bytes;
      last.length = term.length;
      seeks.merge(field, 1, Integer::sum);
    }

    @Override
    public boolean seekExact(BytesRef term) throws IOException {
      count(term);
      return in.seekExact(term);
    }

    @Override
    public SeekStatus seekCeil(BytesRef term) throws IOException {
      count(term);
      return in.seekCeil(term);
    }

    @Override
    public PostingsEnum postings(PostingsEnum reuse, int flags) throws IOException {
      postings.merge(field, 1, Integer::sum);
      return in.postings(reuse, flags);
    }
  }
}

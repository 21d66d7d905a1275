// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocAndFloatFeatureBuffer;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How many bits of the rest of a fingerprint a posting should carry as its frequency: the time for
 * the postings and doc values of one lookup and, printed once, the bytes per document. 0 is an
 * index without frequencies.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class HashSegmentBitsBenchmark {
  @Param({"3000000"})
  int documents;

  @Param({"EVEN", "SKEWED"})
  SampleFingerprints.Shape shape;

  @Param({"0", "14", "15", "18", "21"})
  int bits;

  @Param({"3", "7"})
  int maxDistance;

  private final DocAndFloatFeatureBuffer block = new DocAndFloatFeatureBuffer();
  private LuceneIndex index;
  private LeafReader leaf;
  private long[] queries;
  private int next;

  @Setup(Level.Trial)
  public void index() throws IOException {
    long[] fingerprints = shape.samples(new SplittableRandom(42), documents);
    index = new LuceneIndex(fingerprints, this::fields);
    leaf = index.leaf();
    queries = LuceneIndex.queries(fingerprints);
    Output.CONSOLE.printf(
        Locale.ROOT, "%n%d bits: %.1f bytes a document%n", bits, index.bytesPerDocument());
  }

  private List<Field> fields(long fingerprint) {
    List<Field> fields = new ArrayList<>();
    fields.add(new SortedNumericDocValuesField("value", fingerprint));
    for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
      fields.add(new CarryingField("s" + s, fingerprint, s, bits));
    }
    return fields;
  }

  /** Bits of the other segments, a third of each. */
  private static int rest(long fingerprint, int segment, int bits) {
    long carried = 0;
    for (int s = 0, left = bits, others = 3; s < Fingerprint.SEGMENTS; s++) {
      if (s != segment) {
        int share = left / others--;
        left -= share;
        carried |= ((1L << share) - 1) << (48 - 16 * s);
      }
    }
    return (int) Long.compress(fingerprint, carried);
  }

  @Benchmark
  public int lookup() throws IOException {
    long query = queries[next++ & (LuceneIndex.QUERIES - 1)];
    int found = 0;
    for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
      TermsEnum terms = leaf.terms("s" + s).iterator();
      if (terms.seekExact(new BytesRef(Fingerprint.segmentHex(query, s)))) {
        found += read(terms.postings(null, PostingsEnum.FREQS), query, rest(query, s, bits));
      }
    }
    return found;
  }

  private int read(PostingsEnum postings, long query, int rest) throws IOException {
    NumericDocValues values = DocValues.unwrapSingleton(DocValues.getSortedNumeric(leaf, "value"));
    int found = 0;
    postings.nextDoc();
    postings.nextPostings(DocIdSetIterator.NO_MORE_DOCS, block);
    while (block.size > 0) {
      for (int i = 0; i < block.size; i++) {
        int different = bits == 0 ? 0 : Integer.bitCount(((int) block.features[i] - 2) ^ rest);
        if (different <= maxDistance
            && values.advanceExact(block.docs[i])
            && Fingerprint.distance(values.longValue(), query) <= maxDistance) {
          found++;
        }
      }
      postings.nextPostings(DocIdSetIterator.NO_MORE_DOCS, block);
    }
    return found;
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    index.close();
  }

  private static final class CarryingField extends Field {
    private final int frequency;

    CarryingField(String name, long fingerprint, int segment, int bits) {
      super(name, new BytesRef(Fingerprint.segmentHex(fingerprint, segment)), type(bits > 0));
      this.frequency = bits == 0 ? 1 : 2 + rest(fingerprint, segment, bits);
    }

    private static FieldType type(boolean frequencies) {
      FieldType type = new FieldType();
      type.setTokenized(false);
      type.setOmitNorms(true);
      type.setIndexOptions(frequencies ? IndexOptions.DOCS_AND_FREQS : IndexOptions.DOCS);
      return type;
    }

    @Override
    public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
      OneTerm stream = reuse instanceof OneTerm used ? used : new OneTerm();
      stream.field = this;
      return stream;
    }
  }

  private static final class OneTerm extends TokenStream {
    private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
    private final TermFrequencyAttribute frequency = addAttribute(TermFrequencyAttribute.class);
    private CarryingField field;

    @Override
    public boolean incrementToken() {
      if (field == null) {
        return false;
      }
      clearAttributes();
      term.setBytesRef(field.binaryValue());
      frequency.setTermFrequency(field.frequency);
      field = null;
      return true;
    }
  }
}

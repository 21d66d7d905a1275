// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.lucene.field.FingerprintField;
import io.neardup.lucene.field.HashSegmentLayout;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.IOUtils;

/**
 * An index of fingerprints, and beside it the plain list of what its live documents hold, which
 * brute force goes through.
 *
 * <p>Writing it, documents are deleted and updated, flushed into many leaves, left without a
 * fingerprint, and preceded by children without one as nested documents are.
 */
public final class FingerprintIndex implements Closeable {
  public static final String FIELD = "content_simhash";

  /** Holds "all" in every document, "rare" in about one of a hundred. */
  public static final String GROUP = "group";

  private static final String ID = "id";
  private static final String ID_VALUE = "id_value";
  private static final String SORT = "sort";

  private final Directory directory;
  private final DirectoryReader reader;
  private final Map<Integer, Long> live = new TreeMap<>();
  private final Map<Integer, Boolean> rare = new TreeMap<>();
  private final HashSegmentLayout layout;
  private final boolean segmentDocValues;

  /** Whether frequencies carry bits, as they do but in an index that was written before. */
  private final boolean restsCarried;

  /** Whether they are counts elsewise, which is always 1, or not there. */
  private final boolean frequenciesCounted;

  /** What is done while writing. */
  public enum Shape {
    /** All of the above. */
    CHURNED,
    /** All but children, which the order of an index would tear from their parents. */
    SORTED,
    /** No deletes and no updates, for checks that look at deleted documents as well. */
    STABLE
  }

  public FingerprintIndex(Random random, long[] fingerprints, Shape shape) throws IOException {
    this(HashSegmentLayout.FOUR, random, fingerprints, shape);
  }

  public FingerprintIndex(HashSegmentLayout layout, Random random, long[] fingerprints, Shape shape)
      throws IOException {
    this.layout = layout;
    segmentDocValues = random.nextBoolean();
    restsCarried = random.nextInt(4) > 0;
    frequenciesCounted = random.nextBoolean();
    directory = LuceneTestCase.newDirectory();
    IndexWriterConfig config = LuceneTestCase.newIndexWriterConfig();
    if (shape == Shape.SORTED) {
      config.setIndexSort(new Sort(new SortField(SORT, SortField.Type.LONG)));
    }
    try (RandomIndexWriter writer = new RandomIndexWriter(random, directory, config)) {
      for (int id = 0; id < fingerprints.length; id++) {
        boolean missing = random.nextInt(10) == 0;
        write(writer, random, id, missing ? null : fingerprints[id], shape);
        if (shape != Shape.STABLE && random.nextInt(20) == 0) {
          int victim = random.nextInt(id + 1);
          writer.deleteDocuments(new Term(ID, Integer.toString(victim)));
          live.remove(victim);
        }
        if (shape != Shape.STABLE && random.nextInt(20) == 0) {
          int again = random.nextInt(id + 1);
          write(writer, random, again, fingerprints[id] ^ 1, shape);
        }
        if (random.nextInt(100) == 0) {
          writer.commit();
        }
      }
      reader = writer.getReader();
    }
  }

  private void write(RandomIndexWriter writer, Random random, int id, Long fingerprint, Shape shape)
      throws IOException {
    List<Document> block = new ArrayList<>();
    for (int i = shape == Shape.SORTED ? 0 : random.nextInt(3); i > 0; i--) {
      Document child = new Document();
      child.add(new NumericDocValuesField(SORT, random.nextLong()));
      block.add(child);
    }
    Document document = new Document();
    document.add(new StringField(ID, Integer.toString(id), Field.Store.NO));
    document.add(new NumericDocValuesField(ID_VALUE, id));
    document.add(new NumericDocValuesField(SORT, random.nextLong()));
    document.add(new StringField(GROUP, "all", Field.Store.NO));
    rare.put(id, random.nextInt(100) == 0);
    if (rare.get(id)) {
      document.add(new StringField(GROUP, "rare", Field.Store.NO));
    }
    if (fingerprint != null) {
      fields(fingerprint).forEach(document::add);
      live.put(id, fingerprint);
    } else {
      live.remove(id);
    }
    block.add(document);
    writer.updateDocuments(new Term(ID, Integer.toString(id)), block);
  }

  private List<IndexableField> fields(long fingerprint) {
    return restsCarried
        ? FingerprintField.fields(layout, FIELD, fingerprint, segmentDocValues)
        : plainFields(layout, fingerprint, frequenciesCounted);
  }

  /** Segments as they are where nothing is known of the rest. */
  static List<IndexableField> plainFields(
      HashSegmentLayout layout, long fingerprint, boolean frequencies) {
    List<IndexableField> fields = new ArrayList<>();
    fields.add(new SortedNumericDocValuesField(FIELD, FingerprintField.toDocValue(fingerprint)));
    for (int s = 0; s < layout.segments(); s++) {
      String name = layout.field(FIELD, s);
      FieldType type = new FieldType(StringField.TYPE_NOT_STORED);
      type.setIndexOptions(frequencies ? IndexOptions.DOCS_AND_FREQS : IndexOptions.DOCS);
      fields.add(new Field(name, layout.hex(fingerprint, s), type));
    }
    return fields;
  }

  public DirectoryReader reader() {
    return reader;
  }

  /** The fingerprints of all live documents. */
  public Collection<Long> live() {
    return live.values();
  }

  public boolean isRare(int id) {
    return rare.get(id);
  }

  /** Brute force: the distance of every live document that is near enough, by id. */
  public Map<Integer, Integer> expected(long[] queries, int maxDistance) {
    Map<Integer, Integer> expected = new TreeMap<>();
    live.forEach(
        (id, fingerprint) -> {
          int nearest = Integer.MAX_VALUE;
          for (long query : queries) {
            nearest = Math.min(nearest, Long.bitCount(query ^ fingerprint));
          }
          if (nearest <= maxDistance) {
            expected.put(id, nearest);
          }
        });
    return expected;
  }

  /** The same as scores. */
  public static Map<Integer, Float> scores(Map<Integer, Integer> distances, float boost) {
    Map<Integer, Float> scores = new TreeMap<>();
    distances.forEach((id, distance) -> scores.put(id, boost * Fingerprint.similarity(distance)));
    return scores;
  }

  /** What the query finds: score by id. */
  public static Map<Integer, Float> hits(IndexSearcher searcher, Query query) throws IOException {
    Map<Integer, Float> hits = new TreeMap<>();
    int limit = Math.max(1, searcher.getIndexReader().maxDoc());
    for (ScoreDoc hit : searcher.search(query, limit).scoreDocs) {
      Float before = hits.put(id(searcher, hit.doc), hit.score);
      LuceneTestCase.assertNull("a document is reported once", before);
    }
    return hits;
  }

  public static int id(IndexSearcher searcher, int doc) throws IOException {
    List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
    LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(doc, leaves));
    NumericDocValues ids = leaf.reader().getNumericDocValues(ID_VALUE);
    LuceneTestCase.assertTrue(
        "children have no fingerprint, so no hit is one", ids.advanceExact(doc - leaf.docBase));
    return (int) ids.longValue();
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(reader, directory);
  }
}

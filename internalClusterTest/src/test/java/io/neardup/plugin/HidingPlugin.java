// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.codecs.StoredFieldsReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Terms;
import org.apache.lucene.util.Bits;
import org.opensearch.common.lucene.index.SequentialStoredFieldsLeafReader;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.xcontent.MediaType;
import org.opensearch.index.IndexModule;
import org.opensearch.plugins.Plugin;

/** Hides fields and documents from searchers as a security plugin does: by a reader wrapper. */
public final class HidingPlugin extends Plugin {
  /** The field that nobody sees. */
  public static volatile String hiddenField;

  /** Fields whose texts are digests, and whose numbers only sources show. */
  public static volatile Set<String> maskedFields = Set.of();

  /** Whether the first document of every segment is hidden. */
  public static volatile boolean hideDocuments;

  /** The one index whose documents are hidden; null for all. */
  public static volatile String hiddenIndex;

  @Override
  public void onIndexModule(IndexModule module) {
    module.setReaderWrapper(
        index ->
            reader ->
                hiddenField == null && maskedFields.isEmpty() && isHiding(module) == false
                    ? reader
                    : new WrappedReader(reader, leaf -> new HidingLeaf(leaf, isHiding(module))));
  }

  private static boolean isHiding(IndexModule module) {
    return hideDocuments
        && (hiddenIndex == null || module.getIndex().getName().equals(hiddenIndex));
  }

  private static final class HidingLeaf extends SequentialStoredFieldsLeafReader {
    private final boolean hides;

    HidingLeaf(LeafReader in, boolean hides) {
      super(in);
      this.hides = hides;
    }

    @Override
    protected StoredFieldsReader doGetSequentialStoredFieldsReader(StoredFieldsReader reader) {
      return reader;
    }

    @Override
    public Terms terms(String field) throws IOException {
      return field.equals(hiddenField) ? null : super.terms(field);
    }

    @Override
    public SortedNumericDocValues getSortedNumericDocValues(String field) throws IOException {
      return maskedFields.contains(field) ? null : super.getSortedNumericDocValues(field);
    }

    @Override
    public StoredFields storedFields() throws IOException {
      StoredFields all = super.storedFields();
      return new StoredFields() {
        @Override
        public void document(int doc, StoredFieldVisitor visitor) throws IOException {
          all.document(doc, new MaskingVisitor(visitor));
        }
      };
    }

    @Override
    public Bits getLiveDocs() {
      Bits live = in.getLiveDocs();
      if (hides == false) {
        return live;
      }
      return new Bits() {
        @Override
        public boolean get(int index) {
          return index > 0 && (live == null || live.get(index));
        }

        @Override
        public int length() {
          return in.maxDoc();
        }
      };
    }

    @Override
    public int numDocs() {
      return in.numDocs() - (hides ? 1 : 0);
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return in.getCoreCacheHelper();
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return in.getReaderCacheHelper();
    }
  }

  private static final class MaskingVisitor extends StoredFieldVisitor {
    private final StoredFieldVisitor in;

    MaskingVisitor(StoredFieldVisitor in) {
      this.in = in;
    }

    @Override
    public Status needsField(FieldInfo field) throws IOException {
      return in.needsField(field);
    }

    @Override
    public void binaryField(FieldInfo field, byte[] value) throws IOException {
      in.binaryField(field, field.name.equals("_source") ? masked(value) : value);
    }

    @Override
    public void stringField(FieldInfo field, String value) throws IOException {
      in.stringField(field, value);
    }

    private static byte[] masked(byte[] value) throws IOException {
      Map<String, Object> source =
          XContentHelper.convertToMap(new BytesArray(value), true, (MediaType) null).v2();
      for (String field : maskedFields) {
        source.computeIfPresent(
            field, (name, of) -> of instanceof Number ? of : "m" + of.hashCode());
      }
      return BytesReference.toBytes(
          BytesReference.bytes(JsonXContent.contentBuilder().map(source)));
    }
  }
}

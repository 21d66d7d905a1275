// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import io.neardup.lucene.field.MaskedFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.common.document.DocumentField;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.xcontent.MediaType;
import org.opensearch.index.mapper.SourceFieldMapper;
import org.opensearch.search.SearchHit;
import org.opensearch.search.fetch.FetchContext;
import org.opensearch.search.fetch.FetchSubPhase;
import org.opensearch.search.fetch.FetchSubPhaseProcessor;

/**
 * Tells which fields of a hit's source are masked for the user, by comparing what they see with
 * what is stored. A mask is a text as well, so that nothing else tells.
 */
public final class MaskedSourcePhase implements FetchSubPhase {
  private static final String MASKED = "_near_dup_masked";

  @Override
  public FetchSubPhaseProcessor getProcessor(FetchContext context) {
    return context.getSearchExt(MaskedSource.NAME) == null ? null : new Processor();
  }

  /**
   * Refuses texts that are masks.
   *
   * @param fields that texts are read from
   * @throws OpenSearchStatusException (HTTP 400) naming the field
   */
  public static void refuse(SearchHit hit, Collection<String> fields) {
    DocumentField masked = hit.field(MASKED);
    List<Object> paths = masked == null ? List.of() : masked.getValues();
    for (Object path : paths) {
      for (String field : fields) {
        if (contains(field, path.toString()) || contains(path.toString(), field)) {
          throw new OpenSearchStatusException(
              MaskedFields.masked(field, "masked texts").getMessage(), RestStatus.BAD_REQUEST);
        }
      }
    }
  }

  private static boolean contains(String object, String path) {
    return path.equals(object) || path.startsWith(object + ".");
  }

  /** The paths at which a source that is seen differs from the stored one; not what it lacks. */
  static Set<String> masked(Map<String, Object> seen, Map<String, Object> stored) {
    Set<String> masked = new TreeSet<>();
    compare("", seen, stored, masked);
    return masked;
  }

  private static void compare(String path, Object seen, Object stored, Set<String> masked) {
    if (seen instanceof Map<?, ?> some && stored instanceof Map<?, ?> all) {
      String prefix = path.isEmpty() ? "" : path + ".";
      some.forEach(
          (key, value) -> {
            if (all.containsKey(key)) {
              compare(prefix + key, value, all.get(key), masked);
            }
          });
    } else if (seen instanceof List<?> some
        && stored instanceof List<?> all
        && some.size() == all.size()) {
      for (int i = 0; i < some.size(); i++) {
        compare(path, some.get(i), all.get(i), masked);
      }
    } else if (seen != null && seen.equals(stored) == false) {
      masked.add(path);
    }
  }

  private static final class Processor implements FetchSubPhaseProcessor {
    private LeafReader stored;

    @Override
    public void setNextReader(LeafReaderContext segment) {
      // Beneath what a security plugin shows of it.
      stored = FilterLeafReader.unwrap(segment.reader());
    }

    @Override
    public void process(HitContext context) throws IOException {
      SearchHit hit = context.hit();
      BytesRef source =
          stored
              .storedFields()
              .document(context.docId(), Set.of(SourceFieldMapper.NAME))
              .getBinaryValue(SourceFieldMapper.NAME);
      BytesReference seen = hit.getSourceRef();
      if (source == null || seen == null || seen.toBytesRef().bytesEquals(source)) {
        return;
      }
      Set<String> masked = masked(map(seen), map(new BytesArray(source)));
      if (masked.isEmpty() == false) {
        hit.setDocumentField(MASKED, new DocumentField(MASKED, new ArrayList<>(masked)));
      }
    }

    private static Map<String, Object> map(BytesReference source) {
      return XContentHelper.convertToMap(source, false, (MediaType) null).v2();
    }
  }
}

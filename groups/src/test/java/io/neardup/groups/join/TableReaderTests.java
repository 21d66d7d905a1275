// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.join;

import io.neardup.action.RequestBody;
import io.neardup.groups.pit.PointInTime.Extent;
import io.neardup.groups.request.GroupsRequestParser;
import java.util.List;
import java.util.Map;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.search.SearchModule;
import org.opensearch.test.OpenSearchTestCase;

/** {@link TableReader}: how many documents are compared with all. */
public class TableReaderTests extends OpenSearchTestCase {
  private static final NamedXContentRegistry QUERIES =
      new NamedXContentRegistry(new SearchModule(Settings.EMPTY, List.of()).getNamedXContents());
  private static final String AGAINST = ",'against':{'query':{'match_all':{}}}";

  private static long compared(long grouped, String parameters) {
    long given = between(1, 1_000_000_000);
    String body = "{'field':'print'" + parameters + "}";
    long compared =
        TableReader.compared(
            RequestBody.parse(
                new BytesArray(body.replace('\'', '"')),
                QUERIES,
                parser -> GroupsRequestParser.parse(parser, new SearchRequest("news"))),
            new Extent(given + grouped, given, 0, given + grouped, Map.of(), 1));
    assertTrue(compared == grouped || compared == given + grouped);
    return compared == grouped ? grouped : -1;
  }

  public void testFewNewDocuments() {
    long few = between(0, 262_144);
    assertEquals(few, compared(few, AGAINST));
    assertEquals(-1, compared(262_145, AGAINST));
    assertEquals(-1, compared(few, ""));
    assertEquals("they are near whatever is said", -1, compared(few, AGAINST + ",'verdicts':'l'"));
  }
}

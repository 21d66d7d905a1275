// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.join;

import io.neardup.action.RequestBody;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.pairs.BlockRange;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.request.GroupsRequestParser;
import java.io.IOException;
import java.util.List;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.common.io.stream.NamedWriteableAwareStreamInput;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.search.SearchModule;
import org.opensearch.test.OpenSearchTestCase;

/** {@link JoinRequest}: the joining node gets what it reads fingerprints by. */
public class JoinRequestTests extends OpenSearchTestCase {
  private static final SearchModule SEARCH = new SearchModule(Settings.EMPTY, List.of());

  public void testIsSent() throws IOException {
    String body =
        "{'field':'print','query':{'term':{'day':1}},'against':{'query':{'term':{'day':0}}},"
            + "'verify':{'minhash':'sign','similarity':0.75},'dest':'groups'}";
    GroupsRequest groups =
        RequestBody.parse(
            new BytesArray(body.replace('\'', '"')),
            new NamedXContentRegistry(SEARCH.getNamedXContents()),
            parser ->
                GroupsRequestParser.parse(
                    parser,
                    new SearchRequest("news").indicesOptions(IndicesOptions.lenientExpandOpen())));
    BlockRange range = randomFrom(BlockRange.cover(3, 8));
    Bands bands = randomBoolean() ? null : new Bands(randomIntBetween(1, 4), 20);
    JoinRequest request = new JoinRequest(groups, "id", range, 3, bands, randomNonNegativeLong());
    BytesStreamOutput out = new BytesStreamOutput();
    request.writeTo(out);
    StreamInput in =
        new NamedWriteableAwareStreamInput(
            out.bytes().streamInput(), new NamedWriteableRegistry(SEARCH.getNamedWriteables()));
    JoinRequest read = new JoinRequest(in);
    assertEquals(-1, in.read());
    assertEquals(request.getDescription(), read.getDescription());
    assertEquals(groups.field(), read.groups.field());
    assertEquals(groups.query(), read.groups.query());
    assertEquals(groups.against(), read.groups.against());
    assertEquals(groups.indicesOptions(), read.groups.indicesOptions());
    assertEquals(request.pointInTime, read.pointInTime);
    assertEquals(range, read.range);
    assertEquals(request.maxDistance, read.maxDistance);
    assertEquals(bands, read.bands);
    assertEquals(request.expected, read.expected);
  }
}

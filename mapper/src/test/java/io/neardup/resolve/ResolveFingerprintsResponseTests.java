// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.resolve;

import io.neardup.resolve.ResolveFingerprintsResponse.Item;
import io.neardup.target.Target;
import java.io.IOException;
import java.util.List;
import org.opensearch.ExceptionsHelper;
import org.opensearch.ResourceNotFoundException;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.test.OpenSearchTestCase;

public class ResolveFingerprintsResponseTests extends OpenSearchTestCase {

  public void testEachItemTravelsWithItsFailure() throws IOException {
    ResolveFingerprintsResponse answer =
        new ResolveFingerprintsResponse(
            List.of(
                Item.of(Target.of(-1L)),
                Item.failed(new ResourceNotFoundException("no such id")),
                Item.of(Target.of(0L)),
                Item.failed(new IllegalArgumentException("no fingerprint")),
                Item.NONE));
    List<Item> items =
        copyWriteable(
                answer, new NamedWriteableRegistry(List.of()), ResolveFingerprintsResponse::new)
            .items();
    assertEquals(5, items.size());
    assertEquals(Item.of(Target.of(-1L)), items.get(0));
    assertFailed(items.get(1), RestStatus.NOT_FOUND, "no such id");
    assertEquals(Item.of(Target.of(0L)), items.get(2));
    assertFailed(items.get(3), RestStatus.BAD_REQUEST, "no fingerprint");
    assertEquals(Item.NONE, items.get(4));
  }

  private static void assertFailed(Item item, RestStatus status, String message) {
    assertEquals(status, ExceptionsHelper.status(item.failure()));
    assertEquals(message, item.failure().getMessage());
  }

  public void testNameFollowsTheGrammarOfPermissions() {
    assertEquals("indices:data/read/near_dup/resolve", ResolveFingerprintsAction.INSTANCE.name());
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.idf;

import java.util.List;
import org.opensearch.test.OpenSearchTestCase;

public class IdfNameTests extends OpenSearchTestCase {
  private static final String WHOLE = "0123456789abcdef".repeat(4);

  public void testNamesAndDigests() {
    assertEquals(new IdfName("news", null), IdfName.parse("news"));
    assertEquals(new IdfName("News-2026_v1.2", null), IdfName.parse("News-2026_v1.2"));
    assertEquals(new IdfName("news", "0123456789ab"), IdfName.parse("news@0123456789AB"));
    assertEquals(new IdfName("news", WHOLE), IdfName.parse("news@" + WHOLE));
    for (String same : List.of("news", "a.b@0123456789ab", "x@" + WHOLE)) {
      assertEquals(same, IdfName.parse(same).toString());
    }
    assertEquals("x".repeat(100), IdfName.parse("x".repeat(100)).name());
  }

  public void testNothingLeadsOutOfTheFolder() {
    for (String bad :
        List.of(
            "",
            ".",
            "..",
            ".hidden",
            "../news",
            "a/b",
            "a\\b",
            "/etc/passwd",
            "C:news",
            "a b",
            "a\n",
            "a\0",
            "日本",
            "x".repeat(101),
            "@0123456789ab",
            "news@",
            "news@0123456789a",
            "news@0123456789abc",
            "news@0123456789ag",
            "news@" + WHOLE + "0",
            "news@0123456789ab@0123456789ab")) {
      IllegalArgumentException e =
          expectThrows(IllegalArgumentException.class, () -> IdfName.parse(bad));
      assertEquals(
          "must be the name of a dictionary, 1 to 100 of the characters [A-Za-z0-9._-] and no dot"
              + " first, or [name@digest] with 12 or 64 hex digits",
          e.getMessage());
    }
  }
}

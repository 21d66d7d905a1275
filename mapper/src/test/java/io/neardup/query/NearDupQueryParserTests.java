// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.request.NearDupLimits;
import io.neardup.resolve.FingerprintSource;
import io.neardup.target.Nearness;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchException;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.ParseField;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.test.OpenSearchTestCase;

/** Valid forms of the query's JSON, and the errors for invalid ones. */
public class NearDupQueryParserTests extends OpenSearchTestCase {
  private static final String HASH = "\"hash\": \"9f3a5c3b12ff00aa\"";
  private static final String ACCEPTED =
      "a fingerprint is 16 hex digits, [0b] and 64 binary digits, or a JSON integer from 0 to 2^64"
          + " - 1; got ";

  private final NearDupLimits limits =
      new NearDupLimits(Settings.builder().put("plugins.near_dup.max_hashes", 3).build());

  @Override
  protected NamedXContentRegistry xContentRegistry() {
    return new NamedXContentRegistry(
        List.of(
            new NamedXContentRegistry.Entry(
                QueryBuilder.class,
                new ParseField(NearDupQueryBuilder.NAME),
                (parser, context) -> NearDupQueryBuilder.fromXContent(parser, limits)),
            new NamedXContentRegistry.Entry(
                QueryBuilder.class,
                new ParseField(BoolQueryBuilder.NAME),
                (parser, context) -> BoolQueryBuilder.fromXContent(parser))));
  }

  private QueryBuilder parse(String json) throws IOException {
    try (XContentParser parser = createParser(JsonXContent.jsonXContent, json)) {
      return AbstractQueryBuilder.parseInnerQueryBuilder(parser);
    }
  }

  private QueryBuilder parseBody(String parameters) throws IOException {
    return parse("{\"near_dup\": {\"f\": {" + parameters + "}}}");
  }

  /** Asserts the whole message, and that it is a 400. */
  private void assertRefused(String json, String message) {
    Exception e = expectThrows(Exception.class, () -> parse(json));
    assertEquals(json, message, e.getMessage());
    assertEquals(json, RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
  }

  private void assertBodyRefused(String parameters, String message) {
    assertRefused("{\"near_dup\": {\"f\": {" + parameters + "}}}", message);
  }

  public void testEveryFormOfAFingerprint() throws IOException {
    FingerprintSet expected = FingerprintSet.of(0xfffffffffffffff0L);
    for (String form :
        List.of(
            "\"fffffffffffffff0\"",
            "\"FFFFFFFFFFFFFFF0\"",
            "\"0b" + "1".repeat(60) + "0000\"",
            "18446744073709551600")) {
      QueryBuilder hash = parseBody("\"hash\": " + form);
      assertEquals(form, new NearDupQueryBuilder("f", expected, 3), hash);
      assertEquals(form, hash, parseBody("\"hashes\": [" + form + "]"));
      assertEquals(form, hash, parse("{\"near_dup\": {\"f\": " + form + "}}"));
    }
  }

  public void testAllParameters() throws IOException {
    assertEquals(
        new NearDupQueryBuilder("f", FingerprintSet.of(1, 2), 64)
            .ignoreUnmapped(true)
            .boost(2.5f)
            .queryName("q"),
        parseBody(
            "\"_name\": \"q\", \"boost\": 2.5, \"ignore_unmapped\": true, \"max_distance\": 64,"
                + " \"hashes\": [1, 2]"));
    assertEquals(
        new NearDupQueryBuilder("f", new FingerprintSource.OfId("42", "news", "r"), 0),
        parseBody("\"id\": \"42\", \"index\": \"news\", \"routing\": \"r\", \"max_distance\": 0"));
    assertEquals(
        new NearDupQueryBuilder(
            "f",
            new FingerprintSource.OfDoc(Map.of("title", List.of("x", 1)), "p"),
            Nearness.DEFAULT),
        parseBody("\"doc\": {\"title\": [\"x\", 1]}, \"pipeline\": \"p\""));
  }

  public void testEmptyHashesAreNoError() throws IOException {
    assertEquals(new NearDupQueryBuilder("f", FingerprintSet.of(), 3), parseBody("\"hashes\": []"));
  }

  public void testHashThatIsNone() {
    assertBodyRefused(
        "\"hash\": \"9f3a5c3b12ff00a\"",
        "[near_dup] [hash]: " + ACCEPTED + "[9f3a5c3b12ff00a] (15 characters)");
    assertBodyRefused(
        "\"hash\": \"9f3a5c3b12ff00aa0\"",
        "[near_dup] [hash]: " + ACCEPTED + "[9f3a5c3b12ff00aa0] (17 characters)");
    assertBodyRefused(
        "\"hash\": \"9f3a5c3b12ff00ag\"",
        "[near_dup] [hash]: " + ACCEPTED + "[9f3a5c3b12ff00ag] (16 characters)");
    assertBodyRefused(
        "\"hash\": \"9f3a5c3b12ff00aa~3\"",
        "[near_dup] [hash]: " + ACCEPTED + "[9f3a5c3b12ff00aa~3] (18 characters)");
    assertBodyRefused(
        "\"hash\": -1", "[near_dup] [hash]: " + ACCEPTED + "[-1] (not an unsigned 64-bit integer)");
    assertBodyRefused(
        "\"hash\": 18446744073709551616",
        "[near_dup] [hash]: "
            + ACCEPTED
            + "[18446744073709551616] (not an unsigned 64-bit integer)");
    assertBodyRefused("\"hash\": true", "[near_dup] [hash]: " + ACCEPTED + "[true] (Boolean)");
    assertBodyRefused("\"hash\": null", "[near_dup] [hash]: " + ACCEPTED + "[null] (null)");
    assertBodyRefused(
        "\"hashes\": [1, \"x\"]", "[near_dup] [hashes][1]: " + ACCEPTED + "[x] (1 characters)");
    assertBodyRefused(
        "\"hashes\": [null]", "[near_dup] [hashes][0]: " + ACCEPTED + "[null] (null)");
    assertRefused(
        "{\"near_dup\": {\"f\": \"abc\"}}",
        "[near_dup] [hash]: " + ACCEPTED + "[abc] (3 characters)");
    assertRefused(
        "{\"near_dup\": {\"f\": \"~3\"}}", "[near_dup] [hash]: " + ACCEPTED + "[] (0 characters)");
    assertRefused(
        "{\"near_dup\": {\"f\": null}}", "[near_dup] [hash]: " + ACCEPTED + "[null] (null)");
  }

  public void testMaxDistanceThatIsNone() {
    for (String bad : List.of("-1", "65", "3.5", "3.0", "1e1", "99999999999", "true", "null")) {
      assertBodyRefused(HASH + ", \"max_distance\": " + bad, badMaxDistance(bad));
    }
    for (String bad : List.of("-1", "65", "3.5", "abc", "", "+3", " 3")) {
      assertBodyRefused(HASH + ", \"max_distance\": \"" + bad + "\"", badMaxDistance(bad));
      assertRefused(
          "{\"near_dup\": {\"f\": \"9f3a5c3b12ff00aa~" + bad + "\"}}", badMaxDistance(bad));
    }
    assertBodyRefused(
        HASH + ", \"max_distance\": [3]",
        "[1:65] [near_dup] max_distance doesn't support values of type: START_ARRAY");
  }

  private static String badMaxDistance(String seen) {
    String shown = seen.equals("1e1") ? "10.0" : seen;
    return "[max_distance] must be an integer from 0 (the same fingerprint) to 64 (any"
        + " fingerprint), got ["
        + shown
        + "]";
  }

  public void testNearestAreNoQuery() {
    for (String k : List.of("10", "0", "\"x\"", "[1]", "{}")) {
      assertBodyRefused(
          HASH + ", \"k\": " + k,
          "[near_dup] [k] is no parameter of the query: for the nearest, ask with a large"
              + " [max_distance] and let [size] of the search cut the hits, which are sorted by"
              + " distance, or send [k] to [POST /{index}/_near_dup]");
    }
    assertBodyRefused(
        HASH + ", \"filter\": {\"bool\": {}}",
        "[near_dup] [filter] is no parameter of the query: put the two queries into a [bool]");
  }

  public void testExactlyOneKind() {
    String message =
        "[near_dup] field [f] requires exactly one of [hash], [hashes], [signature], [signatures],"
            + " [id] and [doc], got ";
    assertBodyRefused("", message + "none");
    assertBodyRefused("\"max_distance\": 3", message + "none");
    assertBodyRefused("\"index\": \"i\"", message + "none");
    assertBodyRefused(HASH + ", \"id\": \"1\"", message + "[hash, id]");
    assertBodyRefused("\"doc\": {\"a\": 1}, \"hashes\": []", message + "[doc, hashes]");
    assertBodyRefused(HASH + ", \"hashes\": [], \"id\": 1", message + "[hash, hashes, id]");
  }

  public void testParametersOfAnotherKind() {
    assertBodyRefused(
        HASH + ", \"index\": \"i\"",
        "[near_dup] [index] needs [id], got it with [hash]: leave it out");
    assertBodyRefused(
        "\"hashes\": [], \"routing\": \"r\"",
        "[near_dup] [routing] needs [id], got it with [hashes]: leave it out");
    assertBodyRefused(
        "\"id\": \"1\", \"pipeline\": \"p\"",
        "[near_dup] [pipeline] needs [doc], got it with [id]: leave it out");
    assertBodyRefused(
        "\"doc\": {\"a\": 1}, \"index\": \"i\"",
        "[near_dup] [index] needs [id], got it with [doc]: leave it out");
  }

  public void testEmptyIdAndDoc() {
    assertBodyRefused("\"id\": \"\"", "[id] must not be empty, got []");
    assertBodyRefused(
        "\"doc\": {}", "[doc] must be an object with the fields to fingerprint, got [{}]");
    assertBodyRefused(
        "\"doc\": \"text\"", "[1:28] [near_dup] doc doesn't support values of type: VALUE_STRING");
    assertBodyRefused(
        "\"id\": [\"1\"]", "[1:27] [near_dup] id doesn't support values of type: START_ARRAY");
  }

  public void testUnknownParameters() {
    assertBodyRefused(HASH + ", \"query\": 3", "[near_dup] unknown field [query]");
    assertBodyRefused(
        HASH + ", \"max_distanc\": 3",
        "[near_dup] unknown field [max_distanc] did you mean [max_distance]?");
  }

  public void testWhatOthersCallIt() {
    for (String name : List.of("text", "like")) {
      assertBodyRefused(
          "\"" + name + "\": \"a text\"",
          "[near_dup] ["
              + name
              + "] is no parameter of the query: send it as [doc], an object with the fields of a"
              + " document, as in {\"doc\": {\"content\": \"a text\"}}");
    }
    assertBodyRefused(
        HASH + ", \"distance\": 7",
        "[near_dup] unknown field [distance] did you mean [max_distance]?");
    assertBodyRefused(
        "\"field\": \"f\"",
        "[near_dup] [field] is no parameter of the query: the name of the field stands before the"
            + " parameters, as in {\"content_simhash\": {\"hash\": \"9f3a5c3b12ff00aa\"}}");
    assertBodyRefused(
        HASH + ", \"verify\": {\"minhesh\": \"m\"}",
        "[1:60] [verify] unknown field [minhesh] did you mean [minhash]?");
  }

  public void testWithoutAField() {
    for (String query :
        List.of(
            "\"field\": \"f\", " + HASH,
            "\"field\": \"f\"",
            "\"text\": \"a text\", \"field\": \"f\"",
            "\"id\": \"1\", \"field\": \"f\"",
            "\"max_distance\": 3, " + HASH,
            HASH + ", \"max_distance\": 3")) {
      assertRefused(
          "{\"near_dup\": {" + query + "}}",
          "[near_dup] takes the name of a field before the parameters, as in {\"near_dup\":"
              + " {\"content_simhash\": {\"hash\": \"9f3a5c3b12ff00aa\", \"max_distance\": 3}}}, got ["
              + query.split("\"", -1)[1]
              + "] in its place");
    }
  }

  /** Whatever the values are, it is a 400 whose first sentence names the parameter. */
  public void testValuesOfAnotherKind() {
    String deep = "[".repeat(2000) + "]".repeat(2000);
    String number = "9".repeat(2000);
    for (String name :
        List.of(
            "hash",
            "hashes",
            "signature",
            "signatures",
            "id",
            "index",
            "routing",
            "doc",
            "pipeline",
            "max_distance",
            "similarity",
            "recall",
            "verify",
            "ignore_unmapped",
            "boost",
            "_name",
            "unknown")) {
      for (String value :
          List.of("null", "[null]", "[[1]]", "[{}]", "{}", "true", "-1", number, "1e999", deep)) {
        String body = "\"" + name + "\": " + value + (name.startsWith("h") ? "" : ", " + HASH);
        Exception e;
        try {
          parseBody(body);
          continue;
        } catch (Exception refused) {
          e = refused;
        }
        assertEquals(body + e, RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
        String said = e.getMessage();
        assertTrue(name + value + said, said.startsWith("[") && said.length() < 500);
      }
    }
  }

  public void testTheSameParameterTwice() {
    Exception e = expectThrows(Exception.class, () -> parseBody(HASH + ", " + HASH));
    assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
    assertEquals("[near_dup]: Duplicate Object property \"hash\"", e.getMessage());
  }

  public void testShape() {
    assertRefused("{\"near_dup\": {}}", "[near_dup] requires a field, got none");
    assertRefused(
        "{\"near_dup\": {\"f\": {" + HASH + "}, \"boost\": 2}}",
        "[near_dup] query doesn't support multiple fields, found [f] and [boost]");
    assertRefused(
        "{\"near_dup\": {\"f\": [\"9f3a5c3b12ff00aa\"]}}",
        "[near_dup] field [f] takes a fingerprint, got [START_ARRAY]");
    assertRefused("{\"near_dup\": {\"\": 1}}", "[near_dup] requires the name of a field, got []");
  }

  public void testNestedHashes() {
    Exception e = expectThrows(Exception.class, () -> parseBody("\"hashes\": [[1]]"));
    assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
    assertEquals("[near_dup] [hashes][0] takes a fingerprint, got [START_ARRAY]", e.getMessage());
  }

  public void testTooManyHashes() throws IOException {
    assertEquals(
        new NearDupQueryBuilder("f", FingerprintSet.of(1, 2, 3), 3),
        parseBody("\"hashes\": [1, 2, 3]"));
    assertBodyRefused(
        "\"hashes\": [1, 2, 3, 3, \"x\"]",
        "[near_dup] [hashes] may name at most [3] fingerprints, got [5]: send them in several"
            + " requests, or raise the cluster setting [plugins.near_dup.max_hashes]");
  }

  /** Inside other queries the message is the root cause, which a client sees first. */
  public void testMessageInsideOfBool() {
    Exception e =
        expectThrows(
            Exception.class,
            () ->
                parse(
                    "{\"bool\": {\"filter\": [{\"near_dup\": {\"f\": {"
                        + HASH
                        + ", \"max_distance\": 65}}}]}}"));
    assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
    assertEquals(badMaxDistance("65"), OpenSearchException.guessRootCauses(e)[0].getMessage());
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.mapper.DocumentMapper;
import org.opensearch.index.mapper.MapperParsingException;
import org.opensearch.index.mapper.ParseContext;

/** Documents: the forms of a fingerprint, what is rejected or ignored, and what is indexed. */
public class SimHashDocumentTests extends SimHashMapperTestCase {
  private Settings indexSettings = SETTINGS;

  @Override
  protected Settings getIndexSettings() {
    return indexSettings;
  }

  private String refusal(DocumentMapper mapper, Object value) {
    MapperParsingException e =
        expectThrows(MapperParsingException.class, () -> parse(mapper, value));
    assertTrue(
        e.getMessage(),
        e.getMessage()
            .startsWith("failed to parse field [field] of type [simhash] in document with id '1'"));
    return e.getCause().getMessage();
  }

  public void testDefaults() throws IOException {
    ParseContext.Document document = parse(mapper(b -> {}), HASH);
    IndexableField[] whole = document.getFields("field");
    assertEquals(1, whole.length);
    assertEquals(DocValuesType.SORTED_NUMERIC, whole[0].fieldType().docValuesType());
    assertEquals(IndexOptions.NONE, whole[0].fieldType().indexOptions());
    assertFalse(whole[0].fieldType().stored());
    assertEquals(0x1f3a5c3b12ff00aaL, whole[0].numericValue());
    String[] digits = {"9f3a", "5c3b", "12ff", "00aa"};
    for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
      IndexableField[] segment = document.getFields("field.s" + s);
      assertEquals(1, segment.length);
      assertEquals(digits[s], segment[0].binaryValue().utf8ToString());
      assertNotEquals(IndexOptions.NONE, segment[0].fieldType().indexOptions());
      assertEquals(DocValuesType.NONE, segment[0].fieldType().docValuesType());
      assertTrue(segment[0].fieldType().omitNorms());
    }
  }

  public void testAllFormsAreOneFingerprint() throws IOException {
    DocumentMapper mapper = mapper(b -> {});
    assertEquals(HASH, storedHex(parse(mapper, HASH)));
    assertEquals(HASH, storedHex(parse(mapper, "9F3A5C3B12FF00AA")));
    assertEquals(HASH, storedHex(parse(mapper, new BigInteger(HASH, 16))));
    assertEquals(HASH, storedHex(parse(mapper, "0b" + new BigInteger(HASH, 16).toString(2))));
    assertEquals(HASH, storedHex(parse(mapper, new String[] {HASH})));
    assertEquals("0000000000000007", storedHex(parse(mapper, 7)));
    assertEquals("7fffffffffffffff", storedHex(parse(mapper, Long.MAX_VALUE)));
    BigInteger greatest = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    assertEquals("ffffffffffffffff", storedHex(parse(mapper, greatest)));
  }

  public void testWhatIsNoFingerprint() throws IOException {
    DocumentMapper mapper = mapper(b -> {});
    assertEquals(FORM + "[] (0 characters)", refusal(mapper, ""));
    assertEquals(FORM + "[9f3a5c3b12ff00a] (15 characters)", refusal(mapper, "9f3a5c3b12ff00a"));
    assertEquals(FORM + "[9f3a5c3b12ff00aa1] (17 characters)", refusal(mapper, HASH + "1"));
    assertEquals(FORM + "[9f3a5c3b12ff00ag] (16 characters)", refusal(mapper, "9f3a5c3b12ff00ag"));
    assertEquals(
        FORM + "[9f3a5c3b12ff00aa~3] (18 characters)", refusal(mapper, "9f3a5c3b12ff00aa~3"));
    String noInteger = " (not an unsigned 64-bit integer)";
    assertEquals(FORM + "[-1]" + noInteger, refusal(mapper, -1));
    assertEquals(FORM + "[1.5]" + noInteger, refusal(mapper, 1.5));
    BigInteger tooGreat = BigInteger.ONE.shiftLeft(64);
    assertEquals(FORM + "[18446744073709551616]" + noInteger, refusal(mapper, tooGreat));
    assertEquals(FORM + "[true] (Boolean)", refusal(mapper, true));
    assertEquals(
        "a fingerprint is one value, got a [START_OBJECT]", refusal(mapper, Map.of("hash", HASH)));
  }

  public void testTheClientSeesFieldAndValue() throws IOException {
    DocumentMapper mapper = mapper(b -> {});
    MapperParsingException e =
        expectThrows(MapperParsingException.class, () -> parse(mapper, "nonsense"));
    assertEquals(
        "failed to parse field [field] of type [simhash] in document with id '1'."
            + " Preview of field's value: 'nonsense'",
        e.getMessage());
    assertEquals(400, e.status().getStatus());
  }

  public void testSecondFingerprintIsRefused() throws IOException {
    DocumentMapper mapper = mapper(b -> {});
    assertEquals(
        "field [field] takes one fingerprint per document, got a second one [0000000000000001]:"
            + " use a field for each, or a [nested] object for each",
        refusal(mapper, new String[] {HASH, "0000000000000001"}));
    assertEquals(HASH, storedHex(parse(mapper, new String[] {null, HASH})));
  }

  public void testNullValue() throws IOException {
    ParseContext.Document nothing = parse(mapper(b -> {}), null);
    assertNull(nothing.getField("field"));
    assertNull(nothing.getField("_ignored"));
    assertEquals(HASH, storedHex(parse(mapper(b -> b.field("null_value", HASH)), null)));
    DocumentMapper byNumber = mapper(b -> b.field("null_value", new BigInteger(HASH, 16)));
    assertEquals(HASH, storedHex(parse(byNumber, null)));
    assertTrue(
        byNumber.mappingSource().toString(),
        byNumber.mappingSource().toString().contains("\"null_value\":\"9f3a5c3b12ff00aa\""));
  }

  public void testIgnoreMalformed() throws IOException {
    DocumentMapper mapper = mapper(b -> b.field("ignore_malformed", true));
    for (Object malformed : List.of("nonsense", 1.5, true, Map.of("a", Map.of("b", 1)))) {
      ParseContext.Document document = parse(mapper, malformed);
      assertNull(document.getField("field"));
      assertNull(document.getField("field.s0"));
      assertEquals("field", document.getField("_ignored").stringValue());
    }
    ParseContext.Document second = parse(mapper, new String[] {HASH, "0000000000000001"});
    assertEquals(HASH, storedHex(second));
    assertEquals(1, second.getFields("field").length);
    assertEquals("field", second.getField("_ignored").stringValue());
  }

  public void testIgnoreMalformedKeepsTheFieldsAfterAnObject() throws IOException {
    DocumentMapper mapper =
        createDocumentMapper(
            mapping(
                b -> {
                  b.startObject("field").field("type", "simhash").field("ignore_malformed", true);
                  b.endObject();
                  b.startObject("after").field("type", "long").endObject();
                }));
    ParseContext.Document document =
        mapper.parse(source("{\"field\":{\"a\":{\"b\":[1]}},\"after\":5}")).rootDoc();
    assertNull(document.getField("field"));
    assertNotNull(document.getField("after"));
  }

  public void testIgnoreMalformedOfTheWholeIndex() throws IOException {
    indexSettings =
        Settings.builder().put(SETTINGS).put("index.mapping.ignore_malformed", true).build();
    assertEquals("field", parse(mapper(b -> {}), "nonsense").getField("_ignored").stringValue());
    DocumentMapper strict = mapper(b -> b.field("ignore_malformed", false));
    assertEquals(FORM + "[nonsense] (8 characters)", refusal(strict, "nonsense"));
  }

  public void testASegmentIsNotWrittenByADocument() throws IOException {
    DocumentMapper mapper = mapper(b -> {});
    MapperParsingException e =
        expectThrows(
            MapperParsingException.class,
            () -> mapper.parse(source(b -> b.field("field.s0", "9f3a"))));
    assertTrue(e.getMessage(), e.getMessage().contains("Existing mapping for [field]"));
  }
}

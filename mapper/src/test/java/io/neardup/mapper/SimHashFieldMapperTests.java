// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.lucene.FingerprintField;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.opensearch.common.CheckedConsumer;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.mapper.DocumentMapper;
import org.opensearch.index.mapper.MapperParsingException;
import org.opensearch.index.mapper.MapperService;
import org.opensearch.index.mapper.MapperTestCase;
import org.opensearch.index.mapper.ParseContext;
import org.opensearch.plugins.Plugin;

public class SimHashFieldMapperTests extends MapperTestCase {
  private static final String HASH = "9f3a5c3b12ff00aa";
  private static final String FORM =
      "a fingerprint is 16 hex digits, [0b] and 64 binary digits, or a JSON integer from 0 to"
          + " 2^64 - 1; got ";

  private Settings indexSettings = SETTINGS;

  @Override
  protected Settings getIndexSettings() {
    return indexSettings;
  }

  @Override
  protected Collection<? extends Plugin> getPlugins() {
    return List.of(new SimHashTestPlugin());
  }

  @Override
  protected void minimalMapping(XContentBuilder b) throws IOException {
    // As it is serialized.
    b.field("type", "simhash").field("segments", 4);
  }

  @Override
  protected void writeFieldValue(XContentBuilder b) throws IOException {
    b.value(HASH);
  }

  @Override
  protected void registerParameters(ParameterChecker checker) throws IOException {
    checker.registerUpdateCheck(
        b -> b.field("ignore_malformed", true),
        m -> assertTrue(((SimHashFieldMapper) m).ignoreMalformed().value()));
    checker.registerConflictCheck("null_value", b -> b.field("null_value", HASH));
    checker.registerConflictCheck("segment_doc_values", b -> b.field("segment_doc_values", true));
  }

  private DocumentMapper mapper(CheckedConsumer<XContentBuilder, IOException> parameters)
      throws IOException {
    return createDocumentMapper(
        fieldMapping(
            b -> {
              b.field("type", "simhash");
              parameters.accept(b);
            }));
  }

  private ParseContext.Document parse(DocumentMapper mapper, Object value) throws IOException {
    return mapper.parse(source(b -> b.field("field", value))).rootDoc();
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

  private String refusedMapping(CheckedConsumer<XContentBuilder, IOException> parameters) {
    return expectThrows(MapperParsingException.class, () -> mapper(parameters)).getMessage();
  }

  private static String storedHex(ParseContext.Document document) {
    return Fingerprint.toHex(
        FingerprintField.fromDocValue(document.getField("field").numericValue().longValue()));
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

  public void testSegmentDocValues() throws IOException {
    ParseContext.Document document = parse(mapper(b -> b.field("segment_doc_values", true)), HASH);
    for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
      assertDocValuesField(document, "field.s" + s);
    }
  }

  public void testKeysOfTwoBlocks() throws IOException {
    for (boolean docValues : new boolean[] {false, true}) {
      ParseContext.Document document =
          parse(
              mapper(b -> b.field("segments", "5x2").field("segment_doc_values", docValues)), HASH);
      assertEquals(HASH, storedHex(document));
      assertNull(document.getField("field.s0"));
      assertNull(document.getField("field.k10"));
      assertEquals("27ce970", document.getField("field.k0").binaryValue().utf8ToString());
      assertEquals("0ff00aa", document.getField("field.k9").binaryValue().utf8ToString());
      for (int k = 0; k < 10; k++) {
        IndexableField[] key = document.getFields("field.k" + k);
        assertEquals(1, key.length);
        assertNotEquals(IndexOptions.NONE, key[0].fieldType().indexOptions());
        assertEquals(
            docValues ? DocValuesType.SORTED_SET : DocValuesType.NONE,
            key[0].fieldType().docValuesType());
      }
    }
  }

  public void testSegmentsInMappings() throws IOException {
    String simhash = "{\"_doc\":{\"properties\":{\"field\":{\"type\":\"simhash\"";
    for (Object four : new Object[] {4, "4"}) {
      DocumentMapper mapper = mapper(b -> b.field("segments", four));
      assertEquals(simhash + ",\"segments\":4}}}}", mapper.mappingSource().toString());
      assertNotNull(parse(mapper, HASH).getField("field.s3"));
    }
    String pairs = mapper(b -> b.field("segments", "5x2")).mappingSource().toString();
    assertEquals(simhash + ",\"segments\":\"5x2\"}}}}", pairs);
    DocumentMapper again =
        createMapperService(fieldMapping(b -> b.field("type", "simhash").field("segments", "5x2")))
            .documentMapper();
    assertEquals(pairs, again.mappingSource().toString());
  }

  public void testBadSegments() {
    String start =
        "Failed to parse mapping [_doc]: [segments] of field [field] must be [4] (four segments of"
            + " 16 bits, the default) or [5x2] (ten keys of two of five blocks, for very large"
            + " shards), got ";
    for (Object bad : new Object[] {5, 4.0, "5X2", "", "04", " 4", true, List.of(4), 4L << 32}) {
      assertEquals(start + "[" + bad + "]", refusedMapping(b -> b.field("segments", bad)));
    }
  }

  public void testSegmentsCannotBeChanged() throws IOException {
    MapperService service = createMapperService(fieldMapping(this::minimalMapping));
    IllegalArgumentException e =
        expectThrows(
            IllegalArgumentException.class,
            () ->
                merge(
                    service,
                    fieldMapping(b -> b.field("type", "simhash").field("segments", "5x2"))));
    assertTrue(
        e.getMessage(),
        e.getMessage().contains("Cannot update parameter [segments] from [4] to [5x2]"));
    merge(service, fieldMapping(b -> b.field("type", "simhash").field("segments", 4)));
    assertNull(service.fieldType("field.k0"));

    MapperService keys =
        createMapperService(fieldMapping(b -> b.field("type", "simhash").field("segments", "5x2")));
    expectThrows(
        IllegalArgumentException.class, () -> merge(keys, fieldMapping(this::minimalMapping)));
    assertEquals("keyword", keys.fieldType("field.k9").typeName());
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
    String noInteger = " (a number that is no unsigned 64-bit integer)";
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

  public void testBadParameters() {
    assertEquals(
        "Failed to parse mapping [_doc]: [null_value] of field [field]: "
            + FORM
            + "[abc] (3 characters)",
        refusedMapping(b -> b.field("null_value", "abc")));
    assertEquals(
        "Failed to parse mapping [_doc]: unknown parameter [bits] on mapper [field] of type"
            + " [simhash]",
        refusedMapping(b -> b.field("bits", 64)));
  }

  /** Core would drop them, and say so in a log only. */
  public void testMeaninglessParametersAreRefused() {
    for (String parameter :
        List.of("boost", "doc_values", "index", "index_options", "similarity", "store")) {
      assertEquals(
          "Failed to parse mapping [_doc]: ["
              + parameter
              + "] means nothing to field [field] of type [simhash], got [false]: a fingerprint is"
              + " always indexed and has doc values; leave it out",
          refusedMapping(b -> b.field(parameter, false)));
    }
  }

  @Override
  public void testDeprecatedBoost() {
    assertTrue(refusedMapping(b -> b.field("boost", 2.0)).contains("[boost] means nothing"));
  }

  /** The default of another release must not make it another field. */
  public void testSegmentsAreAlwaysSerialized() throws IOException {
    DocumentMapper four = mapper(b -> {});
    assertTrue(four.mappingSource().toString().contains("\"segments\":4"));
    DocumentMapper keys = mapper(b -> b.field("segments", "5x2"));
    assertTrue(keys.mappingSource().toString().contains("\"segments\":\"5x2\""));
  }

  public void testMultiFields() throws IOException {
    MapperService service =
        createMapperService(
            fieldMapping(
                b -> {
                  minimalMapping(b);
                  b.startObject("fields");
                  b.startObject("text").field("type", "keyword").endObject();
                  b.endObject();
                }));
    ParseContext.Document document = parse(service.documentMapper(), HASH);
    assertNotNull(document.getField("field.text"));
    assertEquals("9f3a", document.getField("field.s0").binaryValue().utf8ToString());
    assertNotNull(service.fieldType("field.text"));
    assertNotNull(service.fieldType("field.s0"));
  }

  public void testMultiFieldWithTheNameOfASegmentIsRefused() {
    assertEquals(
        "Failed to parse mapping [_doc]: multi-field [s2] of field [field] has the name of one of"
            + " its segments, [s0] to [s3], which are there by themselves: leave it out, or give it"
            + " another name",
        refusedMapping(
            b -> {
              b.startObject("fields");
              b.startObject("s2").field("type", "keyword").endObject();
              b.endObject();
            }));
  }

  public void testMultiFieldWithTheNameOfAKeyIsRefused() throws IOException {
    for (String name : List.of("k9", "s0")) {
      CheckedConsumer<XContentBuilder, IOException> mapping =
          b -> {
            b.field("segments", "5x2").startObject("fields");
            b.startObject(name).field("type", "keyword").endObject();
            b.endObject();
          };
      if (name.equals("s0")) {
        assertNotNull(parse(mapper(mapping), HASH).getField("field.s0"));
        continue;
      }
      String refusal = refusedMapping(mapping);
      assertTrue(
          refusal,
          refusal.contains("multi-field [k9] of field [field]")
              && refusal.contains("one of its segments, [k0] to [k9], which are there"));
    }
  }

  public void testSegmentsStayThroughMappingUpdates() throws IOException {
    MapperService service =
        createMapperService(
            fieldMapping(b -> b.field("type", "simhash").field("segment_doc_values", true)));
    merge(
        service,
        mapping(
            b -> {
              b.startObject("field").field("type", "simhash").field("segment_doc_values", true);
              b.startObject("meta").field("unit", "bits").endObject();
              b.endObject();
              b.startObject("title").field("type", "text").endObject();
            }));
    for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
      assertEquals("keyword", service.fieldType("field.s" + s).typeName());
      assertTrue(service.fieldType("field.s" + s).isAggregatable());
    }
    String mapping = service.documentMapper().mappingSource().toString();
    assertFalse(mapping, mapping.contains("s0"));
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

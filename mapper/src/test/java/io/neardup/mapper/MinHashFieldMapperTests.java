// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.fingerprint.minhash.SignatureTail;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.CheckedConsumer;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.mapper.DocumentMapper;
import org.opensearch.index.mapper.MapperParsingException;
import org.opensearch.index.mapper.MapperTestCase;
import org.opensearch.index.mapper.ParseContext;
import org.opensearch.plugins.Plugin;

public class MinHashFieldMapperTests extends MapperTestCase {
  private static final MinHashSignature SIGNATURE = signature(100);
  private static final String NOT_A_SIGNATURE = "a signature of minhash_fss_v1 is base64url";

  private static MinHashSignature signature(int features) {
    MinHasher hasher = new MinHasher();
    IntStream.range(0, features).forEach(i -> hasher.add(i * 0x9E3779B9));
    return hasher.signature();
  }

  @Override
  protected Collection<? extends Plugin> getPlugins() {
    return List.of(new SimHashTestPlugin());
  }

  @Override
  protected void minimalMapping(XContentBuilder b) throws IOException {
    // As it is serialized.
    b.field("type", "minhash").field("similarity", 0.7).field("recall", 0.95);
  }

  @Override
  protected void writeFieldValue(XContentBuilder b) throws IOException {
    b.value(SIGNATURE.toString());
  }

  @Override
  protected void registerParameters(ParameterChecker checker) throws IOException {
    checker.registerUpdateCheck(
        b -> b.field("ignore_malformed", true),
        m -> assertTrue(((MinHashFieldMapper) m).ignoreMalformed().value()));
    checker.registerConflictCheck("similarity", typed(0.7, 0.95), typed(0.8, 0.95));
    checker.registerConflictCheck("recall", typed(0.7, 0.95), typed(0.7, 0.9));
  }

  private XContentBuilder typed(double similarity, double recall) throws IOException {
    return fieldMapping(
        b -> b.field("type", "minhash").field("similarity", similarity).field("recall", recall));
  }

  private DocumentMapper mapper(CheckedConsumer<XContentBuilder, IOException> parameters)
      throws IOException {
    return createDocumentMapper(
        fieldMapping(
            b -> {
              b.field("type", "minhash");
              parameters.accept(b);
            }));
  }

  private ParseContext.Document parse(DocumentMapper mapper, Object value) throws IOException {
    return mapper.parse(source(b -> b.field("field", value))).rootDoc();
  }

  private String refusal(DocumentMapper mapper, Object value) {
    return expectThrows(MapperParsingException.class, () -> parse(mapper, value))
        .getCause()
        .getMessage();
  }

  private String refusedMapping(CheckedConsumer<XContentBuilder, IOException> parameters) {
    return expectThrows(MapperParsingException.class, () -> mapper(parameters)).getMessage();
  }

  public void testDefaults() throws IOException {
    ParseContext.Document document = parse(mapper(b -> {}), SIGNATURE.toString());
    IndexableField[] whole = document.getFields("field");
    assertEquals(1, whole.length);
    assertEquals(DocValuesType.BINARY, whole[0].fieldType().docValuesType());
    assertEquals(new BytesRef(SIGNATURE.toBytes()), whole[0].binaryValue());
    assertFalse(whole[0].fieldType().stored());
    IndexableField[] bands = document.getFields("field.bands");
    assertEquals(1, bands.length);
    assertEquals(IndexOptions.DOCS_AND_FREQS, bands[0].fieldType().indexOptions());
    IndexableField[] tail = document.getFields("field.tail");
    assertEquals(1, tail.length);
    assertEquals(SignatureTail.of(SIGNATURE), tail[0].numericValue());
    assertEquals(3, document.getFields().stream().filter(f -> f.name().startsWith("f")).count());
  }

  /** Core's test sets a boost, which is refused: it would mean nothing here. */
  @Override
  public void testDeprecatedBoost() {
    assertTrue(
        refusedMapping(b -> b.field("boost", 2.0))
            .contains(
                "[boost] means nothing to field [field] of type [minhash], got [2.0]: a signature"
                    + " is always indexed"));
  }

  public void testBandsFollowFromSimilarityAndRecall() throws IOException {
    assertEquals(Bands.of(0.7, 0.95), type(b -> {}).bands());
    assertEquals(
        Bands.of(0.5, 0.9), type(b -> b.field("similarity", "0.5").field("recall", 0.9)).bands());
  }

  private MinHashFieldType type(CheckedConsumer<XContentBuilder, IOException> parameters)
      throws IOException {
    return ((MinHashFieldMapper) mapper(parameters).mappers().getMapper("field")).fieldType();
  }

  public void testRefusedParameters() {
    assertTrue(
        refusedMapping(b -> b.field("similarity", 0))
            .contains("[similarity] must be greater than 0 and at most 1, got [0.0]"));
    assertTrue(
        refusedMapping(b -> b.field("similarity", "high"))
            .contains("[similarity] must be a number greater than 0 and at most 1, got [high]"));
    assertTrue(
        refusedMapping(b -> b.field("recall", 1.5)).contains("[recall] must be greater than 0"));
    assertTrue(
        refusedMapping(b -> b.field("recall", 1))
            .contains("[recall] must be greater than 0 and less than 1 for a lookup, got [1.0]"));
    for (String meaningless : List.of("index", "doc_values", "store", "null_value")) {
      assertTrue(
          refusedMapping(b -> b.field(meaningless, true))
              .contains("[" + meaningless + "] means nothing to field [field] of type [minhash]"));
    }
    for (String taken : List.of("bands", "tail")) {
      assertTrue(
          refusedMapping(
                  b ->
                      b.startObject("fields")
                          .startObject(taken)
                          .field("type", "keyword")
                          .endObject()
                          .endObject())
              .contains("multi-field [" + taken + "] of field [field] has the name under which"));
    }
  }

  public void testRefusedValues() throws IOException {
    DocumentMapper mapper = mapper(b -> {});
    assertTrue(refusal(mapper, "9f3a5c3b12ff00aa").startsWith(NOT_A_SIGNATURE));
    assertTrue(refusal(mapper, "").startsWith(NOT_A_SIGNATURE));
    assertEquals("a signature is one string, got a [VALUE_NUMBER]", refusal(mapper, 7));
    assertEquals("a signature is one string, got a [VALUE_BOOLEAN]", refusal(mapper, true));
    String twice = SIGNATURE.toString();
    assertTrue(
        refusal(mapper, List.of(twice, twice))
            .startsWith("field [field] takes one signature per document, got a second one"));
    assertEquals(
        0, parse(mapper, null).getFields().stream().filter(f -> f.name().startsWith("f")).count());
  }

  public void testMalformedValuesAreIgnoredIfAllowed() throws IOException {
    DocumentMapper mapper = mapper(b -> b.field("ignore_malformed", true));
    ParseContext.Document document = parse(mapper, "nonsense");
    assertNull(document.getField("field"));
    assertEquals("field", document.getField("_ignored").stringValue());
  }

  public void testSetsOfAnySize() throws IOException {
    for (int features : new int[] {1, 64, 65, 5000}) {
      MinHashSignature signature = signature(features);
      ParseContext.Document document = parse(mapper(b -> {}), signature.toString());
      assertEquals(new BytesRef(signature.toBytes()), document.getField("field").binaryValue());
    }
  }
}

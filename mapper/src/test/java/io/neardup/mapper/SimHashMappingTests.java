// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.opensearch.common.CheckedConsumer;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.mapper.DocumentMapper;
import org.opensearch.index.mapper.MapperService;
import org.opensearch.index.mapper.ParseContext;

/** The parameters of a mapping: segments, multi-fields, and what is rejected. */
public class SimHashMappingTests extends SimHashMapperTestCase {
  private static void four(XContentBuilder b) throws IOException {
    b.field("type", "simhash").field("segments", 4);
  }

  public void testSegmentDocValues() throws IOException {
    ParseContext.Document document = parse(mapper(b -> b.field("segment_doc_values", true)), HASH);
    for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
      assertTrue(
          Arrays.stream(document.getFields("field.s" + s))
              .anyMatch(field -> field.fieldType().docValuesType() != DocValuesType.NONE));
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
    MapperService service = createMapperService(fieldMapping(SimHashMappingTests::four));
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
        IllegalArgumentException.class, () -> merge(keys, fieldMapping(SimHashMappingTests::four)));
    assertEquals("keyword", keys.fieldType("field.k9").typeName());
  }

  /** The default of another release must not change an existing field. */
  public void testSegmentsAreAlwaysSerialized() throws IOException {
    DocumentMapper four = mapper(b -> {});
    assertTrue(four.mappingSource().toString().contains("\"segments\":4"));
    DocumentMapper keys = mapper(b -> b.field("segments", "5x2"));
    assertTrue(keys.mappingSource().toString().contains("\"segments\":\"5x2\""));
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

  /** Core would only log that it drops them. */
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

  public void testMultiFields() throws IOException {
    MapperService service =
        createMapperService(
            fieldMapping(
                b -> {
                  four(b);
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
            + " its segments, [s0] to [s3], which always exist: leave it out, or rename it",
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
              && refusal.contains("one of its segments, [k0] to [k9], which always exist"));
    }
  }
}

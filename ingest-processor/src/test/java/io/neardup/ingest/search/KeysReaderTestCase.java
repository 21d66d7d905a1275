// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.IndexFields;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.sequencer.keys.Keys;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.Before;
import org.junit.function.ThrowingRunnable;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.xcontent.MediaTypeRegistry;
import org.opensearch.indices.IndicesService;
import org.opensearch.test.OpenSearchSingleNodeTestCase;

/** Documents and parameters are JSON with single quotes. */
public abstract class KeysReaderTestCase extends OpenSearchSingleNodeTestCase {
  private static final String MAPPING =
      """
      {'properties':{
        'page':{'properties':{'url':{'type':'keyword'}}},'isbn':{'type':'keyword'},
        'a':{'type':'keyword'},'b':{'type':'keyword'},
        'low':{'type':'keyword','normalizer':'lowercase','null_value':'未知'},
        'number':{'type':'long'},'real':{'type':'double','null_value':1.5},'day':{'type':'date'},
        'seconds':{'type':'date','format':'epoch_second'},'nanos':{'type':'date_nanos'},'yes':{'type':'boolean','null_value':true},
        'ip':{'type':'ip','null_value':'::1'},'short':{'type':'keyword','ignore_above':3},
        'text':{'type':'text','analyzer':'simple','fields':{'raw':{'type':'keyword'}}},
        'other':{'type':'alias','path':'a'},'from':{'type':'text','copy_to':'a'},
        'half':{'type':'half_float'},'loose':{'type':'float','ignore_malformed':true,'null_value':1.25},
        'big':{'type':'unsigned_long'},'born':{'type':'date','format':'dd/MM/uuuu','ignore_malformed':true,'null_value':'01/02/2026'},
        'fixed':{'type':'constant_keyword','value':'x'},'authors':{'type':'keyword'},
        'comments':{'type':'nested','properties':{'author':{'type':'text','copy_to':'authors'}}},
        'many':{'type':'nested','properties':{'a':{'type':'keyword'}}},
        'flat':{'type':'flat_object'},'place':{'type':'geo_point'},'span':{'type':'integer_range'},
        'bare':{'type':'keyword','index':false}}}
      """;

  IndexFields fields;
  long charged;
  long held;
  long limit = Long.MAX_VALUE;
  List<List<String>> terms;

  @Before
  public void createNews() throws IOException {
    createIndex("news");
    client()
        .admin()
        .indices()
        .preparePutMapping("news")
        .setSource(MAPPING.replace('\'', '"'), MediaTypeRegistry.JSON)
        .get();
    fields =
        new IndexFields(
            getInstanceFromNode(IndicesService.class),
            getInstanceFromNode(ClusterService.class)::state,
            () -> new MemoryAccount(this::charge));
  }

  private void charge(long bytes) {
    charged += Math.max(0, bytes);
    held += bytes;
    if (held > limit) {
      held -= bytes;
      throw new CircuitBreakingException("too much", CircuitBreaker.Durability.TRANSIENT);
    }
  }

  static Map<String, Object> json(String text) {
    return XContentHelper.convertToMap(JsonXContent.jsonXContent, text.replace('\'', '"'), false);
  }

  static DomainSpec spec(String parameters) {
    return DomainSpec.of(
        NearDupOptions.read(
            new ConfigReader("near_dup", null, new HashMap<>(json("{" + parameters + "}")))),
        List.of("news"));
  }

  final Keys read(String parameters, String document) {
    DomainSpec spec = spec(parameters);
    KeysReader.Read read =
        new KeysReader(spec, fields).read(json(document), fields.of(spec, "news"));
    terms = read.terms();
    return read.keys();
  }

  final long in(String field, String value) {
    return read("'field':'print','scope':'" + field + "'", "{'print':null," + value + "}").scope();
  }

  static void assertRefused(String part, ThrowingRunnable read) {
    String message = expectThrows(IllegalArgumentException.class, read).getMessage();
    assertTrue(message, message.contains(part));
  }
}

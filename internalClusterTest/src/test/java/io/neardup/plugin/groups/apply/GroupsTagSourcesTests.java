// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups.apply;

import static org.hamcrest.Matchers.lessThan;

import io.neardup.plugin.Answer;
import io.neardup.plugin.SearchEffectsPlugin;
import io.neardup.plugin.WrappedReader;
import io.neardup.plugin.groups.GroupsTestCase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.codecs.StoredFieldsReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.index.StoredFields;
import org.junit.After;
import org.opensearch.common.lucene.index.SequentialStoredFieldsLeafReader;
import org.opensearch.index.IndexModule;
import org.opensearch.plugins.Plugin;

/** What tags leave of the documents that get them: everything, however they were read. */
public class GroupsTagSourcesTests extends GroupsTestCase {
  private static final int DOCUMENTS = 20;
  private static final String NEAR_DUP = "'near_dup':{'type':'near_dup'}";
  private static final String ODD =
      "'z':1.0,'a':{'y':[1,{'b':null},[]],'x':''},'big':123456789012345678901234567890,"
          + "'small':1.1E-7,'dotted.name':true,'text':'\u00fcber \ud83d\ude00','secret':'s'";

  /** Hides a field of what is searched, as opensearch-security does; not of what is updated. */
  public static final class ForgetfulPlugin extends Plugin {
    private static volatile boolean forgets;

    @Override
    public void onIndexModule(IndexModule module) {
      module.setReaderWrapper(
          index ->
              reader ->
                  forgets && isSearch() ? new WrappedReader(reader, ForgetfulLeaf::new) : reader);
    }

    private static boolean isSearch() {
      return Thread.currentThread().getName().contains("[search]");
    }
  }

  private static final class ForgetfulLeaf extends SequentialStoredFieldsLeafReader {
    ForgetfulLeaf(LeafReader in) {
      super(in);
    }

    @Override
    public StoredFields storedFields() throws IOException {
      StoredFields all = in.storedFields();
      return new StoredFields() {
        @Override
        public void document(int doc, StoredFieldVisitor visitor) throws IOException {
          all.document(doc, new WithoutSecret(visitor));
        }
      };
    }

    @Override
    protected StoredFieldsReader doGetSequentialStoredFieldsReader(StoredFieldsReader all) {
      return new ForgetfulFields(all);
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return in.getCoreCacheHelper();
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return in.getReaderCacheHelper();
    }
  }

  private static final class ForgetfulFields extends StoredFieldsReader {
    private final StoredFieldsReader in;

    ForgetfulFields(StoredFieldsReader in) {
      this.in = in;
    }

    @Override
    public void document(int doc, StoredFieldVisitor visitor) throws IOException {
      in.document(doc, new WithoutSecret(visitor));
    }

    @Override
    public StoredFieldsReader clone() {
      return new ForgetfulFields(in.clone());
    }

    @Override
    public void checkIntegrity() throws IOException {
      in.checkIntegrity();
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private static final class WithoutSecret extends StoredFieldVisitor {
    private final StoredFieldVisitor in;

    WithoutSecret(StoredFieldVisitor in) {
      this.in = in;
    }

    @Override
    public Status needsField(FieldInfo field) throws IOException {
      return in.needsField(field);
    }

    @Override
    public void stringField(FieldInfo field, String value) throws IOException {
      in.stringField(field, value);
    }

    @Override
    public void binaryField(FieldInfo field, byte[] value) throws IOException {
      String text = new String(value, StandardCharsets.UTF_8);
      in.binaryField(
          field,
          field.name.equals("_source")
              ? text.replace(",\"secret\":\"s\"", "").getBytes(StandardCharsets.UTF_8)
              : value);
    }
  }

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    Collection<Class<? extends Plugin>> plugins = super.getPlugins();
    plugins.add(ForgetfulPlugin.class);
    return plugins;
  }

  @After
  public void remember() {
    ForgetfulPlugin.forgets = false;
  }

  @Override
  protected void write() throws IOException {
    index(
        "news",
        "'number_of_shards':2,'number_of_replicas':0",
        "'print':{'type':'simhash'},'filler':{'type':'object','enabled':false},"
            + "'a':{'type':'object','enabled':false},'big':{'type':'object','enabled':false},"
            + "'near_dup':{'properties':{'group':{'type':'keyword'},"
            + "'status':{'type':'keyword'},'seq':{'type':'long'},'scope':{'type':'keyword'}}}");
  }

  /** Each one is far from all others. */
  private static void documents(String rest) throws IOException {
    for (int i = 0; i < DOCUMENTS; i++) {
      String print = String.format(Locale.ROOT, "%08x", i * 0x01010101L);
      document("news", "d" + i, "{'print':'" + print + print + "'," + rest + "}");
    }
    post("news/_refresh", "");
  }

  private String raw(String id) {
    return client().prepareGet("news", id).get().getSourceAsString();
  }

  private void assertTagged(String rest) throws IOException {
    documents(rest);
    String before = raw("d7");
    Answer tagged = post("news/_near_dup/groups", "{'field':'print','action':'tag'}");
    succeeded(tagged);
    assertEquals(tagged.toString(), DOCUMENTS, tagged.at("tagged"));
    String after = raw("d7");
    int end = before.lastIndexOf('}');
    assertEquals(before.substring(0, end), after.substring(0, end));
    assertTrue(after, after.substring(end).startsWith(",\"near_dup\":{"));
    assertEquals("new", ((Map<?, ?>) source("news", "d7").get("near_dup")).get("status"));
  }

  public void testTheRestOfADocumentStays() throws IOException {
    assertTagged(ODD);
  }

  /** They are as large as they are: a few at a time, and none of what is only compared with. */
  public void testWholeTextsAreReadAFewAtATime() throws IOException {
    pipeline("texts", "{'near_dup':{'fields':['text'],'lost':0}}");
    index("texts", "'number_of_shards':1,'index.default_pipeline':'texts'", NEAR_DUP);
    String text = text(0);
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < 250; i++) {
      bulk.append("{'index':{'_id':'" + i + "'}}\n{'text':'" + text(i) + "'}\n");
    }
    succeeded(post("texts/_bulk?refresh=true", bulk.toString()));
    for (String given : new String[] {"", ",'against':{'query':{'match_all':{}}}"}) {
      SearchEffectsPlugin.MOST_BYTES.set(0);
      Answer answer =
          succeeded(
              post("texts/_near_dup/groups", "{'action':'tag','decide':'anew'" + given + "}"));
      assertEquals(answer.toString(), given.isEmpty() ? 250 : 0, answer.at("documents"));
      assertThat(SearchEffectsPlugin.MOST_BYTES.get(), lessThan(150L * text.length()));
    }
  }

  /** As many words differ as there is no room for: only some of them are kept at a time. */
  public void testManyWordsOfTexts() throws IOException {
    pipeline("words", "{'near_dup':{'fields':['text'],'lost':0}}");
    index("words", "'number_of_shards':1,'index.default_pipeline':'words'", NEAR_DUP);
    int documents = 48;
    for (int i = 0; i < documents; i++) {
      String text = words("p", i / 2, 1_600) + " " + words("d", i, 700);
      document("words", "" + i, "{'text':'" + text + "'}");
    }
    clusterSetting("plugins.near_dup.groups.memory", "'2mb'");
    try {
      Answer answer = succeeded(post("words/_near_dup/groups", "{'action':'tag','decide':'anew'}"));
      assertEquals(answer.toString(), documents, answer.at("documents"));
      assertEquals(answer.toString(), 0, answer.at("duplicates"));
    } finally {
      clusterSetting("plugins.near_dup.groups.memory", "null");
    }
  }

  private static String words(String prefix, int of, int count) {
    return IntStream.range(of * count, (of + 1) * count)
        .mapToObj(i -> prefix + Integer.toString(i, 36))
        .collect(Collectors.joining(" "));
  }

  private static String text(int of) {
    return IntStream.range(0, 1_000)
        .mapToObj(i -> String.format(Locale.ROOT, "w%03dx%03d", i % 10, of))
        .collect(Collectors.joining(" "));
  }

  public void testFieldsThatTheUserCannotSee() throws IOException {
    ForgetfulPlugin.forgets = true;
    assertTagged(ODD);
    assertEquals("s", source("news", "d7").get("secret"));
  }
}

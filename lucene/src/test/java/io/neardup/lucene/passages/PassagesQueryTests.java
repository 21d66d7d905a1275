// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.passages;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.passages.PassageLength;
import io.neardup.fingerprint.passages.QuestionWindows;
import io.neardup.lucene.passages.PassagesQuery.Bounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.Test;

/** The query against brute force: every text that shares a passage, and what it covers. */
public class PassagesQueryTests {
  private static final String FIELD = "content.passages";
  private static final Analyzer ANALYZER = new StandardAnalyzer();

  private final Random random = new Random(20261127);

  private List<String> words(int count, int vocabulary) {
    return random.ints(count, 0, vocabulary).mapToObj(i -> "w" + i).toList();
  }

  /** Texts that quote each other. */
  private List<List<String>> corpus(int size, int vocabulary) {
    List<List<String>> texts = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      List<String> text = new ArrayList<>(words(random.nextInt(80), vocabulary));
      for (int quotes = random.nextInt(3); quotes > 0 && texts.isEmpty() == false; quotes--) {
        List<String> other = texts.get(random.nextInt(texts.size()));
        int from = random.nextInt(other.size() + 1);
        int to = from + random.nextInt(other.size() - from + 1);
        text.addAll(random.nextInt(text.size() + 1), other.subList(from, to));
      }
      texts.add(text);
    }
    return texts;
  }

  /** The tokens of one text that runs of so many tokens share with the other. */
  private static BitSet shared(List<String> one, List<String> other, int minWords, int least) {
    BitSet covered = new BitSet();
    if (one.size() < least || other.size() < least) {
      if (one.equals(other) && minWords == least) {
        covered.set(0, one.size());
      }
      return covered;
    }
    Set<List<String>> runs = new HashSet<>();
    for (int i = 0; i + minWords <= other.size(); i++) {
      runs.add(other.subList(i, i + minWords));
    }
    for (int i = 0; i + minWords <= one.size(); i++) {
      if (runs.contains(one.subList(i, i + minWords))) {
        covered.set(i, i + minWords);
      }
    }
    return covered;
  }

  private static DirectoryReader index(List<PassagesField> fields) throws IOException {
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (PassagesField field : fields) {
        writer.addDocument(document(field, fields.indexOf(field)));
      }
    }
    return DirectoryReader.open(directory);
  }

  private static Document document(PassagesField field, int id) {
    Document document = new Document();
    document.add(field);
    document.add(field.tokens());
    document.add(new StringField("id", "" + id, Field.Store.YES));
    return document;
  }

  private static DirectoryReader index(
      List<List<String>> texts, PassageLength length, Random random) throws IOException {
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    IndexWriterConfig config = new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < texts.size(); i++) {
        PassagesField field = new PassagesField(FIELD, length);
        field.add(ANALYZER, String.join(" ", texts.get(i)));
        writer.addDocument(document(field, i));
        if (random.nextInt(20) == 0) {
          writer.flush();
        }
      }
      for (int i = 0; i < texts.size(); i += 7) {
        writer.deleteDocuments(new Term("id", "" + i));
      }
    }
    return DirectoryReader.open(directory);
  }

  private static QuestionWindows question(List<String> text, PassageLength length) {
    return QuestionWindows.of(
        length,
        PassageTokens.read(ANALYZER, String.join(" ", text), MemoryAccount.unbounded(), () -> {}));
  }

  private static Map<Integer, Float> search(
      DirectoryReader reader, QuestionWindows question, Bounds bounds) throws IOException {
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    PassagesQuery query = new PassagesQuery(FIELD, question, bounds, MemoryAccount.unbounded());
    Map<Integer, Float> found = new TreeMap<>();
    for (ScoreDoc hit : searcher.search(query, 10_000).scoreDocs) {
      String id = searcher.storedFields().document(hit.doc).get("id");
      found.put(Integer.valueOf(id), hit.score);
      Explanation explanation = searcher.explain(query, hit.doc);
      assertTrue(explanation.isMatch());
      assertEquals(hit.score, explanation.getValue().floatValue(), 0);
    }
    assertEquals(found.size(), searcher.count(query));
    return found;
  }

  @Test
  public void duel() throws IOException {
    for (int round = 0; round < 20; round++) {
      PassageLength length = new PassageLength(random.nextInt(PassageLength.LEAST, 25));
      List<List<String>> texts = corpus(150, round % 4 == 0 ? 3 : 500);
      try (DirectoryReader reader = index(texts, length, random)) {
        for (int asked = 0; asked < texts.size(); asked += 5) {
          duel(texts, texts.get(asked), length, reader);
          duel(texts, partOf(texts.get(asked)), length, reader);
        }
      }
    }
  }

  /** Of which no text of the corpus has all. */
  private List<String> partOf(List<String> text) {
    int to = random.nextInt(text.size() + 1);
    List<String> part = new ArrayList<>(text.subList(random.nextInt(to + 1), to));
    part.addAll(random.nextInt(2) * part.size(), words(1 + random.nextInt(40), 100_000));
    return part;
  }

  private void duel(
      List<List<String>> texts, List<String> text, PassageLength length, DirectoryReader reader)
      throws IOException {
    int minWords = length.tokens() + (random.nextBoolean() ? 0 : random.nextInt(20));
    CoveredSide side = random.nextBoolean() ? CoveredSide.QUESTION : CoveredSide.HIT;
    double coverage = random.nextInt(3) / 4.0;
    Map<Integer, Float> found =
        search(
            reader,
            question(text, length),
            new Bounds(minWords, coverage, side, Integer.MAX_VALUE));
    for (int i = 0; i < texts.size(); i++) {
      List<String> other = texts.get(i);
      BitSet covered =
          side == CoveredSide.QUESTION
              ? shared(text, other, minWords, length.tokens())
              : shared(other, text, minWords, length.tokens());
      double part =
          (double) covered.cardinality()
              / (side == CoveredSide.QUESTION ? text.size() : other.size());
      if (i % 7 == 0) {
        assertFalse(found.containsKey(i));
      } else if (covered.isEmpty() == false && part >= coverage) {
        assertTrue("of " + text + " not found " + i, found.containsKey(i));
        assertTrue(found.get(i) >= (float) part);
      }
    }
    assertTrue(found.values().stream().allMatch(score -> score >= coverage && score <= 1));
  }

  /** What is found by less than a passage shares as many tokens as are hashed together. */
  @Test
  public void findsLittleElse() throws IOException {
    PassageLength length = new PassageLength(20);
    List<List<String>> texts = corpus(200, 5_000);
    Bounds bounds = new Bounds(20, 0, CoveredSide.QUESTION, Integer.MAX_VALUE);
    try (DirectoryReader reader = index(texts, length, random)) {
      for (List<String> text : texts) {
        for (int id : search(reader, question(text, length), bounds).keySet()) {
          List<String> other = texts.get(id);
          assertTrue(
              text.equals(other)
                  || shared(text, other, length.gram(), length.gram()).isEmpty() == false);
        }
      }
    }
  }

  @Test
  public void boilerplateFindsNothing() throws IOException {
    PassageLength length = new PassageLength(20);
    List<String> disclaimer = words(40, 1_000);
    List<String> quotation = words(30, 1_000);
    List<List<String>> texts = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      List<String> text = new ArrayList<>(words(30, 100_000));
      text.addAll(i % 20 == 1 ? quotation : List.of());
      text.addAll(disclaimer);
      texts.add(text);
    }
    List<String> asked = new ArrayList<>(quotation);
    asked.addAll(disclaimer);
    try (DirectoryReader reader = index(texts, length, random)) {
      QuestionWindows question = question(asked, length);
      Bounds all = new Bounds(20, 0, CoveredSide.QUESTION, 1_000);
      assertEquals(reader.numDocs(), search(reader, question, all).size());
      for (CoveredSide side : CoveredSide.values()) {
        Bounds few = new Bounds(20, 0, side, 10);
        assertEquals(Set.of(1, 41), search(reader, question, few).keySet());
      }
      // Of the live ones: 51 of 60.
      assertTrue(CommonHashes.of(reader, FIELD, question, 51).isEmpty());
      BitSet common = CommonHashes.of(reader, FIELD, question, 50);
      assertFalse(common.isEmpty());
      assertTrue(question.tokensOf(common).nextSetBit(0) >= 10);
    }
  }

  /** A text that is new is not looked up as a whole, whatever quotes a part of it. */
  @Test
  public void fewHashesRuleOutTheRest() throws IOException {
    PassageLength length = new PassageLength(20);
    List<String> asked = words(400, 100_000);
    List<List<String>> texts = List.of(words(300, 100_000), asked.subList(150, 400));
    try (DirectoryReader reader = index(texts, length, random)) {
      QuestionWindows question = question(asked, length);
      FoundHashes half = FoundHashes.of(reader, FIELD, question, 20, .5);
      assertTrue(half.any());
      FoundHashes most = FoundHashes.of(reader, FIELD, question, 20, .8);
      assertFalse(most.any());
      assertTrue(Arrays.stream(half.documents()).sum() > 20);
      assertEquals(0, Arrays.stream(most.documents()).sum());
    }
  }

  /** Wherever it stands among the texts of a document, and whichever side is covered. */
  @Test
  public void shortTextsOfLists() throws IOException {
    PassageLength length = new PassageLength(20);
    String asked = "three short words";
    for (int before = 0; before < 3; before++) {
      PassagesField field = new PassagesField(FIELD, length);
      for (int i = 0; i < before; i++) {
        field.add(ANALYZER, String.join(" ", words(30, 1_000)));
      }
      field.add(ANALYZER, asked);
      try (DirectoryReader reader = index(List.of(field))) {
        for (CoveredSide side : CoveredSide.values()) {
          Bounds bounds = new Bounds(20, 0, side, 10);
          QuestionWindows question = question(List.of(asked.split(" ")), length);
          Map<Integer, Float> found = search(reader, question, bounds);
          assertEquals(before + " before, of " + side, Set.of(0), found.keySet());
          float part = side == CoveredSide.QUESTION ? 1 : 3f / (3 + 30 * before);
          assertTrue(found.get(0) >= part);
        }
      }
    }
  }

  @Test
  public void oneWordForever() throws IOException {
    PassageLength length = new PassageLength(20);
    List<String> buffalo = Collections.nCopies(1_000_000, "buffalo");
    List<List<String>> texts = List.of(words(30, 10), buffalo, words(50, 10));
    try (DirectoryReader reader = index(texts, length, random)) {
      for (CoveredSide side : CoveredSide.values()) {
        Bounds bounds = new Bounds(20, 1, side, 10);
        assertEquals(Set.of(1), search(reader, question(buffalo, length), bounds).keySet());
      }
    }
  }
}

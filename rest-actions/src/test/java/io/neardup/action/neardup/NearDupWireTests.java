// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import static io.neardup.target.Nearness.within;

import io.neardup.action.Json;
import io.neardup.resolve.FingerprintSource;
import io.neardup.resolve.FingerprintSource.OfDoc;
import io.neardup.resolve.FingerprintSource.OfId;
import io.neardup.target.Nearness;
import io.neardup.target.Target;
import io.neardup.target.TargetKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.opensearch.Version;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.test.OpenSearchTestCase;

/** What is read is what was written, whatever it was. */
public class NearDupWireTests extends OpenSearchTestCase {

  private static <T extends Writeable> T copy(T original, Writeable.Reader<T> reader)
      throws IOException {
    T copy = copyWriteable(original, Json.namedWriteables(), reader, Version.CURRENT);
    assertEquals("written again", bytes(original), bytes(copy));
    return copy;
  }

  private static BytesReference bytes(Writeable object) throws IOException {
    try (BytesStreamOutput out = new BytesStreamOutput()) {
      object.writeTo(out);
      return out.bytes();
    }
  }

  private static List<Question> randomQuestions() {
    List<Question> questions = new ArrayList<>();
    questions.add(new Question(null, Target.of(randomLong()), null, null));
    questions.add(new Question(randomSource(), null, null, null));
    return randomSubsetOf(randomIntBetween(1, 2), questions);
  }

  private static FingerprintSource randomSource() {
    return randomBoolean()
        ? new OfId(
            randomAlphaOfLength(4),
            randomBoolean() ? null : randomAlphaOfLength(3),
            randomBoolean() ? null : randomAlphaOfLength(2))
        : new OfDoc(
            Map.of(
                randomAlphaOfLength(4), List.of(randomInt(), Map.of("x", randomAlphaOfLength(3)))),
            randomBoolean() ? null : randomAlphaOfLength(5));
  }

  private static SearchRequest randomSearch() {
    SearchSourceBuilder source = new SearchSourceBuilder().size(randomIntBetween(0, 100));
    if (randomBoolean()) {
      source.query(QueryBuilders.termQuery("a", randomAlphaOfLength(3)));
    }
    return new SearchRequest(new String[] {randomAlphaOfLength(4), "b"}, source)
        .routing(randomBoolean() ? null : "r")
        .indicesOptions(
            randomBoolean() ? IndicesOptions.lenientExpand() : IndicesOptions.strictExpand());
  }

  private static NearDupRequest randomRequest() {
    return new NearDupRequest(
        randomSearch(),
        randomAlphaOfLength(5),
        randomNearness(),
        randomBoolean() ? null : randomIntBetween(1, 100),
        randomBoolean() ? null : new SignatureVerification("m", randomDoubleBetween(0.1, 1, true)),
        randomQuestions(),
        randomBoolean());
  }

  private static Nearness randomNearness() {
    return randomBoolean()
        ? within(randomIntBetween(0, 64))
        : new Nearness(
            null,
            randomBoolean() ? null : randomDoubleBetween(0.1, 1, true),
            randomBoolean() ? null : randomDoubleBetween(0.1, 1, true));
  }

  private static void assertSame(NearDupRequest expected, NearDupRequest actual) {
    assertEquals(expected.search(), actual.search());
    assertEquals(expected.field(), actual.field());
    assertEquals(expected.nearness(), actual.nearness());
    assertEquals(expected.verification(), actual.verification());
    assertEquals(expected.questions(), actual.questions());
    assertEquals(expected.single(), actual.single());
    assertEquals(expected.getParentTask(), actual.getParentTask());
  }

  public void testRequest() throws IOException {
    for (int i = 0; i < 20; i++) {
      NearDupRequest request = randomRequest();
      request.setParentTask(new TaskId("node", randomNonNegativeLong()));
      assertSame(request, copy(request, NearDupRequest::new));
    }
  }

  public void testEveryPartOfTheRequestTravels() throws IOException {
    SearchRequest search = randomSearch();
    List<Question> questions = randomQuestions();
    NearDupRequest request =
        new NearDupRequest(search, "f", within(5), null, null, questions, true);
    List<Question> more = new ArrayList<>(questions);
    more.add(new Question(null, Target.of(randomLong()), null, null));
    List<NearDupRequest> mutations =
        List.of(
            new NearDupRequest(
                new SearchRequest(search).routing("else"),
                "f",
                within(5),
                null,
                null,
                questions,
                true),
            new NearDupRequest(search, "g", within(5), null, null, questions, true),
            new NearDupRequest(search, "f", within(6), null, null, questions, true),
            new NearDupRequest(search, "f", within(5), 7, null, questions, true),
            new NearDupRequest(
                search, "f", within(5), null, new SignatureVerification("m", 0.5), questions, true),
            new NearDupRequest(search, "f", within(5), null, null, more, true),
            new NearDupRequest(search, "f", within(5), null, null, questions, false));
    for (NearDupRequest mutation : mutations) {
      assertNotEquals(bytes(request), bytes(copy(mutation, NearDupRequest::new)));
    }
  }

  public void testIndicesAreReplacedInTheSearch() {
    NearDupRequest request = randomRequest();
    assertArrayEquals(request.search().indices(), request.indices());
    assertSame((Object) request, request.indices("x", "y"));
    assertArrayEquals(new String[] {"x", "y"}, request.search().indices());
    assertEquals(request.search().indicesOptions(), request.indicesOptions());
    assertTrue(request.includeDataStreams());
    assertNull(request.validate());
  }

  public void testTask() {
    NearDupRequest request =
        new NearDupRequest(
            new SearchRequest(new String[] {"news"}, new SearchSourceBuilder().size(7)),
            "print",
            within(4),
            9,
            null,
            List.of(new Question(null, Target.of(1L), null, null)),
            true);
    CancellableTask task =
        request.createTask(1, "transport", NearDupAction.NAME, TaskId.EMPTY_TASK_ID, Map.of());
    assertEquals(
        "indices[news], search_type[QUERY_THEN_FETCH], source[{\"size\":7}], field[print],"
            + " max_distance[4], k[9], questions[1]",
        task.getDescription());
    assertTrue(task.shouldCancelChildrenOnCancellation());
  }

  public void testEntry() throws IOException {
    Question hash = new Question(null, Target.of(randomLong()), null, null);
    assertEquals(hash, copy(hash, Question::new));
    Question source = new Question(randomSource(), null, null, null);
    assertEquals(source, copy(source, Question::new));
    Question failed = Question.of(TargetKind.SIMHASH, "nope");
    Question read = copy(failed, Question::new);
    assertNull(read.target());
    assertNull(read.source());
    assertEquals(IllegalArgumentException.class, read.failure().getClass());
    assertEquals(failed.failure().getMessage(), read.failure().getMessage());
  }

  public void testIdOfAnEntry() {
    assertEquals("a", new Question(new OfId("a", null, null), null, null, null).id());
    assertNull(new Question(new OfDoc(Map.of("a", 1), null), null, null, null).id());
    assertNull(new Question(null, Target.of(1L), null, null).id());
  }

  public void testResult() throws IOException {
    NearDupResult found =
        new NearDupResult(
            "a", Target.of(randomLong()), Searches.response(Searches.hit("x", 3)), null);
    NearDupResult read = copy(found, NearDupResult::new);
    assertEquals(found.id(), read.id());
    assertEquals(found.target(), read.target());
    assertEquals(Json.print(found), Json.print(read));
    assertNull(read.failure());

    NearDupResult failed = new NearDupResult(null, null, null, new IllegalArgumentException("no"));
    NearDupResult refused = copy(failed, NearDupResult::new);
    assertNull(refused.id());
    assertNull(refused.target());
    assertNull(refused.search());
    assertEquals(Json.print(failed), Json.print(refused));
  }

  public void testResponse() throws IOException {
    NearDupResponse response =
        new NearDupResponse(
            randomNonNegativeLong(),
            List.of(
                new NearDupResult(
                    null, Target.of(5L), Searches.response(Searches.hit("x", 3)), null),
                new NearDupResult("gone", null, null, new IllegalStateException("why"))));
    NearDupResponse read = copy(response, NearDupResponse::new);
    assertEquals(2, read.results().size());
    assertEquals(Json.print(response), Json.print(read));
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThan;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.plugin.Answer;
import io.neardup.plugin.HeldRequestsPlugin;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkRequestBuilder;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.search.SearchHit;

/**
 * {@code _near_dup/groups/_resume}: whatever cut a run short, {@code dest} and the documents are in
 * the end what they would have been without it.
 */
public class GroupsResumeTests extends GroupsTestCase {
  private static final String FIELDS =
      "'print':{'type':'simhash'},'clicks':{'type':'integer'},'near_dup':{'properties':{"
          + "'group':{'type':'keyword'},'status':{'type':'keyword'},'seq':{'type':'long'}}}";
  private static final String KEEP = "'field':'print','keep':[{'clicks':'desc'}]";
  private static final int DOCUMENTS = 60;

  @Override
  protected void write() throws IOException {
    write("news");
  }

  private void write(String index) throws IOException {
    index(index, "'number_of_shards':3,'number_of_replicas':0", FIELDS);
    BulkRequestBuilder bulk = client().prepareBulk();
    for (int i = 0; i < DOCUMENTS; i++) {
      long near = (1L << between(0, 5)) | (0xffL << (8 * between(1, 3)));
      long print = i % 3 == 0 ? near : randomLong();
      bulk.add(
          client()
              .prepareIndex(index)
              .setId("d" + i)
              .setRouting("r" + i % 5)
              .setSource("print", Fingerprint.toHex(print), "clicks", between(0, 9)));
    }
    assertFalse(bulk.get().hasFailures());
    post(index + "/_refresh", null);
  }

  private static String groups(String parameters) {
    return "{" + KEEP + parameters + "}";
  }

  private static Answer resume(String dest) throws IOException {
    return post("_near_dup/groups/_resume", "{'dest':'" + dest + "','requests_per_second':100000}");
  }

  /** Runs until so much is done as the status tells, and is cancelled then. */
  private void cut(String parameters, String phase, String figure) throws Exception {
    cut("news", parameters, phase, figure);
  }

  private void cut(String index, String parameters, String phase, String figure) throws Exception {
    CompletableFuture<HttpResponse<String>> answer =
        start(index + "/_near_dup/groups", groups(parameters));
    awaitStatus(phase, figure);
    succeeded(post("_tasks/" + id(task(GROUPS)) + "/_cancel", null));
    assertCancelled(answer);
    assertBusy(() -> assertEquals(0, tasks().count()));
  }

  private static void awaitStatus(String phase, String figure) throws IOException {
    awaitStatus(GROUPS, phase, figure);
  }

  /** Looks often: the next batch ends what is waited for. */
  private static void awaitStatus(String action, String phase, String figure) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (System.nanoTime() < deadline) {
      boolean there =
          tasks()
              .filter(task -> task.get("action").equals(action))
              .anyMatch(
                  task ->
                      task.get("status") instanceof Map<?, ?> status
                          && phase.equals(status.get("phase"))
                          && (Integer) status.get(figure) > 0);
      if (there) {
        return;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    fail("no [" + figure + "] in [" + phase + "]");
  }

  /** The sources of an index, as searches find them. */
  private SortedMap<String, Map<String, Object>> sources(String index) throws IOException {
    post(index + "/_refresh", null);
    SortedMap<String, Map<String, Object>> sources = new TreeMap<>();
    for (SearchHit hit : client().prepareSearch(index).setSize(10_000).get().getHits()) {
      sources.put(hit.getId(), hit.getSourceAsMap());
    }
    return sources;
  }

  private static Object state(String dest) throws IOException {
    return succeeded(get(dest + "/_mapping")).at(dest + ".mappings._meta.near_dup_groups.state");
  }

  /** From the moment on when there is a dest, it tells what is to be done. */
  public void testCutAsSoonAsThereIsADest() throws Exception {
    for (int i = 0; i < 5; i++) {
      String dest = "early" + i;
      CompletableFuture<HttpResponse<String>> answer =
          start("news/_near_dup/groups", groups(",'dest':'" + dest + "','requests_per_second':1"));
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (getInstanceFromNode(ClusterService.class).state().metadata().hasIndex(dest) == false) {
        assertTrue(System.nanoTime() < deadline);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      }
      succeeded(post("_tasks/" + id(task(GROUPS)) + "/_cancel?wait_for_completion=true", null));
      assertCancelled(answer);
      assertBusy(() -> assertEquals(0, tasks().count()));
      succeeded(resume(dest));
      assertEquals("done", state(dest));
    }
  }

  public void testRecordsAreThoseOfAnUndisturbedRun() throws Exception {
    succeeded(post("news/_near_dup/groups", groups(",'dest':'undisturbed'")));
    assertEquals("done", state("undisturbed"));
    cut(",'dest':'cut','requests_per_second':12", "write", "written");
    assertEquals("writing", state("cut"));
    Map<String, ?> some = sources("cut");
    assertThat(some.size(), lessThan(sources("undisturbed").size()));
    assertFalse(some.isEmpty());
    // One of the records is of a document that is no longer there.
    String gone = (String) sources("cut").values().iterator().next().get("id");
    int number = Integer.parseInt(gone.substring(1));
    succeeded(call("DELETE", "news/_doc/" + gone + "?refresh=true&routing=r" + number % 5, null));
    succeeded(post("news/_near_dup/groups", groups(",'dest':'undisturbed-later'")));
    Answer again = post("news/_near_dup/groups", groups(",'dest':'cut'"));
    assertRefused(
        400,
        "[dest] must be empty or not exist, got [cut], which has documents: they are of a run that"
            + " was cut short; POST _near_dup/groups/_resume goes on with it, or name another one",
        again);
    Answer resumed = succeeded(resume("cut"));
    assertEquals("cut", resumed.at("dest"));
    assertEquals(DOCUMENTS - 1, resumed.at("documents"));
    assertEquals(sources("undisturbed-later"), sources("cut"));
    assertEquals(sources("cut").size(), resumed.at("written"));
    assertEquals("done", state("cut"));
    assertRefused(
        400,
        "[dest] must be of a run that was cut short, and that of [cut] is done: nothing is left to"
            + " do",
        resume("cut"));
  }

  /**
   * A cancelled job does not wait for a bulk on its way; the next one does, so that no record of
   * the former is left that it has not found.
   */
  public void testABulkArrivesAfterTheJobHasEnded() throws Exception {
    AtomicBoolean first = new AtomicBoolean(true);
    HeldRequestsPlugin.hold(request -> isRecords(request) && first.getAndSet(false));
    CompletableFuture<HttpResponse<String>> answer =
        start("news/_near_dup/groups", groups(",'dest':'late'"));
    assertBusy(() -> assertEquals(1, HeldRequestsPlugin.HELD.get()));
    succeeded(post("_tasks/" + id(task(GROUPS)) + "/_cancel", null));
    assertCancelled(answer);
    assertBusy(() -> assertEquals(0, tasks().count()));
    assertEquals(1, HeldRequestsPlugin.HELD.get());
    // Most records that the bulk brings are of documents that are gone, or of other groups.
    for (int i = 0; i < DOCUMENTS; i += 2) {
      client().prepareDelete("news", "d" + i).setRouting("r" + i % 5).get();
    }
    post("news/_refresh", null);
    CompletableFuture<HttpResponse<String>> resumed =
        start("_near_dup/groups/_resume", "{'dest':'late'}");
    expectThrows(TimeoutException.class, () -> resumed.get(1, TimeUnit.SECONDS));
    HeldRequestsPlugin.letGo();
    succeeded(Answer.of(resumed.get(30, TimeUnit.SECONDS)));
    assertBusy(() -> assertEquals(0, HeldRequestsPlugin.HELD.get()));
    succeeded(post("news/_near_dup/groups", groups(",'dest':'undisturbed'")));
    assertEquals(sources("undisturbed"), sources("late"));
  }

  private static boolean isRecords(ActionRequest request) {
    return request instanceof BulkRequest bulk
        && bulk.requests().stream()
            .anyMatch(write -> "late".equals(write.index()) && "probe".equals(write.id()) == false);
  }

  /** As when its disk is full. */
  public void testDestCannotBeWrittenForSomeTime() throws Exception {
    succeeded(post("news/_near_dup/groups", groups(",'dest':'undisturbed'")));
    CompletableFuture<HttpResponse<String>> answer =
        start("news/_near_dup/groups", groups(",'dest':'full','requests_per_second':12"));
    awaitStatus("write", "written");
    put("full/_settings", "{'index.blocks.write':true}");
    Answer failed = Answer.of(answer.get(30, TimeUnit.SECONDS));
    assertEquals(failed.toString(), 403, failed.status());
    assertThat(failed.reason(), containsString("FORBIDDEN/8/index write"));
    assertEquals(403, resume("full").status());
    put("full/_settings", "{'index.blocks.write':false}");
    succeeded(resume("full"));
    assertEquals(sources("undisturbed"), sources("full"));
  }

  public void testDeletesTheRest() throws Exception {
    Answer undisturbed = succeeded(post("news/_near_dup/groups", groups(",'dest':'undisturbed'")));
    cut(
        ",'action':'delete','verify':false,'dest':'cut','requests_per_second':12",
        "delete",
        "deleted");
    assertEquals("written", state("cut"));
    Map<String, ?> records = sources("cut");
    assertEquals(sources("undisturbed"), records);
    int duplicates = (Integer) undisturbed.at("duplicates");
    int left = sources("news").size() - (DOCUMENTS - duplicates);
    assertThat(left, greaterThan(1));
    // One that changes is left alone.
    String changed =
        sources("cut").values().stream()
            .filter(record -> record.get("status").equals("duplicate"))
            .map(record -> (String) record.get("id"))
            .filter(id -> idExists(id))
            .findFirst()
            .orElseThrow();
    int number = Integer.parseInt(changed.substring(1));
    client()
        .prepareUpdate("news", changed)
        .setRouting("r" + number % 5)
        .setDoc("clicks", 1000)
        .get();
    Answer resumed = succeeded(resume("cut"));
    assertEquals(resumed.toString(), left - 1, resumed.at("deleted"));
    assertEquals(resumed.toString(), duplicates - left, resumed.at("unchanged"));
    assertEquals(resumed.toString(), 1, resumed.at("changed"));
    assertEquals(undisturbed.at("groups"), resumed.at("groups"));
    assertEquals(duplicates, resumed.at("duplicates"));
    assertNull(resumed.at("documents"));
    Map<String, ?> stayed = sources("news");
    assertEquals(DOCUMENTS - duplicates + 1, stayed.size());
    assertTrue(stayed.containsKey(changed));
    assertEquals(records, sources("cut"));
    assertEquals("done", state("cut"));
  }

  private boolean idExists(String id) {
    int number = Integer.parseInt(id.substring(1));
    return client().prepareGet("news", id).setRouting("r" + number % 5).get().isExists();
  }

  /** Versions of documents are of one index only, and so is what was asked to be done to them. */
  public void testDeletesNothingInAnotherIndexOfTheSameName() throws Exception {
    String delete = ",'action':'delete','verify':false";
    assertChangesNothingAnew(delete, "writing", "write", "written");
    assertChangesNothingAnew(delete, "written", "delete", "deleted");
  }

  public void testTagsNothingInAnotherIndexOfTheSameName() throws Exception {
    assertChangesNothingAnew(",'action':'tag'", "written", "tag", "tagged");
    assertChangesNothingAnew(",'action':'tag'", "writing", "write", "written");
  }

  private void assertChangesNothingAnew(String action, String state, String phase, String figure)
      throws Exception {
    cut(action + ",'dest':'cut','requests_per_second':12", phase, figure);
    assertEquals(state, state("cut"));
    succeeded(call("DELETE", "news", null));
    write();
    Map<String, ?> anew = sources("news");
    assertRefused(
        400,
        "[dest] must be of a run whose indexes are still there, and [news] was deleted and created"
            + " anew meanwhile: group again, with another [dest]",
        resume("cut"));
    assertEquals(anew, sources("news"));
    succeeded(call("DELETE", "cut", null));
  }

  public void testChangesNothingInWhatAnAliasMeansByNow() throws Exception {
    write("other");
    alias("'add':{'index':'news','alias':'all'}");
    String delete = ",'action':'delete','verify':false,'dest':'cut','requests_per_second':12";
    cut("all", delete, "write", "written");
    alias("'add':{'index':'other','alias':'all'}");
    assertRefused(
        400,
        "[dest] must be of a run of all indexes that its request names, and it does not tell of"
            + " [other]: group again, with another [dest]",
        resume("cut"));
    alias("'remove':{'index':'news','alias':'all'}");
    assertRefused(
        400,
        "[dest] must be of a run of the indexes that its request names, which are [other], and it"
            + " tells of [news]: group again, with another [dest]",
        resume("cut"));
    assertEquals(DOCUMENTS, sources("news").size());
    assertEquals(DOCUMENTS, sources("other").size());
  }

  private static void alias(String action) throws IOException {
    succeeded(post("_aliases", "{'actions':[{" + action + "}]}"));
  }

  public void testTagsTheRest() throws Exception {
    cut(",'action':'tag','dest':'cut','requests_per_second':12", "tag", "tagged");
    assertEquals("written", state("cut"));
    Map<String, ?> records = sources("cut");
    Answer resumed = succeeded(resume("cut"));
    int tagged = (Integer) resumed.at("tagged");
    assertThat(tagged, lessThan(DOCUMENTS));
    assertEquals(DOCUMENTS - tagged, resumed.at("unchanged"));
    assertEquals(records, sources("cut"));
    Map<String, Map<String, Object>> news = sources("news");
    for (Map<String, Object> record : sources("cut").values()) {
      Map<?, ?> decision = (Map<?, ?>) news.get(record.get("id")).get("near_dup");
      assertEquals(record.get("status"), decision.get("status"));
      assertEquals(record.get("of"), decision.get("of"));
    }
    assertEquals("done", state("cut"));
    Answer later = succeeded(post("news/_near_dup/groups", groups(",'action':'tag'")));
    assertEquals(0, later.at("tagged"));
  }

  public void testOneRunAtATime() throws Exception {
    CompletableFuture<HttpResponse<String>> answer =
        start("news/_near_dup/groups", groups(",'dest':'busy','requests_per_second':12"));
    awaitStatus("write", "written");
    String task = id(task(GROUPS));
    assertRefused(
        409,
        "[dest] is written to by another run, got [busy]: wait until GET _tasks/"
            + task
            + " says that it has ended, or cancel it, or name another one",
        resume("busy"));
    assertEquals(409, post("_near_dup/groups/_apply", "{'dest':'busy','action':'tag'}").status());
    succeeded(post("_tasks/" + task + "/_cancel", null));
    assertCancelled(answer);
    assertBusy(() -> assertEquals(0, tasks().count()));
    // The task of whoever resumes shows how far it is.
    CompletableFuture<HttpResponse<String>> resumed =
        start("_near_dup/groups/_resume", "{'dest':'busy','requests_per_second':12}");
    awaitStatus(GROUPS, "write", "written");
    succeeded(post("_tasks/" + id(resumption()) + "/_cancel", null));
    assertCancelled(resumed);
    assertBusy(() -> assertEquals(0, tasks().count()));
    succeeded(resume("busy"));
  }

  /** The task that was asked for, which has asked for the job. */
  private static Map<?, ?> resumption() throws IOException {
    return tasks()
        .filter(task -> "groups of [busy] resumed".equals(task.get("description")))
        .findFirst()
        .orElseThrow();
  }

  public void testWhatCannotGoOn() throws IOException {
    assertRefused(
        400,
        "[dest] is required: the index of the run of [_near_dup/groups] that was cut short",
        post("_near_dup/groups/_resume", "{}"));
    assertRefused(
        400,
        "[dest] must be the name of one index of this cluster, got [news*]: a name must not"
            + " contain the following characters [ , \", *, \\, <, |, ,, >, /, ?]",
        post("_near_dup/groups/_resume", "{'dest':'news*'}"));
    assertRefused(
        400,
        "[dest] must be the index that an earlier run of [_near_dup/groups] writes to, got [none],"
            + " which does not exist; POST <index>/_near_dup/groups groups anew",
        resume("none"));
    assertRefused(
        400,
        "[dest] must be the index that an earlier run of [_near_dup/groups] writes to, got [news],"
            + " whose mapping tells of none: [_meta] has no [near_dup_groups]; POST"
            + " <index>/_near_dup/groups groups anew",
        resume("news"));
    assertRefused(
        400,
        "[requests_per_second] must be a number greater than 0, got [0]; leave it out for no limit",
        post("_near_dup/groups/_resume", "{'dest':'news','requests_per_second':0}"));
  }
}

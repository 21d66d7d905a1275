// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.rights;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import io.neardup.it.Json;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;

/** The same as {@link RightsIT}, of passages, and of what people have said about texts. */
public class TextRightsIT {
  private static final String TEXT = "The only thing we have to fear is fear itself";
  private static final String LIST = "/_near_dup/verdicts/letters-said";
  private static final String DIGESTS =
      Json.of("{'pair': ['00000000000000ff', '00000000000000f0'], 'verdict': 'never'}");
  private static final List<String> NONE = List.of();
  private static final List<String> READ_LIST =
      List.of("indices:data/read/near_dup/verdicts", "indices:data/read/search");

  @BeforeClass
  public static void fill() throws IOException {
    try (Rest admin = Secured.admin()) {
      admin.delete("/letters,letters-*?ignore_unavailable=true");
      admin.put(
          "/letters",
          Json.of(
              "{'settings': {'number_of_replicas': 0}, 'mappings': {'properties': {"
                  + "'print': {'type': 'simhash'}, 'text': {'type': 'text', 'fields':"
                  + " {'passages': {'type': 'passages', 'min_passage': 5}}}}}}"));
      String letter = "{'text': '$1', 'print': '$2'}";
      admin.put("/letters/_doc/1", Json.of(letter, TEXT, "00000000000000ff"));
      admin.put("/letters/_doc/2?refresh=true", Json.of(letter, TEXT, "00000000000000f1"));
      admin.put(LIST, DIGESTS);
    }
  }

  private static Rights letters(List<String> cluster, String... actions) {
    return new Rights(cluster, "letters*", List.of(actions));
  }

  private static Rights with(Rights some, List<String> more) {
    List<String> all = new ArrayList<>(some.actions());
    more.stream().filter(right -> all.contains(right) == false).forEach(all::add);
    return new Rights(some.cluster(), some.index(), all);
  }

  @Test
  public void passagesNeedASearch() throws IOException {
    letters(NONE, "indices:data/read/search")
        .assertNeeded(
            "passages_id",
            "POST",
            "/letters/_search",
            Json.of("{'query': {'passages': {'text.passages': {'id': '1'}}}}"));
    Rights endpoint =
        letters(NONE, "indices:data/read/near_dup/passages", "indices:data/read/search");
    for (String asked : List.of("'id': '1'", "'text': '" + TEXT + "'")) {
      endpoint.assertNeeded(
          "passages",
          "POST",
          "/letters/_near_dup/passages",
          Json.of("{'field': 'text.passages', " + asked + "}"));
    }
  }

  @Test
  public void boilerplateNeedsASearch() throws IOException {
    letters(NONE, "indices:data/read/near_dup/boilerplate", "indices:data/read/search")
        .assertNeeded(
            "boilerplate",
            "POST",
            "/letters/_near_dup/boilerplate",
            Json.of("{'field': 'text.passages', 'min_count': 2}"));
  }

  @Test
  public void verdictsAreWrittenByThoseWhoMay() throws IOException {
    List<String> bulk = List.of("indices:data/write/bulk");
    Rights write =
        letters(
            bulk,
            "indices:data/write/near_dup/verdicts",
            "indices:data/write/update",
            "indices:data/write/bulk[s]");
    write.assertNeeded("says", "PUT", LIST, DIGESTS);
    letters(
            bulk,
            "indices:data/write/near_dup/verdicts",
            "indices:data/write/delete",
            "indices:data/write/bulk[s]")
        .assertNeeded(
            "unsays",
            "DELETE",
            LIST,
            Json.of("{'pair': ['0000000000000001', '0000000000000002']}"));
    Rights documents =
        with(
            new Rights(
                List.of("indices:data/write/bulk", "indices:data/read/mget"),
                write.index(),
                write.actions()),
            List.of("indices:data/read/near_dup/resolve", "indices:data/read/mget[shard]"));
    documents.assertNeeded(
        "says_documents",
        "PUT",
        LIST,
        Json.of(
            "{'pair': [{'index': 'letters', 'id': '1'}, {'index': 'letters', 'id': '2'}],"
                + " 'verdict': 'never'}"));
  }

  /** Who may not create the index is told so, and there is none. */
  @Test
  public void listsAreCreatedByThoseWhoMay() throws IOException {
    Rights create =
        letters(
            List.of("indices:data/write/bulk"),
            "indices:admin/create",
            "indices:data/write/near_dup/verdicts",
            "indices:data/write/update",
            "indices:data/write/bulk[s]");
    Rights less =
        new Rights(
            create.cluster(),
            create.index(),
            Rights.without(create.actions(), "indices:admin/create"));
    Secured.users(Map.of("creates", create.role(), "creates_none", less.role()));
    String path = "/_near_dup/verdicts/letters-new";
    try (Rest admin = Secured.admin();
        Rest one = Secured.as("creates");
        Rest other = Secured.as("creates_none")) {
      Rights.assertForbidden(less, other.send("PUT", path, DIGESTS));
      assertEquals(404, admin.send("GET", "/letters-new", null).status());
      Rest.Answer created = one.send("PUT", path, DIGESTS);
      assertEquals(created.toString(), 200, created.status());
      admin.delete("/letters-new");
    }
  }

  @Test
  public void verdictsAreReadByThoseWhoMay() throws IOException {
    new Rights(NONE, "letters-said", READ_LIST).assertNeeded("exports", "GET", LIST, null);
  }

  /** Nobody is answered by a list that they may not read. */
  @Test
  public void verdictsAreObeyedForThoseWhoMayReadThem() throws IOException {
    Rights find =
        letters(
            List.of("indices:data/read/msearch"),
            "indices:data/read/near_dup",
            "indices:data/read/near_dup/resolve",
            "indices:data/read/search");
    String asked =
        Json.of("{'field': 'print', 'hash': '00000000000000ff', 'verdicts': 'letters-said'}");
    with(find, READ_LIST).assertNeeded("obeys", "POST", "/letters/_near_dup", asked);
    Rights groups =
        letters(
            NONE,
            "indices:data/read/near_dup/groups",
            "indices:data/read/search",
            "indices:data/read/point_in_time/create");
    String grouped = Json.of("{'field': 'print', 'verdicts': 'letters-said'}");
    with(groups, READ_LIST)
        .assertNeeded("obeys_in_groups", "POST", "/letters/_near_dup/groups", grouped);
    for (Rights rights : List.of(find, groups)) {
      Rights elsewhere = new Rights(rights.cluster(), "letters", rights.actions());
      Secured.users(Map.of("reads_no_list", elsewhere.role()));
      try (Rest rest = Secured.as("reads_no_list")) {
        boolean finds = rights.equals(find);
        Rights.assertForbidden(
            elsewhere,
            rest.send(
                "POST",
                finds ? "/letters/_near_dup" : "/letters/_near_dup/groups",
                finds ? asked : grouped));
      }
    }
  }

  /** A list is a 403 to whoever sees only some of it, since it would not be obeyed in part. */
  @Test
  public void listsAreSeenWhole() throws IOException {
    try (Rest admin = Secured.admin()) {
      admin.put("/_near_dup/verdicts/letters-half", DIGESTS);
      admin.put(
          "/_near_dup/verdicts/letters-half",
          Json.of("{'pair': ['00000000000000ff', '0000000000000001'], 'verdict': 'always'}"));
    }
    Secured.users(
        Map.of(
            "sees_half",
            Json.of(
                "{'cluster_permissions': ['cluster_composite_ops_ro'], 'index_permissions': ["
                    + "{'index_patterns': ['letters'], 'allowed_actions': ['read']},"
                    + "{'index_patterns': ['letters-half'], 'allowed_actions': ['read'],"
                    + " 'dls': $1}]}",
                Json.quoted(Json.of("{'term': {'verdict': 'never'}}")))));
    String asked = ", 'verdicts': 'letters-half'}";
    try (Rest rest = Secured.as("sees_half")) {
      for (Rest.Answer answer :
          List.of(
              rest.send("GET", "/_near_dup/verdicts/letters-half", null),
              rest.send(
                  "POST",
                  "/letters/_near_dup",
                  Json.of("{'field': 'print', 'hash': '00000000000000ff'" + asked)),
              rest.send(
                  "POST", "/letters/_near_dup/groups", Json.of("{'field': 'print'" + asked)))) {
        assertEquals(answer.toString(), 403, answer.status());
        assertFalse(answer.toString(), answer.body().toString().contains("0000000000000001"));
      }
    }
  }
}

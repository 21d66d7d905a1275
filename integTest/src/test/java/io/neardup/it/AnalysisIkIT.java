// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.it.rights.Secured;
import io.neardup.server.Distribution;
import io.neardup.server.Rest;
import io.neardup.server.ServerCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * The companion plugin analysis-ik-lite installed with near-dup: it provides its own analyzers, or
 * leaves them to the plugin analysis-ik if that is installed.
 */
public class AnalysisIkIT {
  private static final Path NEAR_DUP = Clusters.path("near-dup.zip");
  private static final Path LITE = Clusters.path("near-dup.ik-zip");

  private static final String TESTING = "海量网络文本去重系统实验测试,这是一段测试文本的内容。";
  private static final String COMPUTER = "计算机应用与软件";
  private static final String BEYOND_THE_BASIC_PLANE = "ok😀𠮷";
  private static final String STORY =
      "昨天下午,北京市气象局发布了今年入冬以来的第一个寒潮蓝色预警,预计未来三天气温将下降十二度左右,"
          + "请市民注意防寒保暖,并尽量减少外出。农业部门已经派出技术人员指导农民保护蔬菜大棚。";
  private static final String NEAR_COPY = STORY.replace(",", "\n ").replace("保护蔬菜大棚", "保护大棚");
  private static final String OTHER_STORY =
      "中国科学家在南海发现了一种新的深海鱼类,这项研究的结果发表在本月出版的国际学术期刊上," + "研究人员表示还需要进一步的调查才能了解它的生活习性。";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void analyzesAndFingerprintsChinese() throws IOException {
    try (Rest rest = Secured.admin()) {
      Set<String> plugins = plugins(rest);
      assertTrue(plugins.toString(), plugins.containsAll(Set.of("near-dup", "analysis-ik-lite")));
      assertFalse(plugins.contains("analysis-ik"));
      assertTokens(rest, "ik_smart", TESTING, "海量 网络 文本 去 重 系统 实验 测试 这是 一段 测试 文本 的 内容");
      assertTokens(rest, "ik_max_word", TESTING, "海量 网络 文本 去 重 系统 实验 测试 这是 一段 一 段 测试 文本 的 内容");
      assertTokens(rest, "ik_smart", COMPUTER, "计算机 应用 与 软件");
      assertTokens(rest, "ik_max_word", COMPUTER, "计算机 计算 算机 应用 与 软件");
      assertTokens(rest, "ik_smart", BEYOND_THE_BASIC_PLANE, "ok 😀 𠮷");
      assertTokens(rest, "ik_max_word", BEYOND_THE_BASIC_PLANE, "ok 😀 𠮷");
      assertFindsTheNearCopy(rest);
      rest.delete("/chinese");
    }
  }

  /** The node starts, which two analyzers of one name would prevent. */
  @Test
  public void registersNothingBesideAnalysisIk() throws IOException {
    Distribution server = Clusters.server("ik-official");
    Path lib = Clusters.path("near-dup.server").resolve("lib");
    Path official =
        StandInPlugin.build(
            lib, System.getProperty("near-dup.opensearch"), folder.getRoot().toPath());
    server.install(NEAR_DUP, LITE, official);
    try (ServerCluster cluster = Clusters.start("ik-official", server);
        Rest rest = Rest.to(cluster.http())) {
      assertEquals(Set.of("near-dup", "analysis-ik-lite", "analysis-ik"), plugins(rest));
      assertTokens(rest, "ik_smart", COMPUTER, COMPUTER);
      Rest.Answer maxWord = analyze(rest, "ik_max_word", COMPUTER);
      assertEquals(maxWord.toString(), 400, maxWord.status());
      assertTrue(maxWord.toString(), maxWord.body().toString().contains("ik_max_word"));
      assertNotEquals(fingerprint(rest, "standard"), fingerprint(rest, "ik_smart"));
    }
  }

  private static void assertFindsTheNearCopy(Rest rest) throws IOException {
    rest.put(
        "/_ingest/pipeline/chinese",
        Json.of(
            "{'processors': [{'simhash': {'fields': ['content'], 'target_field': 'content_simhash',"
                + " 'analyzer': 'ik_smart'}}]}"));
    rest.put(
        "/chinese",
        Json.of(
            "{'settings': {'index.default_pipeline': 'chinese', 'number_of_replicas': 0},"
                + " 'mappings': {'properties': {'content_simhash': {'type': 'simhash'}}}}"));
    rest.bulk(
        "/chinese/_bulk?refresh=true",
        List.of(
            Json.of("{'index': {'_id': 'story'}}"),
            Json.of("{'content': $1}", Json.quoted(STORY)),
            Json.of("{'index': {'_id': 'other'}}"),
            Json.of("{'content': $1}", Json.quoted(OTHER_STORY))));
    JsonNode stored = rest.get("/chinese/_doc/story").at("/_source/content_simhash");
    assertEquals(fingerprint(rest, "ik_smart"), stored.asText());
    JsonNode answer =
        rest.post(
            "/chinese/_near_dup",
            Json.of(
                "{'field': 'content_simhash', 'doc': {'content': $1}, 'max_distance': 8}",
                Json.quoted(NEAR_COPY)));
    Map<String, Integer> found = Answers.ofResult(answer.at("/results/0"));
    assertEquals(Set.of("story"), found.keySet());
    assertTrue(found.toString(), found.get("story") > 0);
  }

  private static String fingerprint(Rest rest, String analyzer) throws IOException {
    String body = Json.of("{'text': $1, 'analyzer': '$2'}", Json.quoted(STORY), analyzer);
    return rest.post("/_simhash", body).at("/results/0/hash").asText();
  }

  private static Set<String> plugins(Rest rest) throws IOException {
    Set<String> names = new TreeSet<>();
    rest.get("/_cat/plugins?format=json").forEach(p -> names.add(p.path("component").asText()));
    return names;
  }

  private static void assertTokens(Rest rest, String analyzer, String text, String expected)
      throws IOException {
    Rest.Answer answer = analyze(rest, analyzer, text);
    List<String> tokens = new ArrayList<>();
    answer.body().path("tokens").forEach(token -> tokens.add(token.path("token").asText()));
    assertEquals(answer.toString(), Arrays.asList(expected.split(" ")), tokens);
  }

  private static Rest.Answer analyze(Rest rest, String analyzer, String text) throws IOException {
    String body = Json.of("{'analyzer': '$1', 'text': $2}", analyzer, Json.quoted(text));
    return rest.send("POST", "/_analyze", body);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What pipelines lead to, on small random graphs of calls, against a walk without any memory. */
public class CalledPipelinesDuelTests extends PipelinesTestCase {
  private static final int MOST = 7;

  /** A processor that calls, in whatever way, or that writes. */
  private static String entry() {
    String name = "p" + randomInt(MOST);
    String call = randomBoolean() ? call(name) : call(name).replace("}}", ",'if':'ctx.x'}}");
    return switch (randomInt(4)) {
      case 0 -> PRINT.replace("print", "f" + randomInt(3));
      case 1 -> "{'foreach':{'field':'a','processor':" + call + "}}";
      case 2 -> "{'fail':{'message':'x','on_failure':[" + call + "," + call + "]}}";
      default -> call;
    };
  }

  private static String entries() {
    List<String> entries = new ArrayList<>();
    for (int left = randomInt(3); left > 0; left--) {
      entries.add(entry());
    }
    return String.join(",", entries);
  }

  /** Follows every call that is not in the row already. */
  private static void naive(
      PipelineConfigs configs, String id, List<String> row, Set<String> seen, int[] longest) {
    if (configs.exists(id) == false || row.contains(id)) {
      return;
    }
    row.add(id);
    seen.add(id);
    longest[0] = Math.max(longest[0], row.size());
    configs.steps(id).forEach(step -> naive(configs, step.calls(), row, seen, longest));
    row.removeLast();
  }

  public void testReachable() {
    for (int round = 0; round < 300; round++) {
      int pipelines = between(1, MOST);
      for (int i = 0; i < pipelines; i++) {
        pipeline("p" + i, "{'processors':[" + entries() + "],'on_failure':[" + entries() + "]}");
      }
      PipelineConfigs configs = configs();
      Set<String> leading = configs.leadingTo(step -> step.writes("f0"));
      for (String id : configs.names()) {
        Set<String> seen = new TreeSet<>();
        int[] longest = new int[1];
        naive(configs, id, new ArrayList<>(), seen, longest);
        List<Step> steps = seen.stream().flatMap(one -> configs.steps(one).stream()).toList();
        assertEquals(steps.size(), configs.reachable(id).size());
        assertEquals(Set.copyOf(steps), Set.copyOf(configs.reachable(id)));
        assertEquals(configs.writes(id, "f0"), leading.contains(id));
        assertEquals(steps.stream().anyMatch(step -> step.writes("f0")), leading.contains(id));
        assertTrue(longest[0] <= configs.depth(id) && configs.depth(id) <= seen.size());
        if (seen.stream().noneMatch(one -> inACircle(configs, one))) {
          assertEquals(longest[0], configs.depth(id));
        }
      }
    }
  }

  private static boolean inACircle(PipelineConfigs configs, String id) {
    return configs.leadingTo(step -> id.equals(step.calls())).contains(id);
  }
}

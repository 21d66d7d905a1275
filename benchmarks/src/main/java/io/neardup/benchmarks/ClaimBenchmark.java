// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import io.neardup.sequencer.Answer;
import io.neardup.sequencer.Batch;
import io.neardup.sequencer.Budget;
import io.neardup.sequencer.Claim;
import io.neardup.sequencer.ClaimWindow;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Outcome;
import io.neardup.sequencer.keys.Keys;
import io.neardup.sequencer.keys.Rules;
import io.neardup.sequencer.keys.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A claim's whole life cycle in the window, in batches of 1,000 with one near-copy in ten: claimed,
 * decided, settled and forgotten, among many others in the window. Varies the maximum distance.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ClaimBenchmark {
  private static final int BATCH = 1_000;

  @Param({"3", "7", "11"})
  int maxDistance;

  @Param({"100000"})
  int entries;

  private final SplittableRandom random = new SplittableRandom(42);
  private ClaimWindow window;
  private long written;
  private long last;

  /** An empty window. */
  @Setup
  public void open() {
    List<Stage> stages = List.of(new Stage(Stage.Kind.SIMHASH, "print", maxDistance));
    window = new ClaimWindow(new Rules(stages, -1), 1, 1, Budget.UNLIMITED, () -> 0);
  }

  /** One claim. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int claim() {
    List<Claim> claims = new ArrayList<>(BATCH);
    for (int i = 0; i < BATCH; i++) {
      last = i % 10 == 9 ? last ^ 1 : random.nextLong();
      claims.add(
          new Claim(
              new DocRef("index", Long.toString(written++), null),
              false,
              new Keys(0, 0, new long[] {last, 0}, 1)));
    }
    Batch batch = window.claim("bulk" + written, "node", claims);
    batch.answer(Answer.of(List.of()));
    List<Outcome> outcomes = new ArrayList<>(BATCH);
    window
        .ready(batch)
        .get(0)
        .decisions()
        .forEach(
            decision ->
                outcomes.add(
                    new Outcome(decision.seq(), Outcome.Result.WRITTEN, "index", written)));
    window.settle(outcomes);
    if (window.size() > entries) {
      window.drained(window.drain(), true);
    }
    return window.size();
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.texts;

import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.ingest.features.FeatureReader;
import io.neardup.ingest.features.IngestLimits;
import io.neardup.ingest.features.TextTooLongException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.tasks.CancellableTask;

/**
 * Reads the features of one text of a request after another, with errors that say which text is
 * meant. Ends early if the task is cancelled.
 *
 * @param what a text with enough features has, for messages
 * @param minFeatures that a text must have
 */
public record EachText(
    List<String> texts,
    FeatureReader reader,
    IngestLimits limits,
    CancellableTask task,
    String what,
    int minFeatures) {

  /**
   * What is made of each text.
   *
   * @param make gets features that are closed afterwards
   * @throws IllegalArgumentException (HTTP 400) if a text is too long, or has too few features
   */
  public <R> List<R> make(Function<TextFeatures, R> make) {
    List<R> made = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      int done = i;
      Runnable check = () -> checkCancelled(done);
      check.run();
      String name = texts.size() == 1 ? "[text]" : "[text][" + i + "]";
      try (TextFeatures features = features(name, texts.get(i), check)) {
        requireEnough(name, features);
        made.add(make.apply(features));
      }
    }
    return made;
  }

  private void checkCancelled(int done) {
    if (task.isCancelled()) {
      throw new TaskCancelledException(
          "cancelled after [" + done + "] of [" + texts.size() + "] texts");
    }
  }

  private TextFeatures features(String name, String text, Runnable check) {
    try {
      limits.checkTextLength(text.length());
      return reader.features(text, check);
    } catch (TextTooLongException e) {
      throw new IllegalArgumentException(name + " is too long: " + e.getMessage(), e);
    }
  }

  private void requireEnough(String name, TextFeatures features) {
    if (features.count() < minFeatures) {
      throw new IllegalArgumentException(
          name
              + " has no "
              + what
              + ": it must have at least ["
              + minFeatures
              + "] features ([min_features]), got ["
              + features.count()
              + "]; send a longer text"
              + (minFeatures > 1 ? ", or lower [min_features]" : ""));
    }
  }
}

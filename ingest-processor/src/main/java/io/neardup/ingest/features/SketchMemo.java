// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.opensearch.common.Nullable;

/**
 * Sketches that were made before somebody asks for them. They are found by the very objects that
 * hold the texts, which cannot change, so that a document that was changed in between has none; and
 * they are forgotten when taken, or with the text: some hundred bytes for each text in memory, at
 * most. For any number of threads.
 */
final class SketchMemo {
  private final Map<Key, Made> made = new ConcurrentHashMap<>();
  private final ReferenceQueue<String> gone = new ReferenceQueue<>();

  /** A sketch, or that there is none. */
  record Sketch(@Nullable String value) {}

  /** A text, by identity, and whose sketch it is. */
  private static final class Key extends WeakReference<String> {
    private final DocumentSketcher sketcher;
    private final int hash;

    Key(DocumentSketcher sketcher, String text, @Nullable ReferenceQueue<String> queue) {
      super(text, queue);
      this.sketcher = sketcher;
      this.hash = 31 * sketcher.hashCode() + System.identityHashCode(text);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // An equal text elsewhere is another one.
    public boolean equals(Object other) {
      if (this == other) {
        return true;
      }
      String text = get();
      return text != null
          && other instanceof Key that
          && text == that.get()
          && sketcher.equals(that.sketcher);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /**
   * What was made of which texts.
   *
   * @param texts with null in place of the key, which they would keep alive
   */
  private record Made(List<FieldText> texts, Sketch sketch) {}

  /** Keeps a sketch for whoever takes it; not of nothing. */
  void put(DocumentSketcher sketcher, List<FieldText> texts, @Nullable String value) {
    for (Reference<? extends String> old; (old = gone.poll()) != null; ) {
      made.remove(old);
    }
    if (texts.isEmpty() == false) {
      String key = longest(texts);
      made.put(new Key(sketcher, key, gone), new Made(withoutKey(texts, key), new Sketch(value)));
    }
  }

  /** The sketch of these texts, once; null if it was not made. */
  @Nullable Sketch take(DocumentSketcher sketcher, List<FieldText> texts) {
    if (made.isEmpty() || texts.isEmpty()) {
      return null;
    }
    String key = longest(texts);
    Made found = made.remove(new Key(sketcher, key, null));
    return found != null && isOf(found, texts, key) ? found.sketch : null;
  }

  /** Number of sketches that nobody has taken yet. */
  int size() {
    return made.size();
  }

  @SuppressWarnings("ReferenceEquality") // Equal texts elsewhere are other ones.
  private static boolean isOf(Made made, List<FieldText> texts, String key) {
    if (texts.size() != made.texts.size()) {
      return false;
    }
    for (int i = 0; i < texts.size(); i++) {
      FieldText before = made.texts.get(i);
      FieldText now = texts.get(i);
      if (now.text() != (before.text() == null ? key : before.text())
          || now.boost() != before.boost()) {
        return false;
      }
    }
    return true;
  }

  @SuppressWarnings("ReferenceEquality") // The same object would stay alive.
  private static List<FieldText> withoutKey(List<FieldText> texts, String key) {
    return texts.stream()
        .map(text -> text.text() == key ? new FieldText(null, text.boost()) : text)
        .toList();
  }

  /** Short ones may be the same object in many documents. */
  private static String longest(List<FieldText> texts) {
    String longest = texts.get(0).text();
    for (FieldText text : texts) {
      if (text.text().length() > longest.length()) {
        longest = text.text();
      }
    }
    return longest;
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import io.neardup.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.NoShardAvailableActionException;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.update.UpdateRequest;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.index.IndexNotFoundException;
import org.opensearch.transport.client.Client;

/** A bulk of one writer, who touches an id only once in it, and no id of another writer. */
final class NearDupBulk {
  /**
   * What writers write.
   *
   * @param target index, alias or data stream
   * @param rewrites whether documents are rewritten and deleted
   * @param failures whether some fail
   * @param odd whether actions of a bulk depend on each other, and {@link #TWINS} is written too
   * @param documents how many
   */
  record Stream(String target, boolean rewrites, boolean failures, boolean odd, int documents) {
    boolean isDataStream() {
      return target.equals("stream");
    }
  }

  /** Gets documents with the same id and fingerprint. */
  static final String TWINS = "twins";

  /** Where duplicates are rerouted to. */
  static final String COPIES = "copies";

  /** Where the pipeline of odd bulks sends documents whose number is this one. */
  static final String DEAD = "dead";

  static final int DEAD_NUMBER = -1;

  /** An action, and the document that it writes; null if it writes none. */
  private record Action(DocWriteRequest<?> request, Sent sent) {}

  private final Stream stream;
  private final NearDupPrints prints;
  private final int thread;
  private final Random random;
  private final Client client;
  private final Map<String, Sent> mine;
  private final Set<String> touched = new HashSet<>();
  private final List<Action> actions = new ArrayList<>();

  /**
   * @param mine what this writer has, by id
   */
  NearDupBulk(
      Stream stream,
      NearDupPrints prints,
      int thread,
      Random random,
      Client client,
      Map<String, Sent> mine) {
    this.stream = stream;
    this.prints = prints;
    this.thread = thread;
    this.random = random;
    this.client = client;
    this.mine = mine;
  }

  BulkRequest request() {
    BulkRequest bulk = new BulkRequest().timeout(TimeValue.timeValueSeconds(30));
    actions.forEach(action -> bulk.add(action.request));
    return bulk;
  }

  /** What each action writes, or null. */
  List<Sent> sent() {
    return actions.stream().map(Action::sent).collect(ArrayList::new, List::add, List::addAll);
  }

  /** Adds so many documents, and a delete at times; then what is odd, in between. */
  void fill(int size) {
    for (int i = 0; i < size; i++) {
      addDocument();
    }
    if (stream.rewrites && random.nextInt(3) == 0) {
      Sent victim = take();
      if (victim != null) {
        actions.add(delete(victim));
      }
    }
    if (stream.odd) {
      addOdd();
      Collections.shuffle(actions, random);
    }
  }

  private void addDocument() {
    Sent doc = sent(prints.next(random), fault());
    String id = id(doc.fault);
    String target = stream.target;
    if (id == null && doc.fault == Sent.Fault.CONFLICT) {
      return;
    }
    if (id != null) {
      Sent replaced = mine.get(id);
      if (replaced != null && remember(replaced) == false) {
        return;
      }
      touched.add(id);
      doc.id = id;
      doc.rewrites = replaced != null && doc.fault != Sent.Fault.CONFLICT;
      target = replaced == null ? stream.target : replaced.index;
    }
    actions.add(index(target, doc));
  }

  private Sent sent(long print, Sent.Fault fault) {
    return new Sent(thread + "-" + random.nextLong(), print, fault);
  }

  private Action index(String target, Sent doc) {
    boolean create = stream.isDataStream() || doc.fault == Sent.Fault.CONFLICT;
    IndexRequest request = new IndexRequest(target).source(source(doc)).create(create);
    return new Action(doc.id == null ? request : request.id(doc.id), doc);
  }

  private Map<String, Object> source(Sent doc) {
    Map<String, Object> source = new HashMap<>();
    source.put("key", doc.key);
    source.put("print", Fingerprint.toHex(doc.fingerprint));
    source.put(
        "number",
        switch (doc.fault) {
          case MAPPING -> "no number";
          case DEAD_LETTER -> DEAD_NUMBER;
          default -> random.nextInt(1000);
        });
    if (stream.isDataStream()) {
      source.put("@timestamp", "2026-01-01T00:00:00Z");
    }
    return source;
  }

  private Sent.Fault fault() {
    if (stream.failures == false || random.nextInt(12) > 0) {
      return Sent.Fault.NONE;
    }
    if (stream.odd && random.nextInt(3) == 0) {
      return Sent.Fault.DEAD_LETTER;
    }
    return mine.isEmpty() || random.nextBoolean() ? Sent.Fault.MAPPING : Sent.Fault.CONFLICT;
  }

  /** Null for none. */
  private String id(Sent.Fault fault) {
    boolean taken = fault == Sent.Fault.CONFLICT;
    if (taken == false && (stream.isDataStream() || random.nextInt(2) == 0)) {
      return null;
    }
    String id = newId();
    if (taken || (stream.rewrites && random.nextInt(4) == 0 && mine.isEmpty() == false)) {
      List<String> ids = List.copyOf(mine.keySet());
      id = ids.get(random.nextInt(ids.size()));
    }
    return touched.contains(id) ? null : id;
  }

  private String newId() {
    return "t"
        + thread
        + "-"
        + (stream.rewrites && stream.odd == false
            ? random.nextInt(stream.documents)
            : random.nextLong());
  }

  /** A document that goes, and whose decision is known; null when there is none. */
  private Sent take() {
    Sent victim = untouched();
    if (victim == null || remember(victim) == false) {
      return null;
    }
    touched.add(victim.id);
    victim.deleted = true;
    mine.remove(victim.id);
    return victim;
  }

  private Sent untouched() {
    return mine.values().stream()
        .filter(doc -> touched.contains(doc.id) == false)
        .findFirst()
        .orElse(null);
  }

  private static Action delete(Sent victim) {
    return new Action(new DeleteRequest(victim.index, victim.id), null);
  }

  private void addOdd() {
    addUpserts();
    Sent victim = random.nextBoolean() ? take() : null;
    if (victim != null) {
      Sent copy = sent(victim.fingerprint ^ (1L << random.nextInt(64)), Sent.Fault.NONE);
      copy.id = newId();
      copy.insteadOf = victim;
      actions.add(random.nextBoolean() ? delete(victim) : overwrite(victim));
      actions.add(index(stream.target, copy));
    }
    Sent twin = sent(prints.next(random), Sent.Fault.NONE);
    Sent other = sent(twin.fingerprint, Sent.Fault.NONE);
    twin.id = newId();
    other.id = twin.id;
    other.twin = true;
    actions.add(index(stream.target, twin));
    actions.add(index(TWINS, other));
  }

  /** By another text; nobody asks any more what becomes of it. */
  private Action overwrite(Sent victim) {
    Sent other = sent(prints.next(random), Sent.Fault.NONE);
    other.id = victim.id;
    other.rewrites = true;
    return index(victim.index, other);
  }

  /** Partial updates run no pipeline; nor do upserts of what is there. */
  private void addUpserts() {
    Map<String, Object> part = Map.of("number", random.nextInt(1000));
    Sent updated = untouched();
    if (updated != null) {
      touched.add(updated.id);
      UpdateRequest update =
          new UpdateRequest(updated.index, updated.id).doc(part).retryOnConflict(3);
      Sent unused = null;
      if (random.nextBoolean()) {
        unused = sent(prints.next(random), Sent.Fault.UNUSED);
        update.upsert(source(unused));
      }
      actions.add(new Action(update, unused));
    }
    Sent made = sent(prints.next(random), Sent.Fault.NONE);
    made.id = newId();
    made.upsert = true;
    actions.add(
        new Action(new UpdateRequest(stream.target, made.id).doc(part).upsert(source(made)), made));
  }

  /** The decision on a version that is about to go; false when it cannot be read. */
  private boolean remember(Sent doc) {
    if (doc.decision == null) {
      GetResponse found;
      try {
        found = client.prepareGet(doc.index, doc.id).get();
      } catch (IndexNotFoundException | NoShardAvailableActionException e) {
        return false;
      }
      if (found.isExists() == false || doc.key.equals(found.getSource().get("key")) == false) {
        return false;
      }
      doc.decision = (Map<?, ?>) found.getSource().get("near_dup");
    }
    return true;
  }
}

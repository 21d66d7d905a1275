// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.config.FieldPath;
import io.neardup.mapper.DecisionFieldMapper;
import io.neardup.sequencer.keys.Stage;
import io.neardup.target.KeepField;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.common.Nullable;

/**
 * The parameters of the processor {@code near_dup}; every error in them is an HTTP 400.
 *
 * @param stages what is compared, in order
 * @param text the stage that compares texts; null without one
 * @param precomputed numbers of the stages whose fingerprint comes with the document
 * @param ignoreMissing whether a document may lack such a fingerprint
 * @param domain the name under which documents compete, or null
 * @param indices to search; empty for the write target
 * @param scope fields in which documents must be equal to be compared
 * @param differs fields in at least one of which they must differ; empty if they need not
 * @param window how far apart in time documents may be to be compared
 * @param targetField the object that gets the decision
 * @param onDuplicate what happens to a duplicate
 * @param to the index that a duplicate is rerouted to, or null
 * @param keep what orders the documents of a group, of which the first is canonical
 * @param merge what discarded duplicates leave in the documents that are kept
 * @param skipUnchanged whether a document that is stored already as it is sent is not written
 * @param reveal whether whoever writes is told which document a duplicate is of
 */
public record NearDupOptions(
    List<Stage> stages,
    @Nullable TextStage text,
    Set<Integer> precomputed,
    boolean ignoreMissing,
    @Nullable String domain,
    List<String> indices,
    List<String> scope,
    List<String> differs,
    WindowOptions window,
    String targetField,
    OnDuplicate onDuplicate,
    @Nullable String to,
    List<KeepField> keep,
    List<MergeRule> merge,
    boolean skipUnchanged,
    boolean reveal) {
  /** The processor's type in pipelines. */
  public static final String TYPE = "near_dup";

  /** The object that gets the decision when none is named. */
  public static final String DEFAULT_TARGET_FIELD = "near_dup";

  private static final String KEEP = "keep";
  private static final String MERGE = "merge";

  /** What happens to a duplicate. */
  public enum OnDuplicate {
    /** It is indexed and tagged as a duplicate. */
    TAG,
    /** It is not indexed; the item's result is {@code noop}. */
    DROP,
    /** It is not indexed; the item fails. */
    FAIL,
    /** It is indexed elsewhere. */
    REROUTE,
    /** One of the two is deleted: that which is not to be kept. */
    REPLACE;

    /** Whether only one document of a group is to stay. */
    public boolean discards() {
      return this == DROP || this == REPLACE;
    }
  }

  /** Rejects what {@link #read} has left in the configuration of a processor. */
  public static void refuseTheRest(ConfigReader reader) {
    reader.refuseTheRest(
        "fields, similarity, numbers, lost, analyzer, html, without, passages, field, max_distance, precomputed, stages,"
            + " ignore_missing, domain, indices, scope, window, target_field, on_duplicate, to, keep,"
            + " merge, skip_unchanged, reveal");
  }

  /** Takes the processor's parameters out of its configuration. */
  public static NearDupOptions read(ConfigReader reader) {
    Set<Integer> precomputed = new TreeSet<>();
    String targetField =
        path(reader, "target_field", reader.string("target_field", DEFAULT_TARGET_FIELD));
    StagesReader reading = new StagesReader(reader, precomputed, signature(targetField));
    List<Stage> stages = reading.read();
    WindowOptions window = WindowOptions.read(reader);
    ScopeOptions scope = ScopeOptions.read(reader);
    OnDuplicate onDuplicate = reader.oneOf("on_duplicate", OnDuplicate.TAG, OnDuplicate.class);
    List<String> indices = IndexNames.read(reader, "indices");
    String domain = reader.string("domain", null);
    if (domain != null && (domain.isEmpty() || indices.isEmpty())) {
      throw reader.error(
          "domain",
          "must be a name and needs [indices], which all pipelines of a domain must share, got "
              + ConfigReader.shown(domain)
              + "; set [indices], or leave out [domain]");
    }
    NearDupOptions options =
        new NearDupOptions(
            stages,
            reading.text(),
            Set.copyOf(precomputed),
            ignoreMissing(reader, precomputed),
            domain,
            indices,
            scope.equals(),
            scope.differs(),
            window,
            targetField,
            onDuplicate,
            to(reader, onDuplicate),
            keep(reader, onDuplicate, stages),
            merge(reader, onDuplicate),
            reader.bool("skip_unchanged", false),
            reader.bool("reveal", false));
    refuseOverlap(reader, options);
    Set<String> read = options.read();
    read.remove(signature(targetField));
    for (String field : read) {
      if (overlap(field, options.targetField)) {
        throw reader.error(
            "target_field",
            "must not overlap with the field ["
                + field
                + "], which is compared and would be overwritten, got ["
                + options.targetField
                + "]; name another field");
      }
    }
    return options;
  }

  /** What is written later must not be what decisions are made by, nor be read to be merged. */
  private static void refuseOverlap(ConfigReader reader, NearDupOptions options) {
    Set<String> read = options.read();
    read.add(options.targetField);
    options.merge.stream().filter(r -> r.field() != null).forEach(r -> read.add(r.field()));
    for (MergeRule rule : options.merge) {
      for (String field : read) {
        if (overlap(field, rule.target())) {
          throw reader.error(
              MERGE,
              "must name fields of its own, which nothing else reads or writes, got ["
                  + rule.target()
                  + "], which overlaps with ["
                  + field
                  + "]; name another field");
        }
      }
      read.add(rule.target());
    }
  }

  /** The field of the signatures that near_dup makes, in the object of the decision. */
  public static String signature(String targetField) {
    return targetField + "." + DecisionFieldMapper.SIGNATURE;
  }

  /** Whether the decision keeps a signature that its stages compare. */
  public boolean keepsSignature() {
    return compared().contains(signature(targetField));
  }

  /** The {@code minhash} processor that makes signatures of texts; null if there are none. */
  @Nullable public Map<String, Object> signer() {
    return text == null ? null : text.signer(signature(targetField));
  }

  /** The fields of texts below which passages are indexed. */
  PassageFields passages() {
    return text == null ? PassageFields.NONE : text.passages();
  }

  /** What may be lost with a duplicate; null if it does not matter. */
  @Nullable StageLoss loss() {
    return text == null ? null : text.loss();
  }

  /** What is read of decided documents later on, or written to them: nothing else may change it. */
  public Set<String> guarded() {
    Set<String> fields = compared();
    fields.add(targetField);
    fields.addAll(MergeRule.fields(merge));
    if (loss() != null) {
      fields.addAll(loss().fields());
    }
    return fields;
  }

  private Set<String> read() {
    Set<String> fields = compared();
    if (text != null) {
      fields.addAll(text.fields());
    }
    return fields;
  }

  /** Whether one of two fields is the other or contains it. */
  public static boolean overlap(String one, String other) {
    return (one + ".").startsWith(other + ".") || (other + ".").startsWith(one + ".");
  }

  /** The fields of a document that decide what it is near to, and what is kept. */
  public Set<String> compared() {
    return compared(stages, scope, differs, window, keep);
  }

  static Set<String> compared(
      List<Stage> stages,
      List<String> scope,
      List<String> differs,
      WindowOptions window,
      List<KeepField> keep) {
    Set<String> fields = new TreeSet<>(scope);
    fields.addAll(differs);
    keep.forEach(order -> fields.add(order.field()));
    for (Stage stage : stages) {
      fields.add(stage.source());
      if (stage.likeness() != null) {
        fields.add(stage.likeness().field());
      }
    }
    if (window.field() != null) {
      fields.add(window.field());
    }
    return fields;
  }

  private static boolean ignoreMissing(ConfigReader reader, Set<Integer> precomputed) {
    boolean ignoreMissing = reader.bool("ignore_missing", false);
    if (ignoreMissing && precomputed.isEmpty()) {
      throw reader.error(
          "ignore_missing",
          "needs a stage with [precomputed], got none; leave it out: documents without a"
              + " fingerprint are [new] anyway");
    }
    return ignoreMissing;
  }

  @Nullable private static String to(ConfigReader reader, OnDuplicate onDuplicate) {
    String to = reader.string("to", null);
    if ((onDuplicate == OnDuplicate.REROUTE) != (to != null && to.isEmpty() == false)) {
      throw reader.error(
          "to",
          "is required if [on_duplicate] is [reroute], and not allowed otherwise, got "
              + ConfigReader.shown(to));
    }
    if (to != null
        && (to.contains("*") || to.equals("_all") || IndexNames.isPossible(to) == false)) {
      throw reader.error(
          "to",
          "must be a name that an index can have, in lower case and without a pattern, got "
              + ConfigReader.shown(to));
    }
    return to;
  }

  private static List<KeepField> keep(
      ConfigReader reader, OnDuplicate onDuplicate, List<Stage> stages) {
    Object value = reader.any(KEEP);
    List<KeepField> keep = List.of();
    if (value != null) {
      try {
        keep = KeepField.parse(value instanceof List<?> list ? list : List.of(value), "");
        keep.forEach(order -> path(reader, KEEP, order.field()));
      } catch (IllegalArgumentException e) {
        throw reader.error(KEEP, e.getMessage());
      }
    }
    boolean replaces = onDuplicate == OnDuplicate.REPLACE;
    if (replaces ? keep.isEmpty() : keep.isEmpty() == false && onDuplicate != OnDuplicate.TAG) {
      throw reader.error(
          KEEP,
          replaces
              ? "is required if [on_duplicate] is [replace], got none; name the fields that tell"
                  + " which document is to be kept, as in [{\"clicks\": \"desc\"}]"
              : "needs [on_duplicate] to be [tag] or [replace], got ["
                  + ConfigReader.name(onDuplicate)
                  + "], with which the first document of a group always stays; set [replace] to"
                  + " delete what is not to be kept");
    }
    if (keep.isEmpty() == false && stages.stream().anyMatch(s -> s.containment() != null)) {
      throw reader.error(
          KEEP,
          "cannot be with a stage of [passages], since a document does not stand in the parts of"
              + " it, which would then be kept instead; leave one of the two out");
    }
    return keep;
  }

  private static List<MergeRule> merge(ConfigReader reader, OnDuplicate onDuplicate) {
    Object value = reader.any(MERGE);
    if (value == null) {
      return List.of();
    }
    List<MergeRule> merge;
    try {
      merge = MergeRule.parse(value);
    } catch (IllegalArgumentException e) {
      throw reader.error(MERGE, e.getMessage());
    }
    for (MergeRule rule : merge) {
      path(reader, MERGE, rule.target());
      if (rule.field() != null) {
        path(reader, MERGE, rule.field());
      }
    }
    if (onDuplicate.discards() == false) {
      throw reader.error(
          MERGE,
          "needs [on_duplicate] to be [drop] or [replace], which discard duplicates, got ["
              + ConfigReader.name(onDuplicate)
              + "]");
    }
    return merge;
  }

  static List<String> paths(ConfigReader reader, String key, @Nullable Object value) {
    List<?> list =
        value == null ? List.of() : value instanceof List<?> names ? names : List.of(value);
    List<String> paths = new ArrayList<>(list.size());
    list.forEach(name -> paths.add(path(reader, key, name)));
    return List.copyOf(paths);
  }

  static String path(ConfigReader reader, String key, @Nullable Object name) {
    FieldPath path = name instanceof String text ? FieldPath.parse(text) : null;
    if (path == null || path.ingestMetadata() || path.path().startsWith("_")) {
      throw reader.error(
          key,
          "must name a field of the document, as in [content], got " + ConfigReader.shown(name));
    }
    return path.path();
  }
}

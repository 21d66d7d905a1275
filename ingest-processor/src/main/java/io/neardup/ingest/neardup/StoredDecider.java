// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.claim.ClaimClient;
import io.neardup.ingest.claim.DecisionUpdate;
import io.neardup.ingest.claim.message.ClaimRequest.Kind;
import io.neardup.ingest.domain.ClaimDoc;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Mark;
import io.neardup.ingest.domain.StageLoss;
import io.neardup.ingest.search.CanonicalReader;
import io.neardup.ingest.search.DomainSearch;
import io.neardup.ingest.search.KeysReader;
import io.neardup.ingest.search.NearQuery;
import io.neardup.ingest.search.OrphanSearch;
import io.neardup.sequencer.Claim;
import io.neardup.sequencer.Claim.Ruling;
import io.neardup.sequencer.Decision;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.GreedyReplay;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Outcome;
import io.neardup.sequencer.keys.Closeness;
import io.neardup.sequencer.keys.Keys;
import io.neardup.sequencer.keys.Stage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.update.UpdateRequest;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.Nullable;
import org.opensearch.common.UUIDs;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchService;
import org.opensearch.transport.client.Client;

/**
 * Decides documents that are stored already, by claims like those of documents on their way: so
 * they are numbered and decided among all that is written meanwhile, and what comes later is
 * compared with them. The caller writes the decisions and settles the claims.
 */
public final class StoredDecider {
  /** Nobody knows how large they are. */
  private static final int MAX_TEXTS = 100;

  private final NearDupService service;
  private final DomainSpec spec;
  private final Set<String> indices;
  private final KeysReader reader;

  StoredDecider(NearDupService service, DomainSpec spec, Collection<String> indices) {
    this.service = service;
    this.spec = spec;
    this.indices = Set.copyOf(indices);
    this.reader = new KeysReader(spec, service.domains().fields());
  }

  /**
   * For documents of these indexes.
   *
   * @param field that a stage compares
   * @param stage how it does; null for whatever the pipeline says, or the default
   * @param scope fields in which documents must be equal to be compared; null for that of the
   *     pipeline, or none
   * @param targetField of the decisions; null for that of the pipeline, or the default
   * @throws IllegalArgumentException if near_dup could not go on with the decisions: it compares
   *     differently, or the indexes are not mapped for it
   */
  public static StoredDecider of(
      NearDupIngest ingest,
      String field,
      @Nullable Stage stage,
      @Nullable List<String> scope,
      @Nullable String targetField,
      Collection<String> indices) {
    NearDupService service = ingest.service();
    ClusterState state = service.state();
    DomainSpec spec =
        new StoredDomain(service.domains(), state)
            .find(new StoredDomain.Wanted(field, stage, scope, targetField), indices);
    for (String index : new TreeSet<>(indices)) {
      IndexMetadata metadata = state.metadata().index(index);
      if (metadata != null && metadata.mapping() != null) {
        Map<String, Object> mapping = metadata.mapping().sourceAsMap();
        new RequiredMapping(spec, mapping, path -> service.domains().wanted(spec, path, state))
            .check(index, mapping);
        new KeptSource(service.domains().fields().of(spec, index).sources()).check(index, mapping);
      }
    }
    return new StoredDecider(service, spec, indices);
  }

  /** Of which types a field is mapped in these indexes. */
  public static Set<String> types(NearDupIngest ingest, String field, Collection<String> indices) {
    NearDupService service = ingest.service();
    return new StoredDomain(service.domains(), service.state()).types(field, indices);
  }

  /** Whether all that counts is the distance of one fingerprint, whatever the times. */
  public boolean isByDistanceAlone() {
    Stage first = spec.stages().get(0);
    return spec.stages().size() == 1
        && first.kind() == Stage.Kind.SIMHASH
        && first.likeness() == null
        && spec.differs().isEmpty()
        && spec.window().field() == null;
  }

  /** What may be lost with a duplicate; null if it does not matter. */
  @Nullable public StageLoss loss() {
    return spec.loss();
  }

  /** The stages, in order. */
  public List<Stage> stages() {
    return spec.stages();
  }

  /** A replay of documents by the same stages. */
  public GreedyReplay replay() {
    return new GreedyReplay(spec.rules());
  }

  /** The fields of a source by which a document is decided, with whole texts if they count. */
  public String[] fields() {
    return fields(true);
  }

  /** The same without texts, of documents that others are compared with. */
  public String[] keyFields() {
    return fields(false);
  }

  private String[] fields(boolean text) {
    return new CanonicalReader(spec, service.domains().fields()).fields(indices, text);
  }

  /** Documents that are read at a time, at most this many: fewer with whole texts. */
  public int batch(int most) {
    return spec.loss() == null ? most : Math.min(most, MAX_TEXTS);
  }

  /** The path of the decision in a document. */
  public String targetField() {
    return spec.targetField();
  }

  /**
   * Finds groups that have lost their canonical.
   *
   * @param client that searches
   * @param most groups of a page
   * @throws IllegalArgumentException if what leads a group may be in another index
   */
  public OrphanSearch orphans(Client client, int most) {
    service.domains().requireWhole(spec, indices, service.state());
    return new OrphanSearch(
        new DomainSearch(
            client,
            spec,
            service.domains().fields(),
            List.copyOf(indices),
            SearchService.NO_TIMEOUT),
        most);
  }

  /** The members of groups. */
  public QueryBuilder members(Collection<Group> groups) {
    return QueryBuilders.termsQuery(
        spec.field("group"), groups.stream().map(Group::toString).toList());
  }

  /** Documents that may have no decision, or one of another scope. */
  public QueryBuilder undecided() {
    return spec.scope().isEmpty()
        ? QueryBuilders.boolQuery()
            .mustNot(
                QueryBuilders.boolQuery()
                    .filter(QueryBuilders.rangeQuery(spec.field("seq")).gte(0))
                    .filter(QueryBuilders.existsQuery(spec.field("group"))))
        : QueryBuilders.matchAllQuery();
  }

  /** Documents that are not canonical. */
  public QueryBuilder notNew() {
    return QueryBuilders.boolQuery().mustNot(QueryBuilders.termQuery(spec.field("status"), "new"));
  }

  /** What was left to be deleted. */
  public QueryBuilder removable() {
    return QueryBuilders.termQuery(spec.field("checked"), Mark.REMOVABLE);
  }

  /** The decision in a source. */
  public StoredDecision stored(Map<String, Object> source) {
    return StoredDecision.read(source, spec.targetField());
  }

  /** Whether a decision was made in the scope that the document is of now. */
  public boolean isOfScope(StoredDecision decision, Keys keys) {
    return spec.scope().isEmpty() || NearQuery.scope(keys).equals(decision.scope());
  }

  /**
   * What a document of an index is compared by.
   *
   * @throws IllegalArgumentException for a value that cannot be compared
   */
  public KeysReader.Read read(String index, Map<String, Object> source) {
    return reader.read(source, service.domains().fields().of(spec, index));
  }

  /**
   * A document that is stored.
   *
   * @param found the number of its decision; -1 if it has none
   * @param heirTo the group without a canonical that it leads if it becomes new; null for its own
   * @param ruling the decision, if it is made already
   */
  public record Doc(
      String index,
      String id,
      @Nullable String routing,
      KeysReader.Read read,
      long found,
      @Nullable Group heirTo,
      @Nullable Ruling ruling) {
    private Claim claim() {
      return new Claim(
          new DocRef(index, id, routing),
          true,
          read.keys(),
          heirTo,
          found,
          null,
          ruling,
          read.text());
    }
  }

  /**
   * The ruling that a document is a duplicate; null if it is near the other one at no stage.
   *
   * @param group of the other one
   */
  public @Nullable Ruling duplicate(Keys keys, Group group, DocRef of, Keys ofKeys) {
    return ruling(keys, group, of, ofKeys, Stage::compare);
  }

  /**
   * The same where somebody has said that it is a duplicate, however far they are; null if they
   * cannot be compared.
   */
  public @Nullable Ruling said(Keys keys, Group group, DocRef of, Keys ofKeys) {
    Ruling near = duplicate(keys, group, of, ofKeys);
    return near == null ? ruling(keys, group, of, ofKeys, Stage::measure) : near;
  }

  /** How near two documents are at a stage; null if they do not match. */
  private interface Measure {
    @Nullable Closeness of(Stage stage, Keys keys, Keys ofKeys, int place);
  }

  private @Nullable Ruling ruling(Keys keys, Group group, DocRef of, Keys ofKeys, Measure measure) {
    for (int i = 0; spec.rules().compares(keys, ofKeys) && i < spec.stages().size(); i++) {
      if (keys.has(i) && ofKeys.has(i)) {
        Closeness closeness = measure.of(spec.stages().get(i), keys, ofKeys, i);
        if (closeness != null) {
          return new Ruling(group, new Decision.Match(of, -1, i, closeness));
        }
      }
    }
    return null;
  }

  /** Whether a document has the decision that its ruling says already, with whatever number. */
  public boolean isRuled(StoredDecision stored, Doc doc) {
    Decision decision = new Decision(-1, doc.ruling.group(), doc.ruling.match(), Set.of());
    return stored.saysTheSameAs(StoredDecision.of(object(doc.claim(), decision, true)));
  }

  /** Answers with one decision a document, in their order; numbers ascend. */
  public void decide(List<Doc> docs, ActionListener<List<Decided>> listener) {
    List<ClaimDoc> claims = new ArrayList<>(docs.size());
    for (Doc doc : docs) {
      claims.add(new ClaimDoc(doc.claim(), doc.read.terms()));
    }
    decideClaims(claims, i -> true, listener);
  }

  /**
   * The same, of claims that are made already.
   *
   * @param tells of which of them decisions may name the other document
   */
  void decideClaims(
      List<ClaimDoc> claims, IntPredicate tells, ActionListener<List<Decided>> listener) {
    service
        .claims()
        .decide(
            new ClaimClient.Question(spec, UUIDs.base64UUID(), Kind.STORED, claims),
            ActionListener.map(listener, decisions -> decided(claims, tells, decisions)));
  }

  private List<Decided> decided(
      List<ClaimDoc> claims, IntPredicate tells, List<Decision> decisions) {
    List<Decided> decided = new ArrayList<>(claims.size());
    for (int i = 0; i < claims.size(); i++) {
      Decision decision = decisions.get(i);
      if (decision.seq() < 0) {
        throw noHome();
      }
      Map<String, Object> object = object(claims.get(i).claim(), decision, tells.test(i));
      decided.add(new Decided(decision.seq(), object, decision.match()));
    }
    return decided;
  }

  private OpenSearchStatusException noHome() {
    return service.domains().indices(spec, service.state()).isEmpty()
        ? new OpenSearchStatusException(
            "[{}] was deleted or closed meanwhile", RestStatus.NOT_FOUND, spec.key())
        : new OpenSearchStatusException(
            "the node that decides for [{}] does not answer; what is tagged remains so, ask again"
                + " to go on",
            RestStatus.SERVICE_UNAVAILABLE,
            spec.key());
  }

  private Map<String, Object> object(Claim claim, Decision decision, boolean tells) {
    Decision.Match match = decision.match();
    String field = match == null ? null : spec.stages().get(match.stage()).field();
    return new WrittenDecision(
            spec,
            claim,
            decision,
            field,
            tells && match != null && tellsOf(claim, match),
            decision.outranks() ? Mark.OUTRANKS : null,
            null)
        .object();
  }

  /**
   * Whether a duplicate is as near to what its canonical is now as it was when it was decided.
   *
   * @param keys of the duplicate
   */
  public boolean holds(Decision.Match match, Keys keys, Keys canonical) {
    return spec.rules().compares(keys, canonical)
        && canonical.has(match.stage())
        && match
            .closeness()
            .equals(spec.stages().get(match.stage()).measure(keys, canonical, match.stage()));
  }

  private boolean tellsOf(Claim claim, Decision.Match match) {
    ClusterState state = service.state();
    String written = service.domains().written(claim.ref().index(), state);
    return indices.contains(match.of().index())
        || service.domains().writes(state, written, match.of().index());
  }

  /**
   * A partial update, which runs no pipeline, by which this version of a document gets a decision.
   *
   * @param source of the version
   * @param seqNo of the version in its shard
   * @param term of that number
   */
  public UpdateRequest update(
      DocRef ref, Map<String, Object> source, long seqNo, long term, Decided decided) {
    return DecisionUpdate.replace(spec, ref, source, seqNo, term, decided.object());
  }

  /** Makes a home where there is none, which looks over what is stored. */
  public void recover(ActionListener<Void> listener) {
    decideClaims(List.of(), i -> true, ActionListener.map(listener, none -> null));
  }

  /** Reports what became of claims; calls back when their home knows, or cannot be told soon. */
  public void settle(List<Outcome> outcomes, Runnable done) {
    service.reporter().settle(spec, outcomes, List.of(), done);
  }
}

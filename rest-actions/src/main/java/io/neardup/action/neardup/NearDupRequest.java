// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.action.resolve.MaskedSource;
import io.neardup.query.NearDupQueryBuilder;
import io.neardup.request.ClusterNames;
import io.neardup.request.DelegatingRequest;
import io.neardup.request.HitBytes;
import io.neardup.resolve.FingerprintSource;
import io.neardup.resolve.FingerprintSource.OfDoc;
import io.neardup.resolve.FingerprintSource.OfId;
import io.neardup.resolve.ResolveFingerprintsRequest;
import io.neardup.target.Nearness;
import io.neardup.target.Target;
import io.neardup.target.TargetKind;
import io.neardup.target.Verify;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.Nullable;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.SearchService;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.search.fetch.subphase.FieldAndFormat;
import org.opensearch.search.fetch.subphase.highlight.HighlightBuilder;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.search.sort.SortBuilder;

/** Questions about near-duplicates in the same indexes, and how to search for them. */
public final class NearDupRequest extends DelegatingRequest {
  /** Where one kind of lookup ends and the next, more expensive one begins; then two scans. */
  private static final int[] STEPS = {3, 7, 11, 20};

  private final String field;
  private final Nearness nearness;

  /** Null to return all within the distance. */
  private final Integer k;

  /** What confirms near-duplicates, by one of the two at most; never with k. */
  @Nullable private final SignatureVerification signatures;

  @Nullable private final TextVerification texts;

  private final List<Question> questions;
  private final boolean single;

  /** Whether another action asks, which has found an index that maps the field. */
  private boolean mapped;

  /** The list of verdicts that it obeys; null for none. */
  @Nullable private String verdicts;

  /**
   * @param search what all questions have in common: indexes, routing, size, sort, and the filter,
   *     if any, as its query
   * @param field of type {@code simhash} or {@code minhash}
   * @param nearness how near a near-duplicate is
   * @param k how many nearest documents to find; null for all within the distance
   * @param signatures that confirm them; null if they do not
   * @param texts measures by which texts confirm them; null if they do not
   * @param questions at least one
   * @param single whether a failure of the only question fails the request
   */
  NearDupRequest(
      SearchRequest search,
      String field,
      Nearness nearness,
      @Nullable Integer k,
      @Nullable SignatureVerification signatures,
      @Nullable TextVerification texts,
      List<Question> questions,
      boolean single) {
    super(search);
    this.field = field;
    this.nearness = nearness;
    this.k = k;
    this.signatures = signatures;
    this.texts = texts;
    this.questions = List.copyOf(questions);
    this.single = single;
  }

  /**
   * What is near to documents of indexes, for another action to ask as part of itself. Indexes
   * without the field are left out.
   *
   * @param search as for the constructor
   */
  public static NearDupRequest of(
      SearchRequest search, String field, Nearness nearness, List<OfId> documents) {
    List<Question> questions =
        documents.stream().map(document -> Question.of(() -> document)).toList();
    NearDupRequest request =
        new NearDupRequest(search, field, nearness, null, null, null, questions, false);
    request.mapped = true;
    return request;
  }

  /** A search in the same indexes with the same options but another source. */
  SearchRequest search(SearchSourceBuilder source) {
    // A default search pipeline of an index might change the hits.
    SearchRequest search =
        new SearchRequest(search()).source(source).pipeline(SearchPipelineService.NOOP_PIPELINE_ID);
    // It counts from the beginning of the request, not of each search.
    search.setCancelAfterTimeInterval(null);
    return search;
  }

  /** One that reads documents, of each shard only so many bytes. */
  SearchRequest reading(SearchSourceBuilder source, long bytes) {
    List<SearchExtBuilder> ext = new ArrayList<>(List.of(new LimitedFetch(bytes)));
    if (texts() != null) {
      ext.add(new MaskedSource());
    }
    return search(source.ext(ext));
  }

  /** Whether other clusters are searched, whose mappings are not known. */
  boolean isRemote() {
    return ClusterNames.areRemote(indices());
  }

  /** The filter for hits, or null. */
  @Nullable QueryBuilder filter() {
    return search().source().query();
  }

  /** Matches what is this near to any value of a target, for {@code verify} to look at. */
  NearDupQueryBuilder query(Target target, Nearness near) {
    boolean byText = texts() != null && target.kind() == TargetKind.SIMHASH;
    return new NearDupQueryBuilder(field, target, byText ? texts().candidates(near) : near)
        .ignoreUnmapped(mapped || isRemote() == false);
  }

  /** Whether hits are ordered by distance, and nothing but their source is returned. */
  boolean isPlain() {
    return sorts().isEmpty()
        && fetchFields().isEmpty()
        && docValueFields().isEmpty()
        && search().source().highlighter() == null;
  }

  /** Whether hits show anything of their documents. */
  boolean showsContents() {
    FetchSourceContext source = search().source().fetchSource();
    return source == null
        || source.fetchSource()
        || fetchFields().isEmpty() == false
        || docValueFields().isEmpty() == false
        || search().source().highlighter() != null;
  }

  /** Whether hits show the field itself. */
  boolean showsFingerprint() {
    return docValueFields().stream().anyMatch(shown -> shown.field.equals(field));
  }

  /** What hits show of their documents, and their fingerprints in any case. */
  SearchSourceBuilder contents() {
    SearchSourceBuilder all = search().source();
    HighlightBuilder highlighter = all.highlighter();
    if (highlighter != null && highlighter.highlightQuery() == null) {
      // It marks what the filter matches, and not the ids by which documents are read.
      highlighter.highlightQuery(filter() == null ? QueryBuilders.matchAllQuery() : filter());
    }
    SearchSourceBuilder contents =
        new SearchSourceBuilder().fetchSource(all.fetchSource()).highlighter(highlighter);
    fetchFields().forEach(shown -> contents.fetchField(shown.field, shown.format));
    docValueFields().forEach(shown -> contents.docValueField(shown.field, shown.format));
    return showsFingerprint() ? contents : contents.docValueField(field);
  }

  List<SortBuilder<?>> sorts() {
    return orNone(search().source().sorts());
  }

  List<FieldAndFormat> fetchFields() {
    return orNone(search().source().fetchFields());
  }

  List<FieldAndFormat> docValueFields() {
    return orNone(search().source().docValueFields());
  }

  private static <T> List<T> orNone(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }

  /** Nearer hits that are left out, per question. */
  int from() {
    return Math.max(0, search().source().from());
  }

  /** Hits per question. */
  int size() {
    int size = search().source().size();
    if (size == -1) {
      size = k == null ? SearchService.DEFAULT_SIZE : k;
    }
    return k == null ? size : Math.min(size, Math.max(0, k - from()));
  }

  String field() {
    return field;
  }

  List<Question> questions() {
    return questions;
  }

  /** Obeys a list of verdicts; null for none. */
  NearDupRequest obey(@Nullable String list) {
    verdicts = list;
    return this;
  }

  /** The list of verdicts that it obeys; null for none. */
  @Nullable String verdicts() {
    return verdicts;
  }

  boolean single() {
    return single;
  }

  Nearness nearness() {
    return nearness;
  }

  /** The signatures that confirm near-duplicates; null if they do not. */
  @Nullable SignatureVerification signatures() {
    return signatures;
  }

  /** The measures by which texts confirm near-duplicates; null if they do not. */
  @Nullable TextVerification texts() {
    return texts;
  }

  /** The pipeline that documents are sent with, or null. */
  @Nullable String pipeline() {
    return questions.stream()
        .map(question -> question.source() instanceof OfDoc doc ? doc.pipeline() : null)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** Hits to look at, per question. */
  long examined() {
    return Math.max((long) from() + size(), texts() == null ? 0 : texts().maxCandidates());
  }

  /**
   * Rejects what may be answered with a lower bound of a total.
   *
   * @throws IllegalArgumentException (HTTP 400) naming the parameter
   */
  void requireExactTotals() {
    if (texts() != null) {
      throw new IllegalArgumentException(
          "["
              + NearDupResult.TOTAL_AS_INTEGER
              + "] cannot show that a total is a lower bound, as it may be with [verify] by [text];"
              + " leave it out");
    }
  }

  /**
   * Asks for what all ids and documents have in the field, and in that of the signatures that
   * confirm near-duplicates.
   */
  ResolveFingerprintsRequest resolve() {
    List<String> fields =
        signatures() == null ? List.of(field) : List.of(field, signatures().field());
    List<FingerprintSource> sources =
        questions.stream().map(Question::source).filter(Objects::nonNull).toList();
    ResolveFingerprintsRequest resolve =
        new ResolveFingerprintsRequest(indices(), indicesOptions(), fields, sources);
    return mapped ? resolve : resolve.needField();
  }

  /** About as much memory as it takes. */
  long bytes() {
    return HitBytes.of(search()) + questions.stream().mapToLong(Question::bytes).sum();
  }

  /** How near to look: as asked for, or for the nearest ever farther. */
  List<Nearness> distances() {
    if (k == null) {
      return List.of(nearness);
    }
    int farthest = nearness.distance(field, true);
    return IntStream.concat(
            IntStream.of(STEPS).filter(step -> step < farthest), IntStream.of(farthest))
        .mapToObj(Nearness::within)
        .toList();
  }

  /** How many nearest documents to find; null for all within the distance. */
  @Nullable Integer k() {
    return k;
  }

  @Override
  public String getDescription() {
    return search().buildDescription()
        + ", field["
        + field
        + "]"
        + nearness
        + (k == null ? "" : ", k[" + k + "]")
        + (signatures == null ? "" : ", verify[" + signatures.field() + "]")
        + (texts == null ? "" : ", verify[" + Verify.TEXT + "]")
        + ", questions["
        + questions.size()
        + "]";
  }
}

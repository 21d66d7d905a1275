// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.ingest.domain.ClaimDoc;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Mark;
import io.neardup.request.Listeners;
import io.neardup.sequencer.Claim;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Hit;
import io.neardup.target.KeepField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.Nullable;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.collapse.CollapseBuilder;
import org.opensearch.search.sort.FieldSortBuilder;
import org.opensearch.search.sort.SortBuilders;
import org.opensearch.search.sort.SortOrder;

/**
 * Finds the member of each group that is to be canonical: the one that is kept, in the order in
 * which the index sorts; of equal ones its canonical, or else the one decided first.
 */
public final class FirstMembers {
  /** The version of a document that is the first one of its id. */
  private static final long FIRST = 1;

  private final DomainSpec spec;
  private final KeysReader reader;
  private final DomainSearch search;
  private final Predicate<String> takesWrites;

  /**
   * @param takesWrites whether the duplicates of an index can be made canonical
   */
  public FirstMembers(DomainSearch search, Predicate<String> takesWrites) {
    this.search = search;
    this.takesWrites = takesWrites;
    this.spec = search.spec();
    this.reader = search.keys();
  }

  /**
   * A member of a group.
   *
   * @param hit the version that was found
   * @param source the decision, and what is compared
   * @param first whether no other version of the document came before
   */
  public record Member(Hit hit, Map<String, Object> source, boolean first) {}

  /**
   * A group whose canonical is to change.
   *
   * @param first the member that is to be canonical
   * @param former those that are canonical and are not to be
   */
  public record Succession(Member first, List<Member> former) {}

  /**
   * A duplicate that is to be deleted, or to lose its mark, and the canonical of its group.
   *
   * @param outranked whether it was to be promoted, before a better one was: then it stays
   */
  public record Removable(Member duplicate, Hit canonical, boolean outranked) {}

  /**
   * What was found.
   *
   * @param successions groups that do not have the right canonical, if they have members
   * @param removable what is to be deleted in groups that have a canonical
   * @param last after which there may be more to be deleted; null if there is not
   * @param unread groups for whose members there was no room
   */
  public record Found(
      List<Succession> successions,
      List<Removable> removable,
      @Nullable List<Object> last,
      Set<Group> unread) {}

  /**
   * Looks these groups up, page by page of what is to be deleted in them, so that what has to stay
   * does not hide the rest.
   *
   * @param after where the last page ended; null for the first one, which alone has successions
   * @param unfit numbers of members that cannot be canonical
   */
  public void find(
      Collection<Group> groups,
      @Nullable List<Object> after,
      Set<Long> unfit,
      ActionListener<Found> listener) {
    Set<String> asked = new TreeSet<>();
    groups.forEach(group -> asked.add(group.toString()));
    search.run(
        known(asked, after),
        Listeners.then(
            listener,
            (response, next) -> {
              List<Member> known = members(response);
              List<Object> last = last(response);
              if (last != null && isCanonical(known.get(known.size() - 1))) {
                throw new IllegalStateException("too many canonicals for one search");
              }
              if (after != null) {
                asked.clear();
                known.forEach(member -> asked.add(member.hit.group().toString()));
              }
              List<Member> first = new ArrayList<>();
              if (spec.keep().isEmpty()) {
                for (Member member : known) {
                  if (isCanonical(member) && asked.remove(member.hit.group().toString())) {
                    first.add(member);
                  }
                }
              }
              if (asked.isEmpty()) {
                next.onResponse(found(first, known, after == null, last, Set.of()));
                return;
              }
              search.run(
                  first(asked, unfit),
                  ActionListener.map(
                      next,
                      others -> {
                        first.addAll(members(others));
                        Set<Group> unread = new HashSet<>();
                        if (after == null
                            && each()
                            && others.getHits().getHits().length == most()) {
                          unread.addAll(groups);
                          first.forEach(member -> unread.remove(member.hit.group()));
                        }
                        return found(first, known, after == null, last, unread);
                      }));
            }));
  }

  /** Whether a search can leave out so many members. */
  public boolean canPass(Set<Long> unfit) {
    return unfit.size() <= search.terms(unfit.size());
  }

  /** Whether no member leads the others of its group, so that all are decided. */
  private boolean each() {
    return spec.rules().haveHeirs() == false;
  }

  /** One of each group; or as many as there is room for, if none leads the others. */
  private SearchSourceBuilder first(Set<String> asked, Set<Long> unfit) {
    BoolQueryBuilder fixed =
        QueryBuilders.boolQuery()
            .filter(QueryBuilders.termQuery(spec.field("status"), "duplicate"))
            .filter(
                QueryBuilders.termsQuery(
                    "_index", search.indices().stream().filter(takesWrites.negate()).toList()));
    SearchSourceBuilder source =
        search
            .source(each() ? most() : asked.size(), true)
            .version(true)
            .query(
                search
                    .members(asked, "new", "duplicate")
                    .mustNot(QueryBuilders.termsQuery(spec.field("seq"), unfit))
                    .mustNot(fixed));
    if (each() == false) {
      source.collapse(new CollapseBuilder(spec.field("group")));
    }
    for (KeepField keep : spec.keep()) {
      FieldSortBuilder sort =
          SortBuilders.fieldSort(keep.field())
              .unmappedType(search.sortedAs(keep.field()))
              .missing("_last");
      source.sort(sort.order(keep.descending() ? SortOrder.DESC : SortOrder.ASC));
    }
    return source.sort(spec.field("status"), SortOrder.DESC).sort(spec.field("seq"), SortOrder.ASC);
  }

  /** What is canonical, and after that what is to be deleted. */
  private SearchSourceBuilder known(Set<String> asked, @Nullable List<Object> after) {
    BoolQueryBuilder wanted =
        QueryBuilders.boolQuery()
            .should(QueryBuilders.termQuery(spec.field("status"), "new"))
            .should(QueryBuilders.termsQuery(spec.field("checked"), Mark.ALL));
    SearchSourceBuilder source =
        search
            .source(most(), true)
            .version(true)
            .query(search.members(asked, "new", "duplicate").filter(wanted))
            .sort(spec.field("status"), SortOrder.DESC)
            .sort(spec.field("seq"), SortOrder.ASC);
    return after == null ? source : source.searchAfter(after.toArray());
  }

  @Nullable private List<Object> last(SearchResponse response) {
    SearchHit[] hits = response.getHits().getHits();
    return hits.length < most() ? null : Arrays.asList(hits[hits.length - 1].getSortValues());
  }

  /** Fewer with their texts. */
  private int most() {
    return spec.atOnce(search.maxHits());
  }

  private Found found(
      List<Member> first,
      List<Member> known,
      boolean isFirstPage,
      @Nullable List<Object> last,
      Set<Group> unread) {
    Map<Group, List<Member>> byGroup = new HashMap<>();
    known.forEach(
        member ->
            byGroup.computeIfAbsent(member.hit.group(), key -> new ArrayList<>()).add(member));
    List<Succession> successions = new ArrayList<>();
    List<Removable> removable = new ArrayList<>();
    for (Member member : first) {
      List<Member> former = new ArrayList<>();
      List<Member> deleted = new ArrayList<>();
      for (Member other : byGroup.getOrDefault(member.hit.group(), List.of())) {
        if (other.hit.ref().equals(member.hit.ref()) == false) {
          if (isCanonical(other)) {
            // Only an order to keep makes one of them a duplicate of the other.
            if (spec.keep().isEmpty() == false) {
              former.add(other);
            }
          } else if (isRemovable(other) || isOutranked(other)) {
            deleted.add(other);
          }
        }
      }
      Member canonical = isCanonical(member) || former.isEmpty() ? member : former.get(0);
      if (isCanonical(canonical)) {
        deleted.forEach(
            other -> removable.add(new Removable(other, canonical.hit, isOutranked(other))));
      }
      if (isFirstPage && (isCanonical(member) == false || former.isEmpty() == false)) {
        successions.add(new Succession(member, former));
      }
    }
    return new Found(successions, removable, last, unread);
  }

  /**
   * Whether a member is to be deleted once a better one is canonical. What was written as a
   * duplicate may have replaced another version without its writer knowing: then it stays. What was
   * or was to be canonical is replaced, whatever it was before.
   */
  public boolean isRemovable(Member member) {
    Object mark = mark(member);
    return mark != null
        && isOutranked(member) == false
        && Mark.DELETED.contains(mark)
        && (member.first || Mark.REMOVABLE.equals(mark) == false);
  }

  /** Whether a duplicate was to be promoted, and stays: also if there is no order any more. */
  private boolean isOutranked(Member member) {
    Object mark = mark(member);
    return Mark.OUTRANKS.equals(mark) || (Mark.REPLACES.equals(mark) && spec.keep().isEmpty());
  }

  /** Whether a member is canonical as it was found. */
  public boolean isCanonical(Member member) {
    return "new".equals(at(member, "status"));
  }

  /** What is to be done with a member; null for nothing. */
  @Nullable public Object mark(Member member) {
    return at(member, "checked");
  }

  /** Whether decisions in its group name other documents, so that the next ones may as well. */
  public boolean tells(Succession succession) {
    return Stream.concat(Stream.of(succession.first), succession.former.stream())
        .anyMatch(member -> at(member, "of") != null);
  }

  private Object at(Member member, String name) {
    return XContentMapValues.extractValue(spec.field(name), member.source);
  }

  /**
   * The claim of a member, in its group.
   *
   * @param former the canonicals that it is to replace; null if it is one of these
   */
  public ClaimDoc claim(Member member, @Nullable List<Member> former) {
    Hit hit = member.hit;
    Set<Long> replaces =
        former == null
            ? null
            : former.stream().map(one -> one.hit.seq()).collect(Collectors.toSet());
    KeysReader.Read read = reader.read(member.source, search.compared(hit.ref().index()));
    return new ClaimDoc(
        new Claim(hit.ref(), true, hit.keys(), hit.group(), hit.seq(), replaces, null, read.text()),
        read.terms());
  }

  private List<Member> members(SearchResponse response) {
    List<Member> members = new ArrayList<>();
    for (SearchHit found : response.getHits()) {
      Hit hit = search.hit(found);
      if (hit != null) {
        members.add(new Member(hit, found.getSourceAsMap(), found.getVersion() == FIRST));
      }
    }
    return members;
  }
}

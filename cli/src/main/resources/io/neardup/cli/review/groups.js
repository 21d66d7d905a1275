// The groups of a run.
import { el, get, doing, show, say, number } from "./dom.js";
import { bind } from "./keys.js";

/** What was asked for last, and what was found: a group knows which is next. */
export const list = { order: "largest", query: "", size: 50, groups: [] };

export async function groupsView(about) {
  const orders = { largest: "largest first", [about.nearness]: "least sure first" };
  if (about.by_date) {
    orders.newest = "newest first";
  }
  const results = el("div", { class: "results" });
  const order = el("select", { id: "order" },
    Object.entries(orders).map(([value, title]) =>
      el("option", { value, selected: value === list.order }, title)));
  const query = el("input", { id: "query", type: "search", value: list.query,
    placeholder: `words, or field:value`, "aria-describedby": "query-help" });
  const load = doing(async () => {
    Object.assign(list, { order: order.value, query: query.value });
    say("Searching …");
    const found = await get("groups", { order: list.order, query: list.query, size: list.size });
    list.groups = found.groups;
    results.replaceChildren(...drawn(found, () => { list.size = Math.min(1000, list.size * 2); load(); }));
    say(`${number(found.total)} groups`);
  });
  const search = el("form", { role: "search", onsubmit: (event) => { event.preventDefault(); load(); } },
    el("label", { for: "query" }, "Search ", query),
    el("label", { for: "order" }, "Order ", order),
    el("button", {}, "Search"),
    el("p", { id: "query-help", class: "quiet" },
      "Finds groups with a document that has the words. As in a search of the server: ",
      el("code", {}, `source:"Harbor Times" AND storm`)));
  order.addEventListener("change", load);
  show(el("h2", {}, "Groups"), search, results);
  bind({
    j: () => move(1),
    k: () => move(-1),
    "/": () => query.focus(),
  });
  await load();
}

function move(step) {
  const all = [...document.querySelectorAll(".results a")];
  const at = all.indexOf(document.activeElement);
  all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
}

function drawn(found, more) {
  if (found.groups.length === 0) {
    return [el("p", {}, found.found === undefined
      ? "There are no groups: nothing is near another document."
      : "No group has such a document.")];
  }
  return [
    found.found > found.looked_at ? el("p", { class: "note" },
      `${number(found.found)} documents have the words, and the groups of the first `
      + `${number(found.looked_at)} are shown: say more.`) : "",
    el("ol", { class: "groups" }, found.groups.map(row)),
    found.more ? el("button", { onclick: more }, "More groups") : "",
  ];
}

export const sure = (record) =>
  record.similarity !== undefined && record.similarity !== null
    ? `similarity ${Math.round(record.similarity * 1000) / 1000}`
    : record.distance !== undefined && record.distance !== null
      ? `distance ${record.distance}`
      : "";

export const name = (record) =>
  record.found === false ? `${record.id} (deleted)` : record.title || record.id;

function row(group) {
  const about = [
    `${number(group.size)} documents`,
    group.canonical.source,
    group.canonical.date,
    group.size > 1 && sure(group) ? `${sure(group)} or ${group.similarity !== null ? "more" : "less"}` : "",
    group.kept > 0 ? `${number(group.kept)} kept` : "",
  ];
  return el("li", {},
    el("a", { href: `#group=${encodeURIComponent(group.group)}` }, name(group.canonical)),
    el("p", { class: "quiet" }, about.filter((each) => each).join(" · ")));
}

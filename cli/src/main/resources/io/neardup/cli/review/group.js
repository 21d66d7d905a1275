// One group: a member beside the canonical document, and what is decided about it.
import { el, get, post, doing, show, say, number } from "./dom.js";
import { bind, areOn, set } from "./keys.js";
import { list, sure, name } from "./groups.js";

const ROWS = 400;
const policy = globalThis.trustedTypes?.createPolicy("near-dup", {
  createScriptURL: () => "diff-worker.js",
});
const worker = new Worker(policy ? policy.createScriptURL("") : "diff-worker.js", { type: "module" });
const waiting = new Map();
let tickets = 0;
worker.addEventListener("message", ({ data }) => {
  waiting.get(data.ticket)?.(data);
  waiting.delete(data.ticket);
});

/** What was decided since the page was opened, the last one at the end. */
const undoable = [];
const same = new Set();
const texts = new Map();
let state = null;

/** While it is under way, nobody knows yet what the next key would be about. */
let deciding = false;

const alone = (action) => doing(async (...args) => {
  if (!deciding) {
    deciding = true;
    await action(...args).finally(() => (deciding = false));
  }
});

function compared(left, right, distinctive) {
  const ticket = ++tickets;
  return new Promise((done) => {
    waiting.set(ticket, done);
    worker.postMessage({ ticket, left, right, distinctive });
  });
}

export async function groupView(about, group, at = 1) {
  const page = await get("group", { group });
  if (page.members.length === 0) {
    throw new Error("There is no such group any more.");
  }
  state = { about, group, members: page.members, next: page.next, at: 0 };
  const parts = {
    list: el("ol", { class: "members" }),
    pair: el("section", { class: "pair", "aria-label": "Side by side" }),
  };
  Object.assign(state, parts);
  show(
    el("p", {}, el("a", { href: "#groups" }, "All groups")),
    el("h2", {}, name(state.members[0])),
    help(),
    el("div", { class: "group" },
      el("nav", { "aria-label": "Members" },
        el("p", { class: "quiet" }, `${number(page.total)} documents`), state.list),
      state.pair),
  );
  bind({
    j: () => deciding || step(1),
    k: () => deciding || step(-1),
    s: () => decide("same"),
    d: () => decide("different"),
    c: () => decide("canonical"),
    u: undo,
  });
  await go(Math.min(Math.max(1, at), state.members.length - 1));
}

function help() {
  const keys = [["j", "next"], ["k", "previous"], ["s", "same"], ["d", "different"],
    ["c", "make canonical"], ["u", "undo"]];
  return el("p", { class: "quiet keys" },
    keys.map(([key, does]) => el("span", {}, el("kbd", {}, key), ` ${does} `)),
    el("label", {},
      el("input", { type: "checkbox", checked: areOn(), onchange: (event) => set(event.target.checked) }),
      " keys on"));
}

const step = doing(async (by) => {
  const next = state.at + by;
  if (next >= state.members.length && state.next) {
    const page = await get("group", { group: state.group, after: state.next });
    state.members.push(...page.members);
    state.next = page.next;
  }
  if (next >= 1 && next < state.members.length) {
    return go(next);
  }
  const place = list.groups.findIndex((each) => each.group === state.group);
  const other = place < 0 ? undefined : list.groups[place + by];
  if (other) {
    location.hash = `group=${encodeURIComponent(other.group)}`;
  } else {
    say(by > 0 ? "This was the last one." : "This was the first one.");
  }
});

async function go(at) {
  state.at = at;
  drawList();
  const [canonical, member] = [state.members[0], state.members[at]];
  if (!member) {
    state.pair.replaceChildren(el("p", {}, "This group has one document only."));
    return;
  }
  const here = state;
  const [left, right, lost] = await Promise.all([
    text(canonical), text(member), lostTerms(canonical, member)]);
  const difference = await compared(left.text, right.text, lost.terms);
  if (here === state && state.at === at) {
    draw(canonical, member, lost, difference);
  }
}

async function text(record) {
  if (!texts.has(record.record)) {
    if (texts.size > 20) {
      texts.delete(texts.keys().next().value);
    }
    texts.set(record.record, await get("document", { record: record.record }));
  }
  return texts.get(record.record);
}

async function lostTerms(canonical, member) {
  try {
    return await get("lost", { record: member.record, canonical: canonical.record });
  } catch (error) {
    return { known: false, terms: [], why: error.message };
  }
}

function verdict(member, at) {
  if (at === 0 || member.status === "new") {
    return "stays";
  }
  return member.verdict === "keep" ? "different, stays" : same.has(member.record) ? "same" : "";
}

function drawList() {
  state.list.replaceChildren(...state.members.map((member, at) => {
    const about = [member.source, member.date, sure(member), verdict(member, at)];
    return el("li", {},
      el("button", {
        "aria-current": at === state.at ? "true" : null,
        disabled: at === 0,
        onclick: doing(() => deciding || go(at)),
      }, name(member)),
      el("span", { class: "quiet" }, about.filter((each) => each).join(" · ")));
  }));
  state.list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

function draw(canonical, member, lost, difference) {
  const scope = state.about.request?.scope ?? [];
  state.pair.replaceChildren(
    el("p", { class: "verdicts" },
      action("s", "Same", "same"), action("d", "Different", "different"),
      action("c", "Make canonical", "canonical"),
      el("button", { onclick: undo, disabled: undoable.length === 0 }, "Undo")),
    el("dl", { class: "facts" },
      fact("How near", sure(member)),
      fact("Compared within", [scope].flat().join(", ")),
      fact("Lost with it", lostSentence(lost), lost.terms.length > 0),
      fact("Words", `${number(difference.words[0])} and ${number(difference.words[1])}; `
        + (difference.only[0] + difference.only[1] === 0
          ? "the same words"
          : `${number(difference.only[0])} and ${number(difference.only[1])} are not in the other`))),
    table(canonical, member, difference.rows),
  );
}

function lostSentence(lost) {
  if (!lost.known) {
    return `not known${lost.why ? `: ${lost.why}` : ""}`;
  }
  return lost.terms.length === 0
    ? "no number and no rare word"
    : lost.terms.join(", ") + (lost.more > 0 ? `, and ${number(lost.more)} more` : "");
}

const fact = (title, value, strong) =>
  value ? el("div", {}, el("dt", {}, title), el("dd", { class: strong ? "strong" : null }, value)) : null;

const action = (key, title, what) =>
  el("button", { onclick: () => decide(what) }, title, " ", el("kbd", { "aria-hidden": "true" }, key));

function heading(record, what) {
  return el("div", { role: "columnheader", class: "side" },
    el("strong", {}, what), " ", name(record),
    el("p", { class: "quiet" }, [record.index, record.id, record.source, record.date]
      .filter((each) => each).join(" · ")));
}

function table(canonical, member, rows) {
  const goes = member.status !== "new" && member.verdict !== "keep";
  const body = el("div", { role: "table", class: "texts", "aria-label": "Both texts" },
    el("div", { role: "row" }, heading(canonical, "Stays:"),
      heading(member, goes ? "Would go:" : "Stays, too:")));
  let drawn = 0;
  const more = el("button", {}, "");
  const next = () => {
    body.append(...rows.slice(drawn, drawn + ROWS).map(row));
    drawn += ROWS;
    more.textContent = `Show more: ${number(Math.max(0, rows.length - drawn))} of `
      + `${number(rows.length)} passages are left`;
    more.hidden = drawn >= rows.length;
  };
  more.addEventListener("click", next);
  next();
  return el("div", {}, body, more);
}

function row(each) {
  if (each.fold) {
    return el("details", {},
      el("summary", {}, `${number(each.fold)} words are the same`),
      el("div", { class: "folded" }, cell([[each.left, 0]]), cell([[each.right, 0]])));
  }
  return el("div", { role: "row" }, cell(each.left), cell(each.right));
}

const cell = (parts) => el("div", { role: "cell", class: "side", dir: "auto" },
  parts.map(([value, weight]) =>
    weight === 0 ? value : el("mark", { class: weight === 2 ? "strong" : null }, value)));

const decide = alone(async (what) => {
  const member = state.members[state.at];
  if (!member) {
    return;
  }
  if (what !== "canonical" && member.status === "new") {
    throw new Error("This document stays: it is canonical, too.");
  }
  const { undo, unsay, note } = await post("decide", { record: member.record, seen: member.seen,
    canonical: state.members[0].record, verdict: what });
  undoable.push({ undo, unsay, group: state.group, at: state.at, record: member.record, what });
  if (what === "canonical") {
    await groupView(state.about, state.group);
    say("Made canonical.");
    return;
  }
  same.delete(member.record);
  if (what === "same") {
    same.add(member.record);
  }
  member.seen = undo[0].seen;
  member.verdict = what === "different" ? "keep" : null;
  await step(1);
  say(note ?? (what === "different" ? "Different: it stays." : "The same: it would go."));
});

const undo = alone(async () => {
  const last = undoable.at(-1);
  if (!last) {
    throw new Error("Nothing is left to undo.");
  }
  const { undone, note } = await post("undo", { undo: last.undo, unsay: last.unsay });
  undoable.pop();
  rebase(undone);
  same.delete(last.record);
  if (state.group === last.group) {
    await groupView(state.about, last.group, last.at);
  } else {
    location.hash = `group=${encodeURIComponent(last.group)}`;
  }
  say(note ?? "Undone.");
});

/** What led to a version that is there again is undone from the new one. */
function rebase(undone) {
  for (const earlier of undoable.flatMap((each) => each.undo)) {
    const again = undone.find((each) =>
      each.record === earlier.record && String(each.over) === String(earlier.seen));
    earlier.seen = again?.seen ?? earlier.seen;
  }
}

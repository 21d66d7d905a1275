// Run by PageTests: node group.test.mjs FOLDER-OF-THE-PAGE
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

// Elements that take whatever is done to them; only keys and the status are looked at.
const element = new Proxy(() => element, { get: () => element, set: () => true });
const status = {};
let press;
globalThis.document = {
  createElement: () => element,
  getElementById: (id) => (id === "status" ? status : element),
  addEventListener: (_, listener) => (press = listener),
};
globalThis.localStorage = { getItem: () => "on" };
globalThis.Worker = class {
  addEventListener(_, listener) {
    this.listener = listener;
  }
  postMessage({ ticket }) {
    this.listener({ data: { ticket, words: [0, 0], only: [0, 0], rows: [] } });
  }
};

// The program: records with versions, the canonical first, of which a page shows two.
let records;
function write(record, seen, change) {
  const now = records.find((each) => each.record === record);
  if (String(now.seen) !== String(seen)) {
    return null;
  }
  const before = { record, status: now.status, verdict: now.verdict, over: now.seen };
  Object.assign(now, change, { seen: [now.seen[0] + 1, 1] });
  return { ...before, seen: now.seen };
}
const routes = {
  group({ after }) {
    const sorted = [...records].sort((a, b) => b.status.localeCompare(a.status));
    const start = Number(after ?? 0);
    const members = structuredClone(sorted.slice(start, start + 2));
    return { members, total: records.length, ...(members.length === 2 && { next: `${start + 2}` }) };
  },
  document: () => ({ text: "" }),
  lost: () => ({ known: true, terms: [], more: 0 }),
  decide({ record, seen, canonical, verdict }) {
    if (verdict !== "canonical") {
      return { undo: [write(record, seen, { verdict: verdict === "different" ? "keep" : null })] };
    }
    const other = records.find((each) => each.record === canonical);
    return { undo: [
      write(record, seen, { status: "new", verdict: null }),
      write(canonical, other.seen, { status: "duplicate", verdict: null })] };
  },
  undo({ undo }) {
    const undone = [];
    for (const { record, seen, over, ...before } of [...undo].reverse()) {
      const written = write(record, seen, { status: before.status, verdict: before.verdict });
      if (!written) {
        return { undone, note: "Somebody else has." };
      }
      undone.push({ ...written, over });
    }
    return { undone };
  },
};
globalThis.fetch = async (address, sent) => {
  const [name, parameters] = address.split("?");
  const asked = sent ? JSON.parse(sent.body) : Object.fromEntries(new URLSearchParams(parameters));
  return { ok: true, json: async () => structuredClone(routes[name](asked)) };
};

const { groupView } = await import(pathToFileURL(`${process.argv[2]}/group.js`));

async function open() {
  records = ["a", "b", "c", "d", "e"].map((record, at) =>
    ({ record, status: at === 0 ? "new" : "duplicate", verdict: null, seen: [10 * at, 1] }));
  await groupView({}, "g");
}
const down = (key, repeat = false) =>
  press({ key, repeat, target: { closest: () => null }, preventDefault() {} });
async function keys(all) {
  for (const key of all) {
    down(key);
    await answers();
  }
  return status.textContent;
}
async function answers() {
  for (let i = 0; i < 20; i++) {
    await new Promise(setImmediate);
  }
}
const decided = () => records.map(({ record, status, verdict }) => `${record} ${status} ${verdict}`).join();

// Several decisions about one record are undone one after another.
for (const [decisions, count] of [["dks", 2], ["sksdkkd", 4], ["cc", 2], ["dkcc", 3]]) {
  await open();
  const undecided = decided();
  await keys(decisions);
  for (let i = 0; i < count; i++) {
    assert.equal(await keys("u"), "Undone.", decisions);
  }
  assert.equal(decided(), undecided, decisions);
  assert.equal(await keys("u"), "Nothing is left to undo.", decisions);
}

// What somebody else has decided between two decisions is not undone; what was decided before is.
await open();
await keys("jdkkd");
write("b", records[1].seen, { verdict: null });
await groupView({}, "g");
await keys("d");
assert.equal(await keys("u"), "Undone.");
assert.equal(await keys("u"), "Somebody else has.");
assert.deepEqual(records.map((each) => each.verdict), [null, null, "keep", null, null]);
assert.equal(await keys("u"), "Undone.");
assert.equal(records[2].verdict, null);

// All members are reached, whatever the number of pages.
await open();
await keys("jjjd");
assert.deepEqual(records.map((each) => each.verdict), [null, null, null, null, "keep"]);

// Before the answer is there, no key is about what it seems to be; nor is one that is held down.
await open();
await keys("dd");
for (const impatient of [["d", "d"], ["d", "j"], ["u", "u"]]) {
  impatient.forEach((key) => down(key));
  await answers();
  down("d", true);
  await answers();
}
assert.deepEqual(records.map((each) => each.verdict), [null, "keep", "keep", "keep", null]);
for (let i = 0; i < 3; i++) {
  assert.equal(await keys("u"), "Undone.");
}
assert.equal(decided(), "a new null,b duplicate null,c duplicate null,d duplicate null,e duplicate null");

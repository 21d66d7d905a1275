// Run by PageTests: node diff.test.mjs FOLDER-OF-THE-PAGE
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

const { changes, compare, words } = await import(pathToFileURL(`${process.argv[2]}/diff.js`));

let seed = 4711;
function random(below) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 16) % below;
}
const some = (length, vocabulary) => Array.from({ length }, () => `w${random(vocabulary)}`);
const kept = (list, changed) => list.filter((_, place) => !changed[place]);

function longestCommon(a, b) {
  const table = Array.from({ length: a.length + 1 }, () => new Int32Array(b.length + 1));
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      table[i][j] = a[i - 1] === b[j - 1]
        ? table[i - 1][j - 1] + 1
        : Math.max(table[i - 1][j], table[i][j - 1]);
    }
  }
  return table[a.length][b.length];
}

// What is not marked is the same on both sides, and as much as can be.
for (let i = 0; i < 5_000; i++) {
  const [a, b] = [some(random(40), 1 + random(12)), some(random(40), 1 + random(12))];
  const changed = changes(a, b);
  assert.deepEqual(kept(a, changed.left), kept(b, changed.right));
  assert.equal(kept(a, changed.left).length, longestCommon(a, b));
}

// Rows hold all of both texts, whatever is between the words.
const gaps = [" ", ", ", "\n\n", " <b>", "</b> & ", "… ", "\u{1f600} ", " \ud800 "];
for (let i = 0; i < 500; i++) {
  const text = () => some(random(200), 60).map((word) => word + gaps[random(gaps.length)]).join("");
  const base = text();
  const [a, b] = random(2) ? [base, text()] : [base, base.replace(/w1\d/, "7,000") + gaps[random(8)]];
  const { rows } = compare(a, b);
  const side = (name) => rows.map((row) =>
    row.fold ? row[name] : row[name].map(([part]) => part).join("")).join("");
  assert.equal(side("left"), a);
  assert.equal(side("right"), b);
}

const marked = (rows, side, weight) => rows.flatMap((row) => row.fold ? [] : row[side])
  .filter((part) => part[1] === weight).map((part) => part[0]);

// Numbers and distinctive words are stronger; case and punctuation are no difference.
const price = compare(
  "The BOARD sold wheat in March, and paid 65.50 dollars.",
  "The board sold wheat in May and paid 71.25 dollars - a ton",
  ["may"],
);
assert.deepEqual(marked(price.rows, "left", 1), ["March"]);
assert.deepEqual(marked(price.rows, "left", 2), ["65.50"]);
assert.deepEqual(marked(price.rows, "right", 1), ["a ton"]);
assert.deepEqual(marked(price.rows, "right", 2), ["May", "71.25"]);
assert.deepEqual([price.words, price.only], [[10, 12], [2, 4]]);
assert.deepEqual(marked(compare("C++ costs $5, or -3", "C# costs €5, or 3").rows, "right", 2), ["3"]);
assert.deepEqual(words("台風が3日に").words, ["台", "風", "が", "3", "日", "に"]);
assert.deepEqual(compare("", "").rows, []);
assert.deepEqual(compare("", "a").only, [0, 1]);
assert.equal(compare("", "!").rows.length, 1);

// Long stretches that are the same are folded.
const long = some(5_000, 3_000);
const other = [...long];
other[2_500] = "12";
const folded = compare(long.join(" "), other.join(" ")).rows;
assert.deepEqual(folded.map((row) => row.fold ?? 0), [2_488, 0, 2_487]);

// A megabyte a side, near or not: time is told, and bounded where a machine is busy.
for (const [name, change] of [["near", () => random(200) === 0], ["far", () => true]]) {
  const a = some(150_000, 20_000);
  const b = a.map((word) => (change() ? `w${random(20_000)}` : word));
  const [left, right] = [a.join(" "), b.join(" ")];
  const begun = performance.now();
  compare(left, right);
  const took = Math.round(performance.now() - begun);
  console.log(`${name}: ${left.length} characters in ${took} ms`);
  assert.ok(took < 20_000, `${name} took ${took} ms`);
}
console.log("all is as it should be");

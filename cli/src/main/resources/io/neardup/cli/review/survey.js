// What each threshold would do: a histogram with a line to drag.
import { el, svg, get, doing, show, say, number } from "./dom.js";

const WIDTH = 640;
const HEIGHT = 180;
let known = null;

export async function surveyView(about) {
  const results = el("div");
  const size = el("input", { id: "size", type: "number", min: 1, max: 10000, value: known?.asked ?? 300 });
  const run = doing(async () => {
    say("Comparing the sample with all documents …");
    known = { asked: size.value, ...(await get("survey", { size: size.value })) };
    results.replaceChildren(...drawn(known));
    say(`${number(known.sampled)} of ${number(known.documents)} documents were compared.`);
  });
  show(
    el("h2", {}, "Survey"),
    el("p", {}, "What would each threshold do to your documents? A sample is compared with all of them."),
    el("form", { onsubmit: (event) => { event.preventDefault(); run(); } },
      el("label", { for: "size" }, "Documents in the sample ", size),
      el("button", {}, "Compare")),
    results,
  );
  if (known) {
    results.replaceChildren(...drawn(known));
  }
}

/** Of a level, or of a setting, whichever type the field has. */
function threshold(of) {
  return of.max_distance ?? of.similarity;
}

function drawn(survey) {
  const kind = survey.type === "simhash" ? "distance" : "similarity";
  const levels = survey.levels;
  const suggested = survey.setting && threshold(survey.setting);
  const found = levels.findIndex((level) => threshold(level) === suggested);
  const at = found < 0 ? 0 : found;
  const said = el("p", { class: "said", "aria-live": "polite" });
  const examples = el("div", { class: "examples" });
  const step = WIDTH / levels.length;
  const line = svg("line", { y1: 0, y2: HEIGHT, class: "line" });
  const shade = svg("rect", { x: 0, y: 0, height: HEIGHT, class: "shade" });
  const slider = el("input", { type: "range", min: 0, max: levels.length - 1, step: 1, value: at,
    "aria-label": `Threshold: ${kind}` });
  slider.style.setProperty("--levels", levels.length);
  const move = () => {
    const place = Number(slider.value);
    const level = levels[place];
    slider.setAttribute("aria-valuetext", `${kind} ${threshold(level)}`);
    for (const end of ["x1", "x2"]) {
      line.setAttribute(end, (place + 1) * step);
    }
    shade.setAttribute("width", (place + 1) * step);
    said.replaceChildren(
      el("strong", {}, `${kind} ${threshold(level)}: `),
      `${number(level.marked)} of ${number(survey.sampled)} documents of the sample would go, `
      + `so about ${number(level.marked_in_index)} of ${number(survey.documents)}.`);
    examples.replaceChildren(
      ...pairs(`The least near that would go`, levels.slice(0, place + 1).reverse(), kind),
      ...pairs("The nearest that would stay", levels.slice(place + 1), kind));
  };
  slider.addEventListener("input", move);
  const chart = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT + 20}`, class: "chart",
    "aria-hidden": "true" }, shade, bars(levels, step), line);
  const drag = (event) => {
    if (event.buttons === 1) {
      const box = chart.getBoundingClientRect();
      slider.value = Math.round(((event.clientX - box.left) / box.width) * levels.length - 1);
      move();
    }
  };
  chart.addEventListener("pointerdown", drag);
  chart.addEventListener("pointermove", drag);
  move();
  return [
    el("div", { class: "survey" }, el("div", {}, chart, slider, said,
      survey.setting?.reason ? el("p", { class: "quiet" }, `The survey would take ${suggested}: ${survey.setting.reason}`) : ""),
      examples),
    figures(levels, kind),
  ];
}

function bars(levels, step) {
  const height = (pairs) => (pairs === 0 ? 0 : 4 + Math.log10(pairs));
  const most = Math.max(1, ...levels.map((level) => height(level.pairs)));
  return levels.map((level, i) => {
    const high = (height(level.pairs) / most) * (HEIGHT - 10);
    return svg("g", {},
      svg("rect", { x: i * step + 2, y: HEIGHT - high, width: step - 4, height: high, class: "bar" }),
      svg("text", { x: (i + 0.5) * step, y: HEIGHT + 15 }, String(threshold(level))));
  });
}

function pairs(title, levels, kind) {
  const level = levels.find((each) => each.examples.length > 0);
  return level === undefined ? [] : [
    el("h3", {}, `${title}: ${kind} ${threshold(level)}`),
    ...level.examples.map((example) => el("div", { class: "example" },
      [example.first, example.second].map((side) => el("div", { class: "side", dir: "auto" },
        el("p", { class: "quiet" }, `${side._index} · ${side._id}`),
        side.text ?? "",
        side.only_here?.length ? el("p", {}, "only here: ",
          side.only_here.flatMap((word) => [el("mark", { class: /\p{Nd}/u.test(word) ? "strong" : null }, word), " "]),
          side.only_here_total > side.only_here.length
            ? `and ${number(side.only_here_total - side.only_here.length)} more` : "") : "")))),
  ];
}

function figures(levels, kind) {
  return el("details", {}, el("summary", {}, "All figures"),
    el("div", { class: "scroll", tabindex: 0 }, el("table", {},
      el("thead", {}, el("tr", {}, [kind, "pairs", "documents near another", "would go", "of all documents"]
        .map((title) => el("th", { scope: "col" }, title)))),
      el("tbody", {}, levels.map((level) => el("tr", {}, el("th", { scope: "row" }, String(threshold(level))),
        [level.pairs, level.near, level.marked, level.marked_in_index]
          .map((value) => el("td", {}, number(value)))))))));
}

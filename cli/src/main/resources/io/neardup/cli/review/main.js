// Which view is shown: the part of the address behind "#" says it.
import { el, get, doing, show, say } from "./dom.js";
import { bind } from "./keys.js";
import { groupsView } from "./groups.js";
import { groupView } from "./group.js";
import { surveyView } from "./survey.js";
import { applyView } from "./apply.js";

const VIEWS = { survey: "Survey", groups: "Groups", apply: "Apply" };
const start = get("start");

const open = doing(async () => {
  const about = await start;
  const [name, rest] = location.hash.slice(1).split("=", 2);
  const view = name in VIEWS || name === "group" ? name : about.dest ? "groups" : "survey";
  document.getElementById("index").textContent = about.index;
  document.getElementById("views").replaceChildren(...links(view === "group" ? "groups" : view));
  document.title = `${VIEWS[view] ?? "Group"} · ${about.index} · near-dup`;
  bind({});
  say("");
  if (view !== "survey" && !about.dest) {
    show(
      el("h2", {}, "No groups yet"),
      el("p", {}, "Find the groups first, and open this page with the index that they are in:"),
      el("pre", {}, `near-dup groups --url URL --dest ${about.index}-groups ${about.index}\n`
        + `near-dup review --url URL --dest ${about.index}-groups ${about.index}`),
    );
  } else {
    await { survey: surveyView, groups: groupsView, group: groupView, apply: applyView }[view](
      about,
      decodeURIComponent(rest ?? ""),
    );
  }
});

function links(current) {
  return Object.entries(VIEWS).map(([name, title]) =>
    el("a", { href: `#${name}`, "aria-current": name === current ? "page" : null }, title),
  );
}

// The address says which view is shown, so that the link may not change it.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main").focus();
});
addEventListener("hashchange", open);
open();

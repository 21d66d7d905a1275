// Doing what the records say: the figures first, then how far it is.
import { el, get, post, doing, show, say, number } from "./dom.js";

const POLLED = 500;

export async function applyView(about) {
  const plan = await get("plan");
  const progress = el("div", { class: "job" });
  const action = el("select", { id: "action" },
    el("option", { value: "tag" }, "tag: write the decision into each document"),
    el("option", { value: "delete" }, "delete, where no number and no rare word is lost"),
    el("option", { value: "any" }, "delete, whatever is lost"));
  const sentence = () => action.value !== "tag"
    ? `Delete up to ${number(plan.left)} documents of ${about.index}? This cannot be undone.`
    : `Write the decisions into up to ${number(plan.duplicates + plan.groups)} documents of ${about.index}?`;
  const asked = el("p", { id: "asked" });
  const dialog = el("dialog", { "aria-labelledby": "asked" }, asked,
    el("form", { method: "dialog" },
      el("button", { value: "no", autofocus: true }, "No, leave all as it is"),
      el("button", { value: "yes", class: "danger" }, "Yes")));
  dialog.addEventListener("close", doing(async () => {
    if (dialog.returnValue === "yes") {
      const any = action.value === "any";
      await post("apply", { action: any ? "delete" : action.value, any_loss: any });
      await follow(progress);
    }
  }));
  const figures = [["groups", plan.groups, "of each, one document stays"],
    ["duplicates", plan.duplicates, "by the records"],
    ["different", plan.kept, "stay, since somebody said so"],
    ["would go", plan.left, "those that changed since are left"]];
  show(
    el("h2", {}, "Apply"),
    el("div", { class: "scroll", tabindex: 0 }, el("table", {}, el("tbody", {}, figures.map(([title, value, about]) =>
      el("tr", {}, el("th", { scope: "row" }, title), el("td", {}, number(value)), el("td", { class: "quiet" }, about)))))),
    el("p", {}, el("label", { for: "action" }, "What to do ", action), " ",
      el("button", { onclick: () => { asked.textContent = sentence(); dialog.returnValue = ""; dialog.showModal(); } }, "Apply …")),
    dialog,
    progress,
  );
  await follow(progress);
}

async function follow(place) {
  for (;;) {
    const job = await get("task");
    if (!place.isConnected || job.completed === undefined) {
      return;
    }
    place.replaceChildren(...(job.completed ? ended(job) : running(job.task.status ?? {})));
    if (job.completed) {
      say(job.error ? "The run failed." : "Done.");
      return;
    }
    await new Promise((done) => setTimeout(done, POLLED));
  }
}

function running(status) {
  const done = ["tagged", "deleted", "unchanged", "changed", "kept"]
    .reduce((sum, name) => sum + (status[name] ?? 0), 0);
  return [
    el("p", {}, `${status.phase ?? "begins"}: ${number(done)}`),
    el("progress", { "aria-label": "Progress of the run" }),
    el("button", { onclick: doing(() => post("cancel", {})) }, "Cancel; what is done stays done"),
  ];
}

function ended(job) {
  if (job.error) {
    return [el("p", { class: "note" }, `The run failed: ${job.error.reason}`)];
  }
  const titles = { deleted: "deleted", tagged: "tagged", kept: "stayed", losing: "of these, since something would be lost",
    unread: "of these, since their text cannot be read", changed: "changed since, and left",
    unchanged: "done already" };
  return [el("table", {}, el("caption", {}, "Done"), el("tbody", {},
    Object.entries(titles).filter(([name]) => job.response?.[name] !== undefined)
      .map(([name, title]) => el("tr", {}, el("th", { scope: "row" }, title),
        el("td", {}, number(job.response[name]))))))];
}

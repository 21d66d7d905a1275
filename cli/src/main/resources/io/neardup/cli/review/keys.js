// Single keys, which do nothing where somebody types, and can be switched off.
let bound = {};
let on = localStorage.getItem("keys") !== "off";

export function bind(keys) {
  bound = keys;
}

export const areOn = () => on;

export function set(value) {
  on = value;
  localStorage.setItem("keys", value ? "on" : "off");
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea, dialog");
  if (!on || typing || event.repeat || event.ctrlKey || event.altKey || event.metaKey) {
    return;
  }
  const action = bound[event.key];
  if (action) {
    event.preventDefault();
    action();
  }
});

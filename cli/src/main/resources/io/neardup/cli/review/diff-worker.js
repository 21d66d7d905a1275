import { compare } from "./diff.js";

self.addEventListener("message", ({ data }) => {
  self.postMessage({ ticket: data.ticket, ...compare(data.left, data.right, data.distinctive) });
});

// Elements, and requests of the local server. What a document holds only ever becomes text here.

export function el(name, properties = {}, ...children) {
  return fill(document.createElement(name), properties, children);
}

export function svg(name, properties = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), properties, children);
}

function fill(element, properties, children) {
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) {
      element.addEventListener(key.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(key, value === true ? "" : value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export function show(...children) {
  document.getElementById("main").replaceChildren(...children.filter((child) => child));
}

export function say(sentence) {
  document.getElementById("status").textContent = sentence;
}

export const number = (value) => Number(value).toLocaleString("en-US");

export async function get(name, parameters = {}) {
  return answer(await fetch(`${name}?${new URLSearchParams(parameters)}`));
}

export async function post(name, body) {
  return answer(
    await fetch(name, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
}

async function answer(response) {
  const json = await response.json();
  if (!response.ok) {
    throw new Error(json.error);
  }
  return json;
}

/** Runs what an event asks for, and tells what went wrong. */
export function doing(action) {
  return async (...args) => {
    try {
      await action(...args);
    } catch (error) {
      say(error instanceof TypeError ? "near-dup does not answer: was it ended?" : error.message);
    }
  };
}

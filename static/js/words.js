// A person's or an agent's words on the page: text nodes and links, never markup.

const LINK = /\bhttps?:\/\/[^\s<>"]+/giu;
const TRAILING = /[.,;:!?'”’»]+$/u;

/** The address without the punctuation of the sentence around it; a bracket stays only if it was opened. */
function trimmed(address) {
  let link = address.replace(TRAILING, "");
  while (link.endsWith(")") && link.split(")").length > link.split("(").length) {
    link = link.slice(0, -1).replace(TRAILING, "");
  }
  return link;
}

function anchor(address) {
  const link = document.createElement("a");
  link.href = address;
  link.textContent = address;
  link.target = "_blank";
  link.rel = "noopener noreferrer nofollow";
  return link;
}

/** Shows `text` in `element`. */
export function show(element, text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const address = trimmed(match[0]);
    parts.push(text.slice(end, match.index), anchor(address));
    end = match.index + address.length;
  }
  parts.push(text.slice(end));
  element.replaceChildren(...parts);
}

/** A copy of the page's <template id="…">: its one element. */
export function copyOf(name) {
  return document.getElementById(name).content.firstElementChild.cloneNode(true);
}

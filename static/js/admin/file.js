/* The agent file: a problem's line is a way to it. */

const area = document.getElementById("text");

function go(line) {
  const before = area.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  const end = area.value.indexOf("\n", before);
  area.focus();
  area.setSelectionRange(before, end < 0 ? area.value.length : end);
  const height = parseFloat(getComputedStyle(area).lineHeight);
  area.scrollTop = Math.max(0, (line - 5) * height);
  area.scrollIntoView({ block: "center" });
}


document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-line]");
  if (!link) return;
  event.preventDefault();
  go(Number(link.dataset.line));
});

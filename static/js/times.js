// Times, in the reader's zone and language: relative to the eye, absolute on hover and for screen readers (L8).

const page = document.documentElement.lang;
const language = navigator.languages.find((own) => own.split("-")[0] === page) ?? page; // "en" as the reader has it: en-GB
const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "narrow" });
const clock = new Intl.DateTimeFormat(language, { timeStyle: "short" });
const absolute = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" });
const date = new Intl.DateTimeFormat(language, { dateStyle: "full" });
const longDate = new Intl.DateTimeFormat(language, { dateStyle: "long" });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function words(at, now) {
  const passed = now - at;
  if (passed < MINUTE) return relative.format(0, "second");
  if (passed < HOUR) return relative.format(-Math.floor(passed / MINUTE), "minute");
  return clock.format(at);
}

export const dayOf = (moment) => date.format(new Date(moment));
export const longDayOf = (moment) => longDate.format(new Date(moment));

/** Writes the words of every <time data-moment> under `root`. */
export function tell(root, now = new Date()) {
  for (const element of root.querySelectorAll("time[data-moment]")) {
    const at = new Date(element.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    element.title = absolute.format(at);
    element.querySelector("[data-eye]").textContent = words(at, now);
    element.querySelector("[data-ear]").textContent = absolute.format(at);
  }
}

export function keepTelling(root) {
  tell(root);
  setInterval(() => tell(root), MINUTE);
}

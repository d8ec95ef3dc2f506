// What a browser loads beside a live page: one style and one script, both ours. A page works without the script.
import { STYLE } from "../style.js";

/** Each state has a sign of its own, so that colour only helps. */
const SIGNS = {
  "in-doubt": "?",
  tripped: "\\25a0",
  unreadable: "\\00d7",
  late: "\\2026",
  unmeasured: "?",
  "never-seen": "\\2013",
  waiting: "!",
  drifted: "\\2260",
  missing: "\\00d7",
  undeclared: "+",
  "in-wave": "\\25b7",
  held: "\\2016",
  "in-step": "\\2713",
} as const;

const BAD = ["in-doubt", "tripped", "unreadable", "late", "unmeasured", "never-seen"];
const WARN = ["waiting", "drifted", "missing"];

const classes = (names: readonly string[], before: string, after = "") =>
  names.map((name) => `${before}.${name}${after}`).join(",");

const signs = Object.entries(SIGNS)
  .map(([state, sign]) => `.state.${state}::before,.t.${state}::before{content:"${sign}" / ""}`)
  .join("\n");

export const LIVE_STYLE = `${STYLE.text}
.skip{position:absolute;left:-999rem}.skip:focus{left:1rem;top:.5rem;background:var(--card);padding:.4rem .8rem;z-index:1}
header.bar{display:flex;flex-wrap:wrap;gap:.4rem 2rem;align-items:baseline;justify-content:space-between;padding-top:.8rem;padding-bottom:.6rem;border-bottom:1px solid var(--line);max-width:none}
header.bar nav ul{margin:0;gap:.2rem .3rem}header.bar a{display:block;padding:.3rem .6rem;border-radius:.3rem;text-decoration:none}
header.bar a[aria-current]{background:var(--card);box-shadow:inset 0 0 0 1px var(--line);color:var(--text);font-weight:650}header.bar a.stop{color:var(--bad)}
.count{background:var(--warn);color:var(--back);border-radius:1rem;padding:0 .5rem;font-size:.8rem}
.who{margin:0;font-size:.9rem}.who small{color:var(--soft)}
main{padding-top:1.4rem}main>h1{margin-top:0}
.state{white-space:nowrap;font-weight:600}.state::before{display:inline-block;min-width:1.1em;margin-right:.2em;text-align:center;font-weight:700}
${signs}
${classes(BAD, ".state")}{color:var(--bad)}${classes(WARN, ".state")}{color:var(--warn)}.state.held,.state.in-wave,.state.undeclared{color:var(--soft)}.state.in-step{color:var(--good)}
.chips{list-style:none;display:flex;flex-wrap:wrap;gap:.5rem;padding:0;margin:.8rem 0}
.chip{display:block;padding:.45rem .9rem;border:1px solid var(--line);border-left-width:5px;border-radius:.4rem;background:var(--card);color:var(--text);text-decoration:none}
.chip b{font-size:1.35rem;font-weight:650;margin-right:.15rem}.chip[aria-current]{outline:2px solid var(--link)}
${classes(BAD, ".chip")}{border-left-color:var(--bad);background:var(--bad-back)}${classes(WARN, ".chip")}{border-left-color:var(--warn);background:var(--warn-back)}.chip.in-step{border-left-color:var(--good)}
.tiles{display:flex;flex-wrap:wrap;gap:3px}
.t{width:24px;height:24px;border-radius:4px;border:1px solid var(--line);background:var(--card);color:var(--soft);display:flex;align-items:center;justify-content:center;font-size:.8rem;font-weight:700;text-decoration:none}
${classes(BAD, ".t")}{background:var(--bad);border-color:var(--bad);color:var(--back)}${classes(WARN, ".t")}{background:var(--warn-back);border-color:var(--warn);color:var(--warn)}.t.in-step{color:var(--good)}
.unknown{color:var(--warn);font-style:italic}.on{color:var(--good)}
caption:has(span:empty){display:none}
.alert li.bad{font-size:1.05rem}
form p{margin:.7rem 0}form label{display:block;font-weight:600}form small{display:block;color:var(--soft)}
form input:not([type=hidden]),form select{font:inherit;color:inherit;background:var(--card);border:1px solid var(--soft);border-radius:.3rem;padding:.4rem .6rem;max-width:100%;width:26rem}
button{font:inherit;font-weight:600;color:var(--text);background:var(--card);border:1px solid var(--soft);border-radius:.3rem;padding:.45rem 1rem;cursor:pointer}
button.yes{background:var(--good);border-color:var(--good);color:var(--back)}button.no{border-color:var(--bad);color:var(--bad)}
td form,td button{margin:0}form.filter{display:flex;flex-wrap:wrap;gap:.6rem 1rem;align-items:end;margin:.6rem 0}form.filter input,form.filter select{display:block;width:11rem}
.answers{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr));gap:0 2rem}ul.answer>li{padding:.7rem 1rem}ul.answer>li.note{border-color:var(--good)}
pre.whole{max-width:none;white-space:pre-wrap;overflow-wrap:anywhere}
dl.figures.wide{grid-template-columns:repeat(auto-fit,minmax(11rem,1fr))}
svg.money .value{fill:var(--bar)}svg.money .margin{fill:var(--text)}svg.money text.liq,svg.money text.soft{font-variant-numeric:tabular-nums}
.key{display:inline-block;width:.9rem;height:.6rem;border-radius:2px}.key.value{background:var(--bar)}.key.margin{background:var(--text);height:.3rem;vertical-align:middle}
svg.waves .whole{fill:none;stroke:var(--soft)}svg.waves .filled{fill:var(--bar)}
svg.drift .area{fill:var(--warn-back)}
#live{display:inline-block;margin-left:.6rem}#live.bad{display:block;margin:.4rem 0;font-weight:650;font-size:1rem}#live.bad::before{content:"! "}
@media (max-width:36rem){header.bar nav ul{gap:0}header.bar a{padding:.35rem .45rem}.chip{padding:.3rem .6rem}main{padding-top:.9rem}}
@media print{header.bar,form,.skip{display:none}}
`;

/** Puts the newest state in the place of what is shown, or says that there is one; and says loudly where it hears of none any more. */
export const LIVE_SCRIPT = `"use strict";
(() => {
  const note = document.getElementById("live");
  let main = document.getElementById("content");
  if (note === null || main === null || main.dataset.follows === "still") return;
  const say = (text, isBad) => { note.textContent = text; note.className = isBad ? "bad" : ""; };
  // To load what a form was answered again would send the form again.
  const tell = () => {
    const newest = main.dataset.newest;
    if (newest === undefined) return say("There is a newer state: reload the page to see it.", false);
    say("There is a newer state: ", false);
    const link = document.createElement("a");
    link.href = newest;
    link.textContent = "look at it";
    note.append(link, ".");
  };
  const isTouched = () => [...main.querySelectorAll("input:not([type=hidden]),textarea")].some((one) => one.value !== one.defaultValue);
  const isTyping = () => (document.activeElement?.matches("input,select,textarea") ?? false) || isTouched();
  let underWay = false, again = false;
  async function follow() {
    if (main.dataset.follows === "tell" || isTyping()) return tell();
    if (underWay) { again = true; return; }
    underWay = true;
    try {
      const answer = await fetch(location.href, { credentials: "same-origin" });
      if (!answer.ok) throw new Error(String(answer.status));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("content");
      if (fresh === null || isTyping()) return;
      const focused = document.activeElement?.getAttribute("href") ?? null;
      const alike = (within) => [...within.querySelectorAll("a")].filter((one) => one.getAttribute("href") === focused);
      const place = focused === null ? -1 : alike(main).indexOf(document.activeElement);
      const open = [...main.querySelectorAll("details")].map((one) => one.open);
      main.replaceWith(fresh);
      main = fresh;
      [...main.querySelectorAll("details")].forEach((one, index) => { one.open = open[index] ?? one.open; });
      if (place >= 0) alike(main)[place]?.focus({ preventScroll: true });
      const [old, bar] = [document.querySelector("header.bar nav"), page.querySelector("header.bar nav")];
      if (old !== null && bar !== null && !old.contains(document.activeElement)) old.replaceWith(bar);
      const [then, now] = [document.querySelector("footer time"), page.querySelector("footer time")];
      if (then !== null && now !== null) then.replaceWith(now);
      say("Live.", false);
    } catch {
      say("What is shown may be old: the newest state couldn't be read. Reload the page.", true);
    } finally {
      underWay = false;
      if (again) { again = false; follow(); }
    }
  }
  const events = new EventSource("/events");
  addEventListener("pagehide", () => events.close());
  // What changed before it was open, or while it was broken, nobody has said.
  events.addEventListener("open", () => { say("Live.", false); if (main.dataset.follows === "replace" && !isTyping()) follow(); });
  events.addEventListener("state", follow);
  events.addEventListener("error", () => say("What is shown may be old: botform doesn't answer. It is tried again.", true));
})();
`;

// What an undo says, word for word: what it can't take back, and what has changed since.
import { expect, it } from "vitest";
import type { Diagnostic } from "../../../../src/model/text/diagnostic.js";
import {
  changedSince,
  gone,
  inDoubt,
  notFound,
  notListed,
  noWayBack,
  staysBehind,
  staysOff,
} from "../../../../src/reconcile/undo/undo-problems.js";
import { desiredBot, live } from "../fleet.js";
import { plannedBot } from "../plan/plans.js";

const A = plannedBot("a", live(7, "a"));
const CHANGE = { field: "priceLevelUp", before: null, after: "9" } as const;

it.each<[Diagnostic, string]>([
  [
    staysBehind(A, live(7, "new")),
    "warning | plan/stays-behind | bot 7 \"new\" was created by that run and stays on the account, off: the service can't delete a bot | If you don't want it, delete it on the service's website.",
  ],
  [
    staysBehind(A, live(7, "a", { fields: { title: null } })),
    "warning | plan/stays-behind | bot 7 \"a\" was created by that run and stays on the account, off: the service can't delete a bot | If you don't want it, delete it on the service's website.",
  ],
  [
    noWayBack(A, CHANGE, "9"),
    "warning | plan/no-way-back | priceLevelUp stays 9: no parameter can set it back to off | If it matters, set it on the service's website.",
  ],
  [
    changedSince(A, CHANGE, "8"),
    "warning | plan/changed-since | priceLevelUp has changed since that run, not by botform: 9 → 8 | Undoing to off reverts that change, too; check that you want that.",
  ],
  [
    changedSince(A, { ...CHANGE, before: "5" }, null),
    "warning | plan/changed-since | priceLevelUp has changed since that run, not by botform: 9 → off | Undoing to 5 reverts that change, too; check that you want that.",
  ],
  [
    gone(A, 7),
    'warning | plan/gone | bot 7 "a" is no longer on the service: what that run did to it can\'t be undone | There is nothing to do, unless the API key now belongs to another account.',
  ],
  [
    notListed(A, 7),
    'error | plan/not-listed | the bot list doesn\'t show bot 7 "a", although its details can be read | Try again when the list shows it.',
  ],
  [
    notFound(A, "none", "r1"),
    'warning | plan/not-found | it is unknown whether that run created "a": no bot is called that on its access | Check again with botform resolve r1.',
  ],
  [
    notFound(A, "several", "r1"),
    'warning | plan/not-found | it is unknown whether that run created "a": several bots are called that on its access | Check again with botform resolve r1.',
  ],
  [
    inDoubt("main/a", "turn-on", "r1"),
    "warning | plan/in-doubt | it is unknown whether the turn-on of that run took effect; it still may | Check again with botform resolve r1.",
  ],
  [
    staysOff(desiredBot("a", { botId: 7 }), [live(8, "a", { on: true }), live(9, "a")]),
    'warning | plan/stays-off | bot 7 is not turned on again: "a" is also the title of 8 (ENABLED), 9 (DISABLED), and only one may be on | Turn the right one on, on the service.',
  ],
])("%#", (problem, text) => {
  const { severity, code, summary, remedy, address } = problem;
  expect([[severity, code, summary, remedy].join(" | "), address]).toEqual([text, "main/a"]);
});

// One command about a deal against a service in a few lines: what is looked at before it leaves, and what each sight of it afterwards comes to.
import { expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { Deal, RunningDeal } from "../../../../src/model/deal/deal.js";
import { plannedDeal } from "../../../../src/model/deal/take-profit.js";
import type { DealAction } from "../../../../src/model/plan/actions.js";
import type { OpenIntent } from "../../../../src/model/plan/open-intent.js";
import type { Outcome } from "../../../../src/model/plan/outcome.js";
import type { PlannedBot, Step } from "../../../../src/model/plan/plan.js";
import { ServiceError, type WriteAnswer } from "../../../../src/model/ports.js";
import { dealSteps } from "../../../../src/reconcile/apply/deal-steps.js";
import { Run } from "../../../../src/reconcile/apply/run.js";
import type { ApplyPorts } from "../../../../src/reconcile/apply/run-options.js";
import { NO_JOURNAL } from "../../../../src/reconcile/ledger/journal.js";
import { VirtualClock } from "../../../support/clock.js";
import { deal as shownDeal } from "../../app/webhook/hook-deals.js";
import { earlier as intent } from "../earlier.js";
import { deal, live } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

const order = (price: string, number = "1") => ({
  ...{ number, type: "l", status: "1", price, quantity: "1", filled: null, fee: null, feeAsset: "" },
  ...{ profit: null, time: 1 },
});
/** Deal 5 of bot 7 with a take profit of `percent` in its settings, and an order at `price`. */
function at(percent: string, price?: string, more: Partial<RunningDeal> = {}): RunningDeal {
  const one = deal(5, 7, price === undefined ? {} : { takeProfits: [order(price)] });
  return { ...one, settings: { ...one.settings, percentTakeProfit: percent }, ...more };
}
const BOT = live(7, "a");
const PLANNED = at("1.2", "101.2");
const OTHER = deal(8, 9);

interface Scene {
  readonly about?: Step["deal"];
  /** The deals that the plan knows. */
  readonly planned?: readonly RunningDeal[];
  /** What runs before it is sent, and after it. */
  readonly before?: readonly RunningDeal[] | ServiceError;
  readonly after?: readonly RunningDeal[] | ServiceError;
  /** What the readings after the first sending show before that, one after the other. */
  readonly meanwhile?: readonly (readonly RunningDeal[] | ServiceError)[];
  readonly ended?: readonly Deal[] | ServiceError;
  readonly endedBefore?: readonly Deal[];
  readonly bot?: ObservedBot | ServiceError;
  readonly answer?: WriteAnswer;
  /** To what is sent again. */
  readonly next?: WriteAnswer;
  readonly deadline?: number;
  /** How long the disk takes for the first intent; and how long each reading of the bot takes. */
  readonly intentMs?: number;
  readonly botMs?: number;
  readonly earlier?: readonly OpenIntent[];
}

/** How the step ends, and what was sent for it. */
async function carriedOut(action: DealAction, scene: Scene) {
  const { planned = [PLANNED], about, before = planned, after = before, ended = [], bot = BOT } = scene;
  const { answer = { kind: "accepted" }, next = answer, endedBefore = [], intentMs = 0, botMs = 0 } = scene;
  const meanwhile = [...(scene.meanwhile ?? [])];
  const clock = new VirtualClock();
  const begun = clock.elapsed();
  let intents = 0;
  const own: PlannedBot = plannedBot("a", BOT, { deals: planned.map((one) => plannedDeal(one, one.settings)) });
  const only: Step = { ...step(action, "a"), ...(about !== undefined && { deal: about }) };
  const sent: string[] = [];
  let sentAt = 0;
  const readings = { before: 0 };
  const send = async (...what: readonly unknown[]): Promise<WriteAnswer> => {
    if (sent.length === 0) sentAt = clock.elapsed() - begun;
    sent.push(what.filter((one) => typeof one !== "function").join(" "));
    return sent.length === 1 ? answer : next;
  };
  const shown = async <T>(now: T | ServiceError): Promise<T> => {
    if (now instanceof ServiceError) throw now;
    return now;
  };
  const never = () => Promise.reject(new Error("nobody asks for that"));
  const ports: ApplyPorts = {
    clock,
    journal: {
      ...NO_JOURNAL,
      async intent() {
        intents += 1;
        if (intents === 1) await clock.sleep(intentMs);
        return intents;
      },
    },
    reader: {
      ...{ accesses: never, pairs: never, bots: never },
      async bot(id) {
        await clock.sleep(botMs);
        return id === 7 ? shown(bot) : never();
      },
      runningDeals(access) {
        if (sent.length === 0) readings.before += 1;
        return access === 1 ? shown(sent.length === 0 ? before : (meanwhile.shift() ?? after)) : never();
      },
      endedDeals: (access) => (access === 1 ? shown(sent.length === 0 ? endedBefore : ended) : never()),
    },
    writer: {
      ...{ create: never, update: never, turnOn: never, turnOff: never },
      startDeal: (...what) => send("start", ...what),
      changeTakeProfit: (...what) => send("take profit", ...what),
      completeDeal: (...what) => send("complete", ...what),
      cancelDeal: (...what) => send("cancel", ...what),
    },
  };
  const outcomes: Outcome[] = [];
  const { deadline, earlier = [] } = scene;
  const run = new Run(planOf([own], [only]), ports, {
    earlier,
    onEvent: (event) => void (event.type === "ended" && outcomes.push(event.outcome)),
    ...(deadline !== undefined && { commandDeadlineMs: deadline }),
  });
  await dealSteps(run, action);
  const [outcome, ...others] = outcomes;
  if (outcome === undefined || others.length > 0) throw new Error("not one outcome");
  const { kind, detail, next: todo = "", rule, stale, wrote } = outcome;
  const marks = [rule === undefined ? "" : `rule ${rule}`, stale ? "stale" : "", wrote ? "wrote" : ""].filter(Boolean);
  const waited = sentAt === 0 ? "" : ` after ${sentAt} ms and ${readings.before} readings`;
  return [`${kind}: ${detail}`, todo, marks.join(", "), `${sent.join("; ")}${waited}`];
}

const FIVE = { id: 5 };
const TO_2 = { id: 5, takeProfit: { before: "1.2", after: "2" } };
const TO_1_3 = { id: 5, takeProfit: { before: "1.2", after: "1.3" } };
const LATER = { id: 5, takeProfit: { before: "1.2", after: "2", immediately: false } } as const;
const LOST: WriteAnswer = { kind: "ambiguous", message: "reset", turnedDown: false };
const DOWN: WriteAnswer = { kind: "ambiguous", message: "HTTP 404", turnedDown: true };
const NO: WriteAnswer = { kind: "refused", message: "no" };
const START = new VirtualClock().now();
const BROKEN = new ServiceError("http", "HTTP 500");
const over = (status: string) => shownDeal(5, { status });
const naked = { protection: { state: "naked", why: "" } } as const;

it.each<[because: string, action: DealAction, scene: Scene, expected: readonly string[]]>([
  // A completion, and a cancel.
  [
    "it is over, as the history shows",
    "complete-deal",
    { about: FIVE, after: [], ended: [over("COMPLETED")] },
    ["applied: deal 5 is no longer running: the history shows it as COMPLETED", "", "wrote", "complete 5"],
  ],
  [
    "it is over, and the history lacks it",
    "complete-deal",
    { about: FIVE, after: [] },
    ["applied: deal 5 is no longer running: the history doesn't show it", "", "wrote", "complete 5"],
  ],
  [
    "it was canceled instead",
    "complete-deal",
    { about: FIVE, after: [], ended: [over("CANCELED")] },
    [
      "failed: deal 5 has ended, but it wasn't completed: the history shows it as CANCELED",
      "check the position on the exchange",
      "rule 6, wrote",
      "complete 5",
    ],
  ],
  [
    "it is over",
    "cancel-deal",
    { about: FIVE, after: [OTHER], ended: [over("CANCELED")] },
    ["applied: deal 5 is no longer running: the history shows it as CANCELED", "", "wrote", "cancel 5"],
  ],
  [
    "it completed instead",
    "cancel-deal",
    { about: FIVE, after: [OTHER], ended: [over("COMPLETED")] },
    [
      "failed: deal 5 has ended, but it wasn't cancelled: the history shows it as COMPLETED",
      "check the position on the exchange",
      "rule 6, wrote",
      "cancel 5",
    ],
  ],
  [
    "all others vanish with it, too",
    "cancel-deal",
    { about: FIVE, before: [PLANNED, OTHER], after: [] },
    [
      "unknown: the command to cancel the deal was sent, but its effect wasn't observed within 120 s",
      "it may still happen: check the deal on the service, then run botform resolve last",
      "rule 10, wrote",
      "cancel 5",
    ],
  ],
  [
    "it goes on",
    "complete-deal",
    { about: FIVE },
    [
      "unknown: the command to complete the deal was sent, but its effect wasn't observed within 120 s",
      "it may still happen: check the deal on the service, then run botform resolve last",
      "rule 10, wrote",
      "complete 5",
    ],
  ],
  [
    "the deals can't be read any more",
    "complete-deal",
    { about: FIVE, after: BROKEN },
    [
      "unknown: the command to complete the deal was sent, but its effect wasn't observed within 120 s",
      "it may still happen: check the deal on the service, then run botform resolve last",
      "rule 10, wrote",
      "complete 5",
    ],
  ],
  [
    "it goes on after a no",
    "complete-deal",
    { about: FIVE, answer: NO },
    [
      "failed: refused by the service; nothing has changed: no",
      "correct what the message names, then try again",
      "rule 19",
      "complete 5",
    ],
  ],
  [
    "it goes on after a status that says no",
    "complete-deal",
    { about: FIVE, answer: DOWN },
    [
      "failed: refused by the service; nothing has changed: HTTP 404",
      "correct what the message names, then try again",
      "rule 19",
      "complete 5",
    ],
  ],
  [
    "it goes on after a no, and the deadline is short",
    "complete-deal",
    { about: FIVE, answer: NO, deadline: 1_000 },
    [
      "unknown: the command to complete the deal was refused (no), but its effect wasn't observed within 1 s",
      "it may still happen: check the deal on the service, then run botform resolve last",
      "rule 10, wrote",
      "complete 5",
    ],
  ],
  [
    "it is over after a no",
    "complete-deal",
    { about: FIVE, answer: NO, after: [], ended: [over("COMPLETED")] },
    [
      "applied: refused by the service (no), but deal 5 is no longer running: the history shows it as COMPLETED",
      "",
      "wrote",
      "complete 5",
    ],
  ],
  [
    "it goes on after a lost answer",
    "cancel-deal",
    { about: FIVE, answer: LOST },
    [
      "unknown: the command to cancel the deal was sent, but its effect wasn't observed within 120 s",
      "it may still happen: check the deal on the service, then run botform resolve last",
      "rule 10, wrote",
      "cancel 5",
    ],
  ],
  [
    "it was over before",
    "complete-deal",
    { about: FIVE, before: [], endedBefore: [over("COMPLETED")] },
    ["applied: deal 5 had already ended, so nothing was sent: the history shows it as COMPLETED", "", "", ""],
  ],
  [
    "it was over before",
    "cancel-deal",
    { about: FIVE, before: [OTHER], endedBefore: [over("CANCELED")] },
    [
      "failed: deal 5 had already ended, so nothing was sent: the history shows it as CANCELED",
      "check the position on the exchange",
      "rule 8, stale",
      "",
    ],
  ],
  [
    "no deal is shown before",
    "complete-deal",
    { about: FIVE, planned: [PLANNED, OTHER], before: [] },
    [
      "failed: nothing was sent: the list of running deals lacks deal 5, and others, too",
      "check the deal on the service, then try again",
      "rule 1",
      "",
    ],
  ],
  [
    "it is another bot's",
    "complete-deal",
    { about: FIVE, before: [at("1.2", "101.2", { botId: 9 })] },
    ["failed: nothing was sent: deal 5 belongs to bot 9", "plan again", "rule 8, stale", ""],
  ],
  [
    "it has changed",
    "complete-deal",
    { about: FIVE, before: [at("3", "101.2")] },
    [
      "failed: nothing was sent: deal 5 has changed since the plan was made: percentTakeProfit 1.2 → 3",
      "plan again",
      "rule 8, stale",
      "",
    ],
  ],
  [
    "it was over before, and the history lacks it",
    "complete-deal",
    { about: FIVE, before: [] },
    ["applied: deal 5 had already ended, so nothing was sent: the history doesn't show it", "", "", ""],
  ],
  [
    "the deals can't be read before",
    "complete-deal",
    { about: FIVE, before: BROKEN },
    ["failed: nothing was sent: HTTP 500", "run apply again", "rule 1", ""],
  ],
  // A take profit.
  [
    "its settings show it",
    "take-profit",
    { about: TO_2, after: [at("2", "101.2")] },
    ["applied: observed: the deal's settings show 2 %", "", "wrote", "take profit 5 2 true"],
  ],
  [
    "its order shows it",
    "take-profit",
    { about: TO_2, after: [at("1.2", "102")] },
    ["applied: observed: its order is at about 2 %", "", "wrote", "take profit 5 2 true"],
  ],
  [
    "it is over meanwhile",
    "take-profit",
    { about: TO_2, after: [], ended: [over("COMPLETED")] },
    ["applied: deal 5 has ended meanwhile: the history shows it as COMPLETED", "", "wrote", "take profit 5 2 true"],
  ],
  [
    "it never moves",
    "take-profit",
    { about: TO_2 },
    [
      "unknown: the command to change the take profit was sent, but its effect wasn't observed within 120 s",
      "it may still happen: check the deal on the service, then run botform resolve last",
      "rule 10, wrote",
      "take profit 5 2 true; take profit 5 2 true; take profit 5 2 true",
    ],
  ],
  [
    "it never moves, and the service says no",
    "take-profit",
    { about: TO_2, answer: NO },
    [
      "failed: refused by the service; nothing has changed: no",
      "correct what the message names, then try again",
      "rule 19",
      "take profit 5 2 true; take profit 5 2 true; take profit 5 2 true",
    ],
  ],
  [
    "it never moves after one no and one lost answer",
    "take-profit",
    { about: TO_2, answer: NO, next: LOST },
    [
      "unknown: the command to change the take profit was sent, but its effect wasn't observed within 120 s",
      "it may still happen: check the deal on the service, then run botform resolve last",
      "rule 10, wrote",
      "take profit 5 2 true; take profit 5 2 true; take profit 5 2 true",
    ],
  ],
  [
    "somebody sets a third meanwhile",
    "take-profit",
    { about: TO_2, after: [at("4", "101.2")] },
    [
      "unknown: the command to change the take profit was sent, but not sent again: nothing was sent: deal 5 has changed since the plan was made: percentTakeProfit 1.2 → 4",
      "it may still happen: check the deal on the service, then run botform resolve last",
      "rule 10, wrote",
      "take profit 5 2 true",
    ],
  ],
  [
    "it never moves, and needn't at once",
    "take-profit",
    { about: LATER },
    [
      "unknown: the command to change the take profit was sent, but its effect wasn't observed within 120 s; the deal shows it when its take-profit order is next placed anew",
      "it may still happen: check the deal on the service, then run botform resolve last",
      "rule 10, wrote",
      "take profit 5 2 false",
    ],
  ],
  [
    "it is there already by its settings",
    "take-profit",
    { about: TO_2, before: [at("2", "101.2")] },
    ["applied: the take profit of deal 5 was already at 2 %", "", "", ""],
  ],
  [
    "it is there already by its order",
    "take-profit",
    { about: TO_2, before: [at("1.2", "102")] },
    ["applied: the take profit of deal 5 was already at 2 %", "", "", ""],
  ],
  [
    "it had it in its settings, and its order didn't",
    "take-profit",
    { about: TO_2, planned: [at("2", "101.2")] },
    [
      "unknown: the command to change the take profit was sent, but its effect wasn't observed within 120 s: its settings had 2 % before, and its order is at about 1.2 %",
      "it may still happen: check the deal on the service, then run botform resolve last",
      "rule 10, wrote",
      "take profit 5 2 true; take profit 5 2 true; take profit 5 2 true",
    ],
  ],
  [
    "it was naked, and stays so",
    "take-profit",
    { about: TO_2, planned: [at("1.2", undefined, naked)], after: [at("2", undefined, naked)] },
    [
      "unknown: the command to change the take profit was sent, but its effect wasn't observed within 120 s",
      "it may still happen: check the deal on the service, then run botform resolve last",
      "rule 10, wrote",
      "take profit 5 2 true; take profit 5 2 true; take profit 5 2 true",
    ],
  ],
  [
    "it is naked, and only its settings show it",
    "take-profit",
    { about: TO_2, planned: [at("1.2", undefined, naked)], before: [at("2", undefined, naked)] },
    [
      "unknown: the command to change the take profit was sent, but its effect wasn't observed within 120 s",
      "it may still happen: check the deal on the service, then run botform resolve last",
      "rule 10, wrote",
      "take profit 5 2 true; take profit 5 2 true; take profit 5 2 true",
    ],
  ],
  [
    "it is naked, and has changed otherwise, too",
    "take-profit",
    {
      about: TO_2,
      planned: [at("1.2", undefined, naked)],
      before: [at("2", undefined, { ...naked, pairTitle: "USDT-ETH" })],
    },
    [
      "failed: nothing was sent: deal 5 has changed since the plan was made: its settings",
      "plan again",
      "rule 8, stale",
      "",
    ],
  ],
  [
    "it is naked, and somebody has set a third",
    "take-profit",
    { about: TO_2, planned: [at("1.2", undefined, naked)], before: [at("4", undefined, naked)] },
    [
      "failed: nothing was sent: deal 5 has changed since the plan was made: percentTakeProfit 1.2 → 4",
      "plan again",
      "rule 8, stale",
      "",
    ],
  ],
  [
    "it was naked, and has an order",
    "take-profit",
    { about: TO_2, planned: [at("1.2", undefined, naked)], after: [at("1.2", "102")] },
    ["applied: observed: its order is at about 2 %", "", "wrote", "take profit 5 2 true"],
  ],
  [
    "somebody has set a third",
    "take-profit",
    { about: TO_2, before: [at("4", "104")] },
    [
      "failed: nothing was sent: deal 5 has changed since the plan was made: percentTakeProfit 1.2 → 4",
      "plan again",
      "rule 8, stale",
      "",
    ],
  ],
  // A start.
  [
    "a deal is new",
    "start-deal",
    { planned: [], before: [OTHER], after: [OTHER, deal(6, 9), deal(10, 7, { pairTitle: "USDT-ETH" })] },
    ["applied: deal 10 is running on USDT-ETH", "", "wrote", "start 7"],
  ],
  [
    "no deal is new",
    "start-deal",
    { planned: [PLANNED], after: [PLANNED, deal(6, 9)] },
    [
      "unknown: the command to start a deal was sent, but its effect wasn't observed within 120 s",
      "it may still happen: check the deal on the service, then run botform resolve last",
      "rule 10, wrote",
      "start 7",
    ],
  ],
  [
    "no deal is new after a no",
    "start-deal",
    { planned: [PLANNED], answer: NO },
    [
      "failed: refused by the service; nothing has changed: no",
      "correct what the message names, then try again",
      "rule 19",
      "start 7",
    ],
  ],
  [
    "a deal has opened before",
    "start-deal",
    { planned: [PLANNED], before: [PLANNED, deal(6, 7)] },
    ["failed: nothing was sent: deal 6 of bot 7 has opened since the plan was made", "plan again", "rule 8, stale", ""],
  ],
  [
    "its bot has changed",
    "start-deal",
    { bot: live(7, "a", { fields: { leverage: "9" } }) },
    ["failed: nothing was sent: bot 7 has changed since the plan was made", "plan again", "rule 8, stale", ""],
  ],
  [
    "its bot can't be read",
    "start-deal",
    { bot: BROKEN },
    ["failed: nothing was sent: HTTP 500", "run apply again", "rule 1", ""],
  ],
  // What is read late, or between two sendings.
  [
    "what was read is as old as may be",
    "complete-deal",
    { about: FIVE, after: [], ended: [over("COMPLETED")], intentMs: 5_000 },
    [
      "applied: deal 5 is no longer running: the history shows it as COMPLETED",
      "",
      "wrote",
      "complete 5 after 5000 ms and 1 readings",
    ],
  ],
  [
    "what was read is older than may be",
    "complete-deal",
    { about: FIVE, after: [], ended: [over("COMPLETED")], intentMs: 5_001 },
    [
      "applied: deal 5 is no longer running: the history shows it as COMPLETED",
      "",
      "wrote",
      "complete 5 after 5001 ms and 2 readings",
    ],
  ],
  [
    "its deals were read long before its bot was",
    "start-deal",
    { botMs: 5_001 },
    [
      "failed: nothing was sent: each time, the data read from the account was already too old",
      "run apply again when the service answers faster",
      "rule 8",
      "",
    ],
  ],
  [
    "both took as long as they may",
    "start-deal",
    { botMs: 5_000, after: [PLANNED, deal(6, 7)] },
    ["applied: deal 6 is running on USDT-BTC", "", "wrote", "start 7 after 5000 ms and 1 readings"],
  ],
  [
    "it moved between two readings that failed",
    "take-profit",
    { about: TO_2, deadline: 9_000, meanwhile: [BROKEN, BROKEN, BROKEN, BROKEN], after: [at("2", "101.2")] },
    ["applied: the take profit of deal 5 was already at 2 %", "", "wrote", "take profit 5 2 true"],
  ],
  [
    "it moved after a second reading that failed",
    "take-profit",
    { about: TO_2, deadline: 9_000, meanwhile: [BROKEN, BROKEN, BROKEN, BROKEN, BROKEN], after: [at("2", "101.2")] },
    ["applied: observed: the deal's settings show 2 %", "", "wrote", "take profit 5 2 true"],
  ],
  [
    "it moved after a no that was followed by a yes",
    "take-profit",
    {
      about: TO_2,
      deadline: 9_000,
      answer: NO,
      next: { kind: "accepted" },
      meanwhile: [[PLANNED], [PLANNED], [PLANNED], [PLANNED], [PLANNED]],
      after: [at("2", "101.2")],
    },
    ["applied: observed: the deal's settings show 2 %", "", "wrote", "take profit 5 2 true; take profit 5 2 true"],
  ],
  [
    "it goes on, and the credentials are rejected",
    "complete-deal",
    { about: FIVE, answer: { kind: "unauthorized", message: "HTTP 401" } },
    [
      "failed: the service rejected the credentials; nothing has changed: HTTP 401",
      "check the API key and its permissions, then run apply again",
      "rule 19",
      "complete 5",
    ],
  ],
  [
    "all others vanish with it, after a no",
    "cancel-deal",
    { about: FIVE, before: [PLANNED, OTHER], after: [], answer: NO },
    [
      "unknown: the command to cancel the deal was refused (no), but its effect wasn't observed within 120 s",
      "it may still happen: check the deal on the service, then run botform resolve last",
      "rule 10, wrote",
      "cancel 5",
    ],
  ],
  [
    "it is one of several of its bot",
    "complete-deal",
    {
      about: FIVE,
      planned: [at("3", "103", { id: 4 }), PLANNED],
      before: [at("9", "109", { id: 4 }), PLANNED],
      after: [at("3", "103", { id: 4 })],
    },
    ["applied: deal 5 is no longer running: the history doesn't show it", "", "wrote", "complete 5"],
  ],
  [
    "its settings had it, and its order moves",
    "take-profit",
    { about: TO_2, planned: [at("2", "101.2")], after: [at("2", "102")] },
    ["applied: observed: its order is at about 2 %", "", "wrote", "take profit 5 2 true"],
  ],
  [
    "its order is nearer to the old one",
    "take-profit",
    { about: TO_1_3, before: [at("1.2", "101.24")] },
    [
      "unknown: the command to change the take profit was sent, but its effect wasn't observed within 120 s",
      "it may still happen: check the deal on the service, then run botform resolve last",
      "rule 10, wrote",
      "take profit 5 1.3 true; take profit 5 1.3 true; take profit 5 1.3 true",
    ],
  ],
  [
    "its order is nearer to the new one",
    "take-profit",
    { about: TO_1_3, before: [at("1.2", "101.29")] },
    ["applied: the take profit of deal 5 was already at 1.3 %", "", "", ""],
  ],
  [
    "its settings show it, and its order has gone",
    "take-profit",
    { about: TO_2, after: [at("2", undefined, naked)] },
    [
      "unknown: the command to change the take profit was sent, but its effect wasn't observed within 120 s",
      "it may still happen: check the deal on the service, then run botform resolve last",
      "rule 10, wrote",
      "take profit 5 2 true; take profit 5 2 true; take profit 5 2 true",
    ],
  ],
  [
    "its settings show it, its order has gone, and the service had said no",
    "take-profit",
    { about: TO_2, answer: NO, after: [at("2", undefined, naked)] },
    [
      "unknown: the command to change the take profit was refused (no), but its effect wasn't observed within 120 s",
      "it may still happen: check the deal on the service, then run botform resolve last",
      "rule 10, wrote",
      "take profit 5 2 true; take profit 5 2 true; take profit 5 2 true",
    ],
  ],
  [
    "it was naked, stays so, and the service had said no",
    "take-profit",
    { about: TO_2, answer: NO, planned: [at("1.2", undefined, naked)] },
    [
      "failed: refused by the service; nothing has changed: no",
      "correct what the message names, then try again",
      "rule 19",
      "take profit 5 2 true; take profit 5 2 true; take profit 5 2 true",
    ],
  ],
  [
    "its order is placed anew",
    "take-profit",
    { about: TO_2, meanwhile: [[at("2", undefined, naked)]], after: [at("2", "102")] },
    ["applied: observed: the deal's settings show 2 %", "", "wrote", "take profit 5 2 true"],
  ],
  [
    "the deals that ran go on",
    "start-deal",
    { planned: [PLANNED, at("3", "103", { id: 4 })] },
    [
      "unknown: the command to start a deal was sent, but its effect wasn't observed within 120 s",
      "it may still happen: check the deal on the service, then run botform resolve last",
      "rule 10, wrote",
      "start 7",
    ],
  ],
  [
    "one opens beside those that ran",
    "start-deal",
    { planned: [PLANNED, at("3", "103", { id: 4 })], after: [PLANNED, at("3", "103", { id: 4 }), deal(6, 7)] },
    ["applied: deal 6 is running on USDT-BTC", "", "wrote", "start 7"],
  ],
  [
    "an earlier start may still take effect",
    "start-deal",
    { earlier: [intent("start-deal", 7, START)] },
    [
      "failed: nothing was sent: an earlier run sent a start for this bot, which may still take effect",
      "check with botform resolve; a start can be sent again in 120 s",
      "rule 9",
      "",
    ],
  ],
  [
    "an earlier take profit may still arrive",
    "take-profit",
    {
      about: TO_2,
      after: [at("2", "101.2")],
      earlier: [intent("take-profit", 7, START, { dealId: 5, notAfter: START + 2_000 })],
    },
    [
      "applied: observed: the deal's settings show 2 %",
      "",
      "wrote",
      "take profit 5 2 true after 2000 ms and 1 readings",
    ],
  ],
])("%s: %s", async (_because, action, scene, expected) => {
  expect(await carriedOut(action, scene)).toEqual(expected);
});

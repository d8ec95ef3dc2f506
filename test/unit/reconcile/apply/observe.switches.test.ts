// How a switch that was sent is watched: what the list and the details show when, and how its step ends (rules 6, 10, 18 and 19).
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { OpenIntent } from "../../../../src/model/plan/open-intent.js";
import type { Outcome } from "../../../../src/model/plan/outcome.js";
import { ServiceError, type WriteAnswer } from "../../../../src/model/ports.js";
import { awaitSwitches, isInDoubt, quietly } from "../../../../src/reconcile/apply/observe.js";
import { Run } from "../../../../src/reconcile/apply/run.js";
import type { ApplyPorts, StepResult } from "../../../../src/reconcile/apply/run-options.js";
import { VirtualClock } from "../../../support/clock.js";
import { earlier } from "../earlier.js";
import { live } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

const [ON, OFF] = [live(7, "a", { on: true }), live(7, "a")];
const BROKEN = new ServiceError("http", "HTTP 500");
const REFUSED: WriteAnswer = { kind: "refused", message: "no" };

interface Scene {
  /** What the list and the details show, one after the other, the last for ever. */
  readonly rows?: readonly (readonly ObservedBot[] | ServiceError)[];
  readonly details?: readonly (ObservedBot | ServiceError)[];
  /** To a command that was sent before. */
  readonly answer?: WriteAnswer;
  /** What sending it again comes to each time; without it nothing is. */
  readonly again?: StepResult | "sent";
  readonly deadline?: number;
  readonly earlier?: (now: number) => OpenIntent;
  readonly hasEnded?: boolean;
}

const NEVER = () => Promise.reject(new Error("nobody asks for that"));
/** A service that nobody asks. */
const unread = (clock: VirtualClock): ApplyPorts => ({
  clock,
  reader: { accesses: NEVER, bot: NEVER, bots: NEVER, endedDeals: NEVER, pairs: NEVER, runningDeals: NEVER },
  writer: {
    ...{ create: NEVER, update: NEVER, startDeal: NEVER, changeTakeProfit: NEVER, completeDeal: NEVER },
    ...{ cancelDeal: NEVER, turnOn: NEVER, turnOff: NEVER },
  },
});
/** What is looked at when, in milliseconds, and how the step ends. */
async function watched(on: boolean, scene: Scene = {}): Promise<string> {
  const { rows = [[on ? ON : OFF]], details = [on ? ON : OFF], answer, deadline = 9_000, hasEnded = false } = scene;
  const clock = new VirtualClock();
  const start = clock.elapsed();
  const log: string[] = [];
  const note = (what: string) => void log.push(`${what} ${clock.elapsed() - start}`);
  const next = <T>(left: (T | ServiceError)[]): T => {
    const [one] = left.length > 1 ? left.splice(0, 1) : left;
    if (one === undefined || one instanceof ServiceError) throw one ?? BROKEN;
    return one;
  };
  const [lists, looks] = [[...rows], [...details]];
  const ports: ApplyPorts = {
    clock,
    reader: {
      ...unread(clock).reader,
      async bots() {
        note("list");
        return next(lists);
      },
      async bot(id) {
        note(`bot ${id}`);
        return next(looks);
      },
    },
    writer: {
      ...unread(clock).writer,
      ...{ turnOn: async () => answer ?? REFUSED, turnOff: async () => answer ?? REFUSED },
    },
  };
  const outcomes: Outcome[] = [];
  const sends = on ? "turn-on" : "turn-off";
  const only = step(sends, "a");
  const run = new Run(planOf([plannedBot("a", on ? OFF : ON)], [only]), ports, {
    commandDeadlineMs: deadline,
    onEvent: (event) => void (event.type === "ended" && outcomes.push(event.outcome)),
    ...(scene.earlier !== undefined && { earlier: [scene.earlier(clock.now())] }),
  });
  if (answer !== undefined) await run.write(only, { sends, botId: 7 });
  if (hasEnded) run.end(only, { kind: "skipped", detail: "it was done with" });
  if (scene.again === undefined) await awaitSwitches(run, [only], on);
  else
    await awaitSwitches(run, [only], on, async () => {
      note("again");
      return scene.again === "sent" ? undefined : scene.again;
    });
  const [{ kind, detail, next: todo, rule } = { kind: "not ended" as const, detail: "", next: "", rule: undefined }] =
    outcomes;
  return [
    log.join(", "),
    [kind, detail, todo, rule].filter((part) => part !== undefined).join(" | "),
    outcomes.length,
  ].join("\n  ");
}

const SECOND = 1_000;
const turnOn = (now: number) => earlier("turn-on", 7, now, { notAfter: now - SECOND, deadlineMs: 0 });

it("a switch ends as the list and the details show it", async () => {
  const scenes: readonly (readonly [what: string, on: boolean, scene?: Scene])[] = [
    ["on", true],
    ["off", false],
    ["on, which the list shows late: the details aren't read before", true, { rows: [[OFF], [OFF], [ON]] }],
    ["on, which the details show late", true, { details: [OFF, ON] }],
    ["on, with other settings", true, { details: [live(7, "a", { on: true, fields: { leverage: "9" } })] }],
    ["off, with other settings", false, { details: [live(7, "a", { fields: { leverage: "9" } })] }],
    ["never on", true, { rows: [[OFF]], details: [OFF] }],
    ["on, and the list lacks it", true, { rows: [[live(8, "b")]], details: [ON] }],
    ["off, and the list lacks it", false, { rows: [[live(8, "b")]] }],
    ["off, and the list is suddenly empty", false, { rows: [[], [OFF]] }],
    ["off, beside another bot", false, { rows: [[live(8, "b", { on: true }), OFF]] }],
    ["off, and the list can't be read", false, { rows: [BROKEN], details: [OFF] }],
    ["off, and the details can't be read", false, { details: [BROKEN] }],
    ["off, and the details can't be read at first", false, { details: [BROKEN, OFF] }],
    ["it was done with", false, { hasEnded: true }],
  ];
  const ends = scenes.map(async ([what, on, scene]) => `${what}:\n  ${await watched(on, scene)}`);
  expect((await Promise.all(ends)).join("\n")).toMatchInlineSnapshot(`
    "on:
      list 300, bot 7 300
      applied | observed: on (ENABLED)
      1
    off:
      list 300, bot 7 300
      applied | observed: off (DISABLED)
      1
    on, which the list shows late: the details aren't read before:
      list 300, list 800, list 1800, bot 7 1800
      applied | observed: on (ENABLED)
      1
    on, which the details show late:
      list 300, bot 7 300, list 800, bot 7 800
      applied | observed: on (ENABLED)
      1
    on, with other settings:
      list 300, bot 7 300
      failed | observed: on (ENABLED), but it changed meanwhile: leverage: expected 5, but the service shows 9 | if it must not run like this, turn it off on the service, then run plan | 6
      1
    off, with other settings:
      list 300, bot 7 300
      applied | observed: off (DISABLED)
      1
    never on:
      list 300, list 800, list 1800, list 3800, list 5800, list 7800, list 9000, bot 7 9000
      unknown | the command to turn the bot on was sent, but its effect wasn't observed within 9 s | it may still happen: check the bot on the service, then run plan again | 10
      1
    on, and the list lacks it:
      list 300, list 800, list 1800, list 3800, list 5800, list 7800, list 9000, bot 7 9000
      applied | observed: on (ENABLED)
      1
    off, and the list lacks it:
      list 300, bot 7 300
      applied | observed: off (DISABLED)
      1
    off, and the list is suddenly empty:
      list 300, list 800, bot 7 800
      applied | observed: off (DISABLED)
      1
    off, beside another bot:
      list 300, bot 7 300
      applied | observed: off (DISABLED)
      1
    off, and the list can't be read:
      list 300, list 800, list 1800, list 3800, list 5800, list 7800, list 9000, bot 7 9000
      applied | observed: off (DISABLED)
      1
    off, and the details can't be read:
      list 300, bot 7 300, list 800, bot 7 800, list 1800, bot 7 1800, list 3800, bot 7 3800, list 5800, bot 7 5800, list 7800, bot 7 7800, list 9000, bot 7 9000, bot 7 9000
      unknown | the command to turn the bot off was sent, but its effect wasn't observed within 9 s | it may still happen: check the bot on the service, then run plan again | 10
      1
    off, and the details can't be read at first:
      list 300, bot 7 300, list 800, bot 7 800
      applied | observed: off (DISABLED)
      1
    it was done with:
      
      skipped | it was done with
      1"
  `);
});

it("a turn-off is sent again while it isn't observed, until another look forbids it", async () => {
  const never = { rows: [[ON]], details: [ON] };
  const stale: StepResult = { kind: "failed", detail: "it is another bot now", next: "run plan", rule: 9, stale: true };
  const scenes: readonly (readonly [what: string, scene: Scene])[] = [
    ["sent again, to no avail", { ...never, again: "sent" }],
    ["sent again, and done", { rows: [[ON], [ON], [ON], [ON], [OFF]], again: "sent" }],
    ["it couldn't be sent again", { ...never, again: { kind: "failed", detail: "nothing was sent" } }],
    ["it isn't the bot any more", { ...never, again: stale }],
  ];
  const ends = scenes.map(async ([what, scene]) => `${what}:\n  ${await watched(false, scene)}`);
  expect((await Promise.all(ends)).join("\n")).toMatchInlineSnapshot(`
    "sent again, to no avail:
      list 300, list 800, list 1800, list 3800, again 3800, list 5800, list 7800, again 7800, list 9000, bot 7 9000
      unknown | the command to turn the bot off was sent, but its effect wasn't observed within 9 s | it may still happen: check the bot on the service, then run plan again | 10
      1
    sent again, and done:
      list 300, list 800, list 1800, list 3800, again 3800, list 5800, bot 7 5800
      applied | observed: off (DISABLED)
      1
    it couldn't be sent again:
      list 300, list 800, list 1800, list 3800, again 3800, list 5800, list 7800, again 7800, list 9000, bot 7 9000
      unknown | the command to turn the bot off was sent, but its effect wasn't observed within 9 s | it may still happen: check the bot on the service, then run plan again | 10
      1
    it isn't the bot any more:
      list 300, list 800, list 1800, list 3800, again 3800
      unknown | told once to turn off: it is another bot now | run plan | 9
      1"
  `);
});

it("a refusal is believed once the bot was watched for as long as a command may take (rule 19)", async () => {
  const never = { rows: [[OFF]], details: [OFF] };
  const scenes: readonly (readonly [what: string, on: boolean, scene: Scene])[] = [
    ["nothing has happened", true, { ...never, answer: REFUSED, deadline: 120_000 }],
    ["nothing has happened, and it is on", false, { rows: [[ON]], details: [ON], answer: REFUSED, deadline: 120_000 }],
    ["it is on all the same", true, { answer: REFUSED }],
    ["it was watched for less", true, { ...never, answer: REFUSED }],
    ["it can't be read", true, { rows: [[OFF]], details: [BROKEN], answer: REFUSED, deadline: 120_000 }],
    ["it was accepted", true, { ...never, answer: { kind: "accepted" }, deadline: 120_000 }],
  ];
  const ends = scenes.map(async ([what, on, scene]) => {
    const [looks = "", ...end] = (await watched(on, scene)).split("\n");
    return [`${what}:`, `  ${looks.split(", ").at(-1)}`, ...end].join("\n");
  });
  expect((await Promise.all(ends)).join("\n")).toMatchInlineSnapshot(`
    "nothing has happened:
      bot 7 120000
      failed | refused by the service; the bot still reads off (DISABLED) after 120 s: no | correct what the message names, then run apply again | 19
      1
    nothing has happened, and it is on:
      bot 7 120000
      failed | refused by the service; the bot still reads on (ENABLED) after 120 s: no | correct what the message names, then run apply again | 19
      1
    it is on all the same:
      bot 7 300
      applied | refused by the service (no), but observed: on (ENABLED)
      1
    it was watched for less:
      bot 7 9000
      unknown | the command to turn the bot on was refused (no), but its effect wasn't observed within 9 s | it may still happen: check the bot on the service, then run plan again | 10
      1
    it can't be read:
      bot 7 120000
      unknown | the command to turn the bot on was refused (no), but its effect wasn't observed within 120 s | it may still happen: check the bot on the service, then run plan again | 10
      1
    it was accepted:
      bot 7 120000
      unknown | the command to turn the bot on was sent, but its effect wasn't observed within 120 s | it may still happen: check the bot on the service, then run plan again | 10
      1"
  `);
});

describe("while an earlier turn-on may still take effect (rule 18)", () => {
  it("off isn't off, and the watch lasts as long; on is on", async () => {
    const [off, on, over] = await Promise.all([
      watched(false, { earlier: turnOn }),
      watched(true, { earlier: turnOn }),
      watched(false, { earlier: (now) => turnOn(now - 120 * SECOND) }),
    ]);
    const [looks = "", end] = off.split("\n");
    const [first, last] = [looks.split(", ").slice(0, 4), looks.split(", ").slice(-2)];
    expect([first, last, end, on.split("\n"), over.split("\n")]).toMatchInlineSnapshot(`
      [
        [
          "list 300",
          "bot 7 300",
          "list 800",
          "bot 7 800",
        ],
        [
          "list 120000",
          "bot 7 120000",
        ],
        "  applied | observed: off (DISABLED)",
        [
          "list 300, bot 7 300",
          "  applied | observed: on (ENABLED)",
          "  1",
        ],
        [
          "list 300, bot 7 300",
          "  applied | observed: off (DISABLED)",
          "  1",
        ],
      ]
    `);
  });

  it("its bot is in doubt, and no other", () => {
    const clock = new VirtualClock();
    const inDoubt = (...intents: OpenIntent[]) => {
      const run = new Run(planOf([plannedBot("a", ON)], [step("turn-off", "a")]), unread(clock), { earlier: intents });
      return isInDoubt(run, step("turn-off", "a"));
    };
    const now = clock.now();
    const other = { ...turnOn(now), botId: 8 };
    expect([inDoubt(), inDoubt(turnOn(now)), inDoubt(other), inDoubt(turnOn(now - 120 * SECOND), other)]).toEqual([
      ...[false, true, false, false],
    ]);
    expect(inDoubt(turnOn(now - 120 * SECOND), turnOn(now - 119 * SECOND))).toBe(true);
  });
});

it("a reading that fails shows nothing; a fault of botform's own isn't one, and rejected credentials blind the run", async () => {
  const run = new Run(planOf([], []), unread(new VirtualClock()), {});
  expect([await quietly(run, Promise.resolve(1)), await quietly(run, Promise.reject(BROKEN)), run.isBlind]).toEqual([
    ...[1, undefined, false],
  ]);
  await expect(quietly(run, Promise.reject(new TypeError("bug")))).rejects.toEqual(new TypeError("bug"));
  expect(await quietly(run, Promise.reject(new ServiceError("auth", "HTTP 401")))).toBeUndefined();
  expect([run.isBlind, run.stop]).toEqual([true, "unauthorized"]);
});

// The way back of a run, from a journal and a reader in a few lines: the whole plan, what it says, and what it reads.
import { expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { PlannedBot, Step } from "../../../../src/model/plan/plan.js";
import { ServiceError, type ServiceReader } from "../../../../src/model/ports.js";
import type { JournalEntry } from "../../../../src/reconcile/ledger/journal-format.js";
import { planUndo } from "../../../../src/reconcile/undo/undo.js";
import { live, observed } from "../fleet.js";
import { run } from "../ledger/entries.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

interface Scene {
  readonly bots: readonly PlannedBot[];
  readonly steps: readonly Step[];
  readonly entries?: readonly JournalEntry[];
  readonly now: readonly ObservedBot[];
  /** What the list lacks of them. */
  readonly unlisted?: readonly number[];
}

/** The plan of the way back in lines, and which bots were read one by one for it. */
async function back({ bots, steps, entries, now, unlisted = [] }: Scene): Promise<readonly string[]> {
  const reads: number[] = [];
  const reader: ServiceReader = {
    accesses: async () => observed([]).accesses,
    pairs: async () => ["USDT-BTC"],
    bots: async () => now.filter(({ id }) => !unlisted.includes(id)),
    async bot(id) {
      reads.push(id);
      return now.find((one) => one.id === id) ?? Promise.reject(new ServiceError("absent", "no such bot"));
    },
    runningDeals: async () => [],
    endedDeals: async () => [],
  };
  const past = run(entries ?? steps.flatMap((one, at) => acted(one, at)), { plan: planOf(bots, steps) });
  const plan = await planUndo(past, reader);
  expect([plan.account, plan.exchange, plan.configDigest, plan.undeclared]).toEqual([
    ...["main", "SERVICE_FUTURES", "undo/r1", []],
  ]);
  for (const { origin } of plan.diagnostics)
    expect([undefined, { file: "journal/r1", path: [] }]).toContainEqual(origin);
  return [
    ...plan.steps.map(({ action, address, changes }) =>
      [`${action} ${address}`, ...changes.map(({ field, before, after }) => `${field} ${before} → ${after}`)].join(
        ", ",
      ),
    ),
    ...Object.values(plan.bots).flatMap(({ address, observed: of, replaces }) =>
      replaces === undefined ? [] : [`${address} is #${of?.id} and replaces ${replaces}`],
    ),
    ...plan.diagnostics.map(({ severity, code, address, summary, remedy }) =>
      [severity, code, address, summary, remedy].join(" | "),
    ),
    `read: ${[...new Set(reads)].sort().join(", ")}`,
  ];
}

/** Sent and taken. */
function acted(
  { action, address }: Step,
  at: number,
  botId?: number,
  kind: "applied" | "unknown" = "applied",
): JournalEntry[] {
  const ids = botId === undefined ? {} : { botId };
  return [
    { type: "intent", at: 1, write: at, address, step: action, sends: action },
    { type: "answer", at: 2, write: at, kind: kind === "applied" ? "accepted" : "ambiguous" },
    { type: "outcome", at: 3, outcome: { address, action, kind, detail: "", stale: false, wrote: true, ...ids } },
  ];
}
const changed = (key: string, ...changes: Step["changes"]): Step => ({ ...step("update", key), changes });
const LEVERAGE = { field: "leverage", before: "3", after: "5" } as const;
const A = live(1, "a", { fields: { leverage: "3" } });

it.each<[string, Scene, readonly string[]]>([
  [
    "an update and a turn-on go back, and only their bot is read",
    {
      bots: [plannedBot("a", A)],
      steps: [changed("a", LEVERAGE), step("turn-on", "a")],
      now: [live(1, "a", { on: true }), live(2, "b")],
    },
    ["turn-off main/a", "update main/a, leverage 5 → 3", "read: 1"],
  ],
  [
    "what is back already needs no step, and what others changed is told",
    {
      bots: [plannedBot("a", A)],
      steps: [
        changed(
          "a",
          LEVERAGE,
          { field: "percentTakeProfit", before: "1", after: "2" },
          { field: "priceLevelUp", before: null, after: "9" },
        ),
      ],
      now: [live(1, "a", { fields: { leverage: "3", percentTakeProfit: "7", priceLevelUp: "8" } })],
    },
    [
      "update main/a, percentTakeProfit 7 → 1, priceLevelUp 8 → null",
      "warning | plan/changed-since | main/a | percentTakeProfit has changed since that run, not by botform: 2 → 7 | Undoing to 1 reverts that change, too; check that you want that.",
      "warning | plan/changed-since | main/a | priceLevelUp has changed since that run, not by botform: 9 → 8 | Undoing to off reverts that change, too; check that you want that.",
      "read: 1",
    ],
  ],
  [
    "of its deals only what it may have acted on can't be undone",
    {
      bots: [plannedBot("a", A)],
      steps: [
        { ...step("complete-deal", "a"), deal: { id: 5 } },
        { ...step("cancel-deal", "a"), deal: { id: 6 } },
      ],
      entries: [
        {
          type: "intent",
          at: 1,
          write: 1,
          address: "main/a",
          step: "complete-deal",
          sends: "complete-deal",
          dealId: 5,
        },
        { type: "intent", at: 1, write: 2, address: "main/a", step: "cancel-deal", sends: "cancel-deal", dealId: 6 },
        { type: "answer", at: 2, write: 2, kind: "not-sent" },
      ],
      now: [A],
    },
    [
      "warning | plan/in-doubt | main/a | it is unknown whether the complete-deal of that run took effect; it still may | Check again with botform resolve r1.",
      "warning | plan/deal-stays | main/a | that run completed deal 5, which can't be undone | Check the deal and its position on the service and on the exchange.",
      "read: 1",
    ],
  ],
  [
    "what no parameter can set stays",
    {
      bots: [plannedBot("a", A)],
      steps: [
        changed(
          "a",
          { field: "leverage", before: null, after: "5" },
          { field: "countOrderMax", before: "9999", after: "5" },
          { field: "strategy", before: "SHORT", after: "LONG" },
        ),
      ],
      now: [live(1, "a")],
    },
    [
      "update main/a, strategy LONG → SHORT",
      "warning | plan/no-way-back | main/a | leverage stays 5: no parameter can set it back to off | If it matters, set it on the service's website.",
      "warning | plan/no-way-back | main/a | countOrderMax stays off: no parameter can set it back to 9999 | If it matters, set it on the service's website.",
      "read: 1",
    ],
  ],
  [
    "a created bot is turned off and named, by its title of now",
    {
      bots: [plannedBot("a", null)],
      steps: [step("create", "a")],
      entries: acted(step("create", "a"), 1, 1),
      now: [live(1, "z", { on: true }), live(2, "a")],
    },
    [
      "turn-off main/a",
      "warning | plan/stays-behind | main/a | bot 1 \"z\" was created by that run and stays on the account, off: the service can't delete a bot | If you don't want it, delete it on the service's website.",
      "read: 1, 2",
    ],
  ],
  [
    "a created bot without a title has the planned one",
    {
      bots: [plannedBot("a", null)],
      steps: [step("create", "a")],
      entries: acted(step("create", "a"), 1, 1),
      now: [{ ...live(1, "a"), fields: { ...live(1, "a").fields, title: null } }],
    },
    [
      "update main/a, title null → a",
      "warning | plan/stays-behind | main/a | bot 1 \"a\" was created by that run and stays on the account, off: the service can't delete a bot | If you don't want it, delete it on the service's website.",
      "read: 1",
    ],
  ],
  [
    "a create without an answer is the only bot of its title on its access",
    {
      bots: [plannedBot("a", null)],
      steps: [step("create", "a")],
      entries: acted(step("create", "a"), 1, undefined, "unknown"),
      now: [live(1, "a", { on: true }), live(2, "a", { accessId: 2 })],
    },
    [
      "turn-off main/a",
      "warning | plan/stays-behind | main/a | bot 1 \"a\" was created by that run and stays on the account, off: the service can't delete a bot | If you don't want it, delete it on the service's website.",
      "read: 1, 2",
    ],
  ],
  [
    "nobody knows of which of several",
    {
      bots: [plannedBot("a", null)],
      steps: [step("create", "a")],
      entries: acted(step("create", "a"), 1, undefined, "unknown"),
      now: [live(1, "a"), live(2, "a")],
    },
    [
      'warning | plan/not-found | main/a | it is unknown whether that run created "a": several bots are called that on its access | Check again with botform resolve r1.',
      "read: 1, 2",
    ],
  ],
  [
    "nor of none",
    {
      bots: [plannedBot("a", null)],
      steps: [step("create", "a")],
      entries: acted(step("create", "a"), 1, undefined, "unknown"),
      now: [live(1, "b")],
    },
    [
      'warning | plan/not-found | main/a | it is unknown whether that run created "a": no bot is called that on its access | Check again with botform resolve r1.',
      "read: ",
    ],
  ],
  [
    "a bot that is gone is named",
    { bots: [plannedBot("a", A)], steps: [changed("a", LEVERAGE)], now: [live(2, "b")] },
    [
      'warning | plan/gone | main/a | bot 1 "a" is no longer on the service: what that run did to it can\'t be undone | There is nothing to do, unless the API key now belongs to another account.',
      "read: 1",
    ],
  ],
  [
    "and one that the list doesn't show",
    { bots: [plannedBot("a", A)], steps: [changed("a", LEVERAGE)], now: [live(1, "a"), live(2, "b")], unlisted: [1] },
    [
      'error | plan/not-listed | main/a | the bot list doesn\'t show bot 1 "a", although its details can be read | Try again when the list shows it.',
      "read: 1",
    ],
  ],
  [
    "an update in doubt is undone, and told of",
    {
      bots: [plannedBot("a", A)],
      steps: [changed("a", LEVERAGE)],
      entries: acted(step("update", "a"), 1, undefined, "unknown"),
      now: [live(1, "a")],
    },
    [
      "update main/a, leverage 5 → 3",
      "warning | plan/in-doubt | main/a | it is unknown whether the update of that run took effect; it still may | Check again with botform resolve r1.",
      "read: 1",
    ],
  ],
  [
    "a bot whose title another that is on has stays off",
    {
      bots: [plannedBot("a", live(1, "a", { on: true }))],
      steps: [step("turn-off", "a")],
      now: [
        live(1, "a"),
        live(2, "a", { on: true, raw: "WORKING" }),
        live(3, "a", { accessId: 2, on: true }),
        live(4, "a"),
      ],
    },
    [
      'warning | plan/stays-off | main/a | bot 1 is not turned on again: "a" is also the title of 2 (WORKING), and only one may be on | Turn the right one on, on the service.',
      "read: 1, 2, 3, 4",
    ],
  ],
  [
    "one whose title others had on the run's own account goes on where they don't",
    {
      bots: [plannedBot("a", live(1, "a", { on: true }))],
      steps: [step("turn-off", "a")],
      now: [live(1, "a"), live(2, "a")],
    },
    ["turn-on main/a", "read: 1, 2"],
  ],
  [
    "an emergency stop's bot is on its access of now",
    {
      bots: [plannedBot("a", live(1, "a", { on: true, accessId: null }))],
      steps: [step("turn-off", "a")],
      now: [live(1, "a", { accessId: 2 })],
    },
    ["turn-on main/a", "read: 1"],
  ],
  [
    "a replaced bot waits for its replacement to be off",
    {
      bots: [
        plannedBot("#1", live(1, "a", { on: true }), { title: "a" }),
        plannedBot("a", null, { replaces: [1], accessId: 2 }),
        plannedBot("c", null),
      ],
      steps: [step("turn-off", "#1"), step("create", "a"), step("create", "c")],
      entries: [
        ...acted(step("turn-off", "#1"), 1),
        ...acted(step("create", "a"), 2, 2),
        ...acted(step("create", "c"), 3, 3),
      ],
      now: [live(1, "a"), live(2, "a", { on: true, accessId: 2 }), live(3, "c")],
    },
    [
      "turn-off main/a",
      "turn-on main/#1",
      "main/#1 is #1 and replaces 2",
      "warning | plan/stays-behind | main/a | bot 2 \"a\" was created by that run and stays on the account, off: the service can't delete a bot | If you don't want it, delete it on the service's website.",
      "warning | plan/stays-behind | main/c | bot 3 \"c\" was created by that run and stays on the account, off: the service can't delete a bot | If you don't want it, delete it on the service's website.",
      "read: 1, 2, 3",
    ],
  ],
  [
    "what was refused or had no effect needs no way back",
    {
      bots: [plannedBot("a", A), plannedBot("b", live(2, "b"))],
      steps: [changed("a", LEVERAGE), step("turn-on", "b")],
      entries: [
        { type: "intent", at: 1, write: 1, address: "main/a", step: "update", sends: "update" },
        { type: "answer", at: 2, write: 1, kind: "refused" },
        {
          type: "outcome",
          at: 3,
          outcome: { address: "main/a", action: "update", kind: "failed", detail: "", stale: false, wrote: false },
        },
        ...acted(step("turn-on", "b"), 2, undefined, "unknown"),
        { type: "resolved", at: 4, address: "main/b", step: "turn-on", verdict: "no-effect", detail: "" },
      ],
      now: [live(1, "a"), live(2, "b", { on: true })],
    },
    ["read: "],
  ],
  [
    "the settings go back of a bot that was turned off, too",
    {
      bots: [plannedBot("a", live(1, "a", { on: true, fields: { leverage: "3" } }))],
      steps: [step("turn-off", "a"), changed("a", LEVERAGE)],
      now: [live(1, "a")],
    },
    ["update main/a, leverage 5 → 3", "turn-on main/a", "read: 1"],
  ],
  [
    "what the run didn't switch stays off",
    {
      bots: [plannedBot("a", live(1, "a", { on: true, fields: { leverage: "3" } }))],
      steps: [changed("a", LEVERAGE)],
      now: [live(1, "a")],
    },
    ["update main/a, leverage 5 → 3", "read: 1"],
  ],
  [
    "a title goes back, and bots that have it, or had it, are read",
    {
      bots: [plannedBot("a", live(1, "old"))],
      steps: [changed("a", { field: "title", before: "old", after: "a" })],
      now: [live(1, "z"), live(3, "a"), live(4, "z"), live(5, "b")],
    },
    [
      "update main/a, title z → old",
      "warning | plan/changed-since | main/a | title has changed since that run, not by botform: a → z | Undoing to old reverts that change, too; check that you want that.",
      "read: 1, 3, 4",
    ],
  ],
  [
    "a title that another bot has by now doesn't go back",
    {
      bots: [plannedBot("a", live(1, "old"))],
      steps: [changed("a", { field: "title", before: "old", after: "a" })],
      now: [live(1, "a"), live(2, "old")],
    },
    [
      'error | plan/title-taken | main/a | bot 1 "a" can\'t be renamed to "old" while bot 2 has that title | Rename the other one first: apply it alone with --target, then this one.',
      "read: 1, 2",
    ],
  ],
  [
    "the settings go back of a bot that stays off, since another has its title",
    {
      bots: [plannedBot("a", live(1, "a", { on: true, fields: { leverage: "3" } }))],
      steps: [step("turn-off", "a"), changed("a", LEVERAGE)],
      now: [live(1, "a"), live(2, "a", { on: true })],
    },
    [
      "update main/a, leverage 5 → 3",
      'warning | plan/stays-off | main/a | bot 1 is not turned on again: "a" is also the title of 2 (ENABLED), and only one may be on | Turn the right one on, on the service.',
      "read: 1, 2",
    ],
  ],
  [
    "a create whose run died is the only bot of its title",
    {
      bots: [plannedBot("a", null)],
      steps: [step("create", "a")],
      entries: acted(step("create", "a"), 1).slice(0, 1),
      now: [live(1, "a")],
    },
    [
      "warning | plan/stays-behind | main/a | bot 1 \"a\" was created by that run and stays on the account, off: the service can't delete a bot | If you don't want it, delete it on the service's website.",
      "read: 1",
    ],
  ],
  [
    "a created bot is the one that a later step was sent to",
    {
      bots: [plannedBot("a", null)],
      steps: [step("create", "a"), step("turn-on", "a")],
      entries: [...acted(step("create", "a"), 1), ...acted(step("turn-on", "a"), 2, 1)],
      now: [live(1, "a"), live(2, "a")],
    },
    [
      "warning | plan/stays-behind | main/a | bot 1 \"a\" was created by that run and stays on the account, off: the service can't delete a bot | If you don't want it, delete it on the service's website.",
      "read: 1, 2",
    ],
  ],
  [
    "a replaced bot whose replacement was never made waits for nothing",
    {
      bots: [
        plannedBot("#1", live(1, "a", { on: true }), { title: "a" }),
        plannedBot("a", null, { replaces: [1], accessId: 2 }),
      ],
      steps: [step("turn-off", "#1"), step("create", "a")],
      entries: acted(step("turn-off", "#1"), 1),
      now: [live(1, "a")],
    },
    ["turn-on main/#1", "read: 1"],
  ],
  [
    "two that had one title stay off both",
    {
      bots: [
        plannedBot("a", live(1, "x", { on: true }), { title: "x" }),
        plannedBot("b", live(2, "x", { on: true, fields: { leverage: "3" } }), { title: "y" }),
      ],
      steps: [
        step("turn-off", "a"),
        step("turn-off", "b"),
        changed("b", LEVERAGE, { field: "title", before: "x", after: "y" }),
      ],
      now: [live(1, "x"), live(2, "y")],
    },
    [
      'warning | plan/stays-off | main/a | bot 1 is not turned on again: "x" is also the title of 2 (DISABLED), and only one may be on | Turn the right one on, on the service.',
      'warning | plan/stays-off | main/b | bot 2 is not turned on again: "x" is also the title of 1 (DISABLED), and only one may be on | Turn the right one on, on the service.',
      'error | plan/title-taken | main/b | bot 2 "y" can\'t be renamed to "x" while bot 1 has that title | Rename the other one first: apply it alone with --target, then this one.',
      "read: 1, 2",
    ],
  ],
  [
    "a deal that nothing was done to isn't named",
    {
      bots: [plannedBot("a", A)],
      steps: [{ ...step("complete-deal", "a"), deal: { id: 5 } }, changed("a", LEVERAGE)],
      entries: acted(step("update", "a"), 1),
      now: [live(1, "a")],
    },
    ["update main/a, leverage 5 → 3", "read: 1"],
  ],
])("%s", async (_what, scene, expected) => {
  expect(await back(scene)).toEqual(expected);
});

type Answer = Extract<JournalEntry, { type: "answer" }>["kind"];
it.each<
  [acts: boolean, because: string, answers: (Answer | undefined)[], kind?: "failed" | "unknown", wrote?: boolean]
>([
  [true, "the run died before its end", [undefined]],
  [true, "the answer was lost", ["ambiguous"]],
  [false, "it never left", ["not-sent"]],
  [false, "it was refused", ["refused"], "failed"],
  [true, "it was refused, and something was written all the same", ["refused"], "failed", true],
  [true, "it was refused once, and taken once", ["refused", "accepted"], "failed"],
  [true, "it failed, and an answer was lost", ["ambiguous"], "failed"],
  [true, "it failed, and a write has no answer", [undefined], "failed"],
  [true, "nobody knows", ["refused"], "unknown"],
  [false, "it was never begun", []],
])("a turn-on has acted: %s, since %s", async (acts, _because, answers, kind, wrote = false) => {
  const about = { address: "main/a", action: "turn-on" } as const;
  const entries = [
    ...answers.flatMap((answer, write): JournalEntry[] => [
      { type: "intent", at: 1, write, address: "main/a", step: "turn-on", sends: "turn-on" },
      ...(answer === undefined ? [] : [{ type: "answer", at: 2, write, kind: answer } as const]),
    ]),
    ...(kind === undefined
      ? []
      : [{ type: "outcome", at: 3, outcome: { ...about, kind, detail: "", stale: false, wrote } } as const]),
  ];
  const found = await back({
    bots: [plannedBot("a", A)],
    steps: [step("turn-on", "a")],
    entries,
    now: [live(1, "a", { on: true })],
  });
  expect(found[0]).toBe(acts ? "turn-off main/a" : "read: ");
});

it("a list that is suddenly empty shows nothing; one of an account that had no bots does", async () => {
  const gone = { bots: [plannedBot("a", A)], steps: [changed("a", LEVERAGE)], now: [] };
  await expect(back(gone)).rejects.toThrow("the bot list is suddenly empty");
  const none = { bots: [plannedBot("a", null)], steps: [step("create", "a")], now: [] };
  expect((await back(none))[0]).toMatch(/^warning \| plan\/not-found \| main\/a \| /);
});

// Every state of the small model, through the shipped decisions: the promises, and what they rest on.
import { describe, expect, it } from "vitest";
import { LANE } from "../../support/lane.js";
import { explore, told } from "./explore.js";
import type { Bot } from "./state.js";
import { type Changes, configure } from "./world.js";

const FAULTS = { ambiguous: 1, misses: 1, restarts: 1, alterations: 1 };
const TWO_OFF: readonly Bot[] = [1, 2].map((id) => ({ id, altered: false, on: false }));
const ONE_ON: readonly Bot[] = [{ id: 1, altered: false, on: true }];

interface Bounds {
  /** It tells that nothing fell out of the model: a decision that refuses more makes fewer. */
  readonly states: number;
  /** The most bots of the title in any state. */
  readonly mostBots: number;
}

type Row = readonly [what: string, changes: Changes, bounds: Bounds];

const KEPT: readonly Row[] = [
  ["one runner", { budget: { ...FAULTS, restarts: 2 } }, { states: 5828, mostBots: 3 }],
  ["two runners at once, no crash", { runners: 2, budget: { misses: 1 } }, { states: 470, mostBots: 2 }],
  ["two runners", { runners: 2, budget: FAULTS }, { states: 59_465, mostBots: 3 }],
  ["two runners, two copies", { runners: 2, bots: TWO_OFF, budget: FAULTS }, { states: 3_114, mostBots: 2 }],
  ["two runners, a bot that is on", { runners: 2, bots: ONE_ON, budget: FAULTS }, { states: 96, mostBots: 1 }],
  [
    "two runners, two copies, and a hand on the switch",
    { runners: 2, bots: TWO_OFF, budget: { switches: 1, restarts: 2, alterations: 1 } },
    { states: 3_070, mostBots: 2 },
  ],
  [
    "two runners that leave the switch alone",
    { runners: 2, wanted: "unmanaged", budget: FAULTS },
    { states: 3_161, mostBots: 3 },
  ],
  ["three runners", { runners: 3, budget: { ambiguous: 1, misses: 1 } }, { states: 52_458, mostBots: 3 }],
];

/** `npm run model` alone: about a minute. */
const KEPT_TOO: readonly Row[] = [
  [
    "one runner, more of everything",
    { badList: "lags", budget: { ambiguous: 2, misses: 2, restarts: 3, alterations: 1 } },
    { states: 68_353, mostBots: 4 },
  ],
  ["two runners, two restarts", { runners: 2, budget: { ...FAULTS, restarts: 2 } }, { states: 385_453, mostBots: 4 }],
  [
    "two runners, two lost answers and two wrong lists",
    { runners: 2, badList: "lags", budget: { ...FAULTS, ambiguous: 2, misses: 2 } },
    { states: 151_182, mostBots: 3 },
  ],
  ["three runners, a restart", { runners: 3, budget: { ...FAULTS, alterations: 0 } }, { states: 643_173, mostBots: 4 }],
  ["three runners, an edit", { runners: 3, budget: { ...FAULTS, restarts: 0 } }, { states: 202_956, mostBots: 3 }],
];

/** All but the largest, where time is short. */
const rows = { fast: KEPT.filter(([, , { states }]) => states < 20_000), all: KEPT, long: [...KEPT, ...KEPT_TOO] }[
  LANE
];

describe("the shipped decisions keep every promise in every state", () => {
  it.each(rows)("%s", (_what, changes, { states, mostBots }) => {
    const exploration = explore(configure(changes));
    expect(told(exploration)).toBe(`no promise breaks in ${states} states`);
    expect(exploration.mostBots).toBe(mostBots);
    expect(exploration.endings).toContain("success");
  });
});

/** An assumption, a configuration where it doesn't hold, how little it takes to hold again, and why it is needed. */
type Assumption = readonly [assumption: string, without: Changes, held: Changes, because: string];

describe("two bots are on where an assumption doesn't hold", () => {
  it.each<Assumption>([
    [
      "no more than one list in a run drops a row: two runners at once",
      { runners: 2, budget: { misses: 2 } },
      { budget: { misses: 1 } },
      "both look before either has created; then no look before a turn-on is shown the other's bot",
    ],
    [
      "no more than one list in a run drops a row: one runner that crashes twice",
      { budget: { misses: 2, restarts: 2 } },
      { budget: { misses: 1, restarts: 2 } },
      "the first create is late; the second run turns the copy on; the third doesn't know that this is under way",
    ],
    [
      "no more than three lists in a run drop the row of a bot that is on: one run",
      { bots: ONE_ON, budget: { misses: 4 } },
      { budget: { misses: 3 } },
      "the lists of the plan, of the look before the create, and both before the turn-on have to drop it",
    ],
    [
      "a later bot has a higher id",
      { runners: 2, ids: "any" },
      { ids: "growing" },
      "the lowest id of when the one was turned on isn't any more when the other looks",
    ],
    [
      "a new bot is off",
      { runners: 2, newBots: "on" },
      { runners: 1 },
      "two creates at once are on before anybody can turn them off",
    ],
  ])("%s", (_assumption, without, held, because) => {
    const exploration = explore(configure(without));
    expect(exploration.violation?.breach, `${because}\n${told(exploration)}`).toBe("I1: two bots on");
    expect(told(explore(configure({ ...without, ...held })))).toMatch(/^no promise breaks/);
  });
});

describe("one dropped row is enough for a look that forgets what the plan and earlier lists have shown", () => {
  it.each<readonly [string, Changes]>([
    ["two runners", { runners: 2, budget: { misses: 1 } }],
    ["one runner that crashes twice", { budget: { misses: 1, restarts: 2 } }],
    ["a hand on the switch", { bots: TWO_OFF, budget: { misses: 1, switches: 1 } }],
  ])("%s", (_what, changes) => {
    expect(explore(configure({ ...changes, remembers: false })).violation?.breach).toBe("I1: two bots on");
    expect(told(explore(configure(changes)))).toMatch(/^no promise breaks/);
  });
});

// Who is blamed for whom among bots of one pair on one access: the order of blame, which bot a finding names, and what only warns.
import { describe, expect, it } from "vitest";
import type { SomeFields } from "../../../src/model/bot/field.js";
import type { Action } from "../../../src/model/plan/actions.js";
import { NEIGHBOUR_RULES } from "../../../src/policy/neighbour-rules.js";
import type { Subject } from "../../../src/policy/subjects.js";
import type { RuleContext } from "../../../src/policy/violation.js";
import { DEFAULT_ASSUMPTIONS } from "../../../src/risk/assumptions.js";
import { desiredBot } from "../reconcile/fleet.js";
import { step } from "../reconcile/plan/plans.js";

const FIELDS: SomeFields = { pairTitle: "USDT-BTC", strategy: "LONG", leverage: "3", marginMode: "ISO" };

interface Bot extends Partial<Omit<Subject, "steps" | "risk" | "riskAt" | "riskBefore" | "before" | "after">> {
  readonly fields?: SomeFields;
  /** null: the plan creates it; absent: as it will be. */
  readonly was?: SomeFields | null;
  readonly actions?: readonly Action[];
}

function subject(address: string, { fields = {}, was = fields, actions = [], ...more }: Bot): Subject {
  return {
    ...{
      address,
      declared: undefined,
      alias: undefined,
      access: "1",
      on: true,
      hasDeal: false,
      planned: undefined,
      replaced: [],
    },
    touched: actions.length > 0,
    before: was === null ? null : { ...FIELDS, ...was },
    after: { ...FIELDS, ...fields },
    steps: actions.map((action) => step(action, address)),
    risk: () => ({ kind: "unknown", lacks: [] }),
    riskAt: () => ({ kind: "unknown", lacks: [] }),
    ...more,
  };
}

type Governs = RuleContext["governs"];

const CONTEXT: RuleContext = {
  ...{ isWhole: false, desired: undefined, account: "main", assumptions: DEFAULT_ASSUMPTIONS, webhooks: new Map() },
  ...{ facts: { now: 0, engaged: new Map() }, name: "p", isConfigured: true, governs: () => true, parameters: {} },
};

function found(rule: keyof typeof NEIGHBOUR_RULES, bots: Readonly<Record<string, Bot>>, governs: Governs = () => true) {
  const context: RuleContext = { ...CONTEXT, name: rule, governs };
  const subjects = Object.entries(bots).map(([address, bot]) => subject(address, bot));
  return NEIGHBOUR_RULES[rule](subjects, context).map(({ subject: blamed, summary, kind, onlyWarns }) => {
    const other = /access of (\w+) is unknown/.exec(summary)?.[1] ?? /(?:by|of) (\w+)(?::| on )/.exec(summary)?.[1];
    return `${blamed?.address} for ${other}${kind === undefined ? "" : ` ${kind}`}${onlyWarns ? " warns" : ""}`;
  });
}

const CREATED: Bot = { was: null, actions: ["create"] };
const UPDATED: Bot = { actions: ["update"], was: { percentTakeProfit: "9" } };
const MOVED: Bot = { actions: ["update"], was: { pairTitle: "USDT-ETH" } };
const STANDS: Bot = {};
const OFF: Bot = { on: false, declared: desiredBot("x", { enabled: undefined }) };
const LOST: Bot = { access: undefined };

it("of two bots that aren't both on, says how long, or since when, they are in each other's way", () => {
  const says = (bots: Readonly<Record<string, Bot>>) => {
    const subjects = Object.entries(bots).map(([address, bot]) => subject(address, bot));
    return NEIGHBOUR_RULES["one-bot-per-pair-side"](subjects, CONTEXT).map(({ summary }) => summary.split(", ").at(-1));
  };
  const ended: Bot = { ...STANDS, on: false, hasDeal: true };
  expect([
    says({ a: CREATED, b: ended }),
    says({ a: CREATED, b: OFF }),
    says({ a: { ...CREATED, on: undefined }, b: OFF }),
    // Neither a deal nor a bot that isn't on comes to anything by itself.
    says({ a: ended, b: { ...CREATED, on: false, hasDeal: true } }),
    says({ a: { ...CREATED, on: undefined }, b: ended }),
    says({ a: { ...OFF, actions: ["create"], was: null }, b: ended }),
  ]).toEqual([["as long as the running deal of b goes on"], ["once both are on"], ["once both are on"], [], [], []]);
});

describe("one-bot-per-pair-side", () => {
  it.each<{ bots: Readonly<Record<string, Bot>>; expected: readonly string[]; because: string }>([
    { bots: {}, expected: [], because: "no bot" },
    { bots: { a: CREATED }, expected: [], because: "one bot" },
    { bots: { a: CREATED, b: CREATED }, expected: ["b for a"], because: "two: the later address is blamed" },
    { bots: { b: CREATED, a: CREATED }, expected: ["b for a"], because: "in whatever order they come" },
    {
      bots: { c: CREATED, a: CREATED, b: CREATED },
      expected: ["b for a", "c for a"],
      because: "three: each later one for the first, in the order of blame",
    },
    {
      bots: { a: { was: null, touched: true }, b: { was: null, touched: true } },
      expected: ["b for a"],
      because: "without a plan every bot counts as new",
    },
    { bots: { a: CREATED, b: STANDS }, expected: ["a for b"], because: "an untouched bot is never blamed" },
    { bots: { a: UPDATED, b: STANDS }, expected: ["a for b standing"], because: "the plan didn't make the conflict" },
    { bots: { a: CREATED, b: UPDATED }, expected: ["a for b"], because: "what the plan changes elsewhere comes first" },
    { bots: { a: MOVED, b: UPDATED }, expected: ["a for b"], because: "a changed pair is a change of what it's about" },
    {
      bots: { a: { actions: ["update"], was: { strategy: "SHORT" } }, b: UPDATED },
      expected: ["a for b"],
      because: "a changed direction, too",
    },
    { bots: { a: { actions: ["turn-on"] }, b: UPDATED }, expected: ["a for b"], because: "so is a bot turned on" },
    { bots: { a: STANDS, b: STANDS }, expected: ["b for a standing"], because: "both stood so before" },
    {
      bots: { a: { ...STANDS, was: { pairTitle: "USDT-ETH" } }, b: STANDS },
      expected: ["b for a standing"],
      because: "what the plan doesn't touch it doesn't change",
    },
    { bots: { a: OFF, b: CREATED }, expected: ["a for b warns"], because: "a running bot goes before one that is off" },
    {
      bots: { a: { ...CREATED, on: undefined }, b: CREATED },
      expected: ["a for b warns"],
      because: "nobody knows whether it is on, so it comes after the running one",
    },
    {
      bots: { a: { ...CREATED, on: false }, b: CREATED },
      expected: [],
      because: "an undeclared bot that is off may not run",
    },
    {
      bots: { a: { ...STANDS, on: false, hasDeal: true }, b: CREATED },
      expected: ["b for a warns"],
      because: "a bot that is off still has its running deal's position",
    },
    {
      bots: { a: { ...OFF, declared: desiredBot("x", { enabled: false }) }, b: CREATED },
      expected: [],
      because: "it is declared off",
    },
    {
      bots: { a: CREATED, b: { ...CREATED, access: "2" } },
      expected: [],
      because: "two accesses",
    },
    { bots: { a: CREATED, b: { ...CREATED, fields: { strategy: "SHORT" } } }, expected: [], because: "two directions" },
    {
      bots: { a: { ...CREATED, fields: { pairTitle: null } }, b: { ...CREATED, fields: { pairTitle: null } } },
      expected: [],
      because: "pairs that nobody knows aren't equal",
    },
    { bots: { a: CREATED, b: LOST }, expected: ["a for b unknown"], because: "its access isn't known" },
    { bots: { a: LOST, b: LOST }, expected: [], because: "without a bot whose access is known there's no group" },
    {
      bots: { a: CREATED, b: LOST, c: LOST },
      expected: ["a for b unknown"],
      because: "one finding for all of unknown access, naming the first",
    },
    {
      bots: { a: CREATED, b: CREATED, c: LOST },
      expected: ["b for a", "a for c unknown", "b for c unknown"],
      because: "those of known access are reported once",
    },
  ])("$expected: $because", ({ bots, expected }) => {
    expect(found("one-bot-per-pair-side", bots)).toEqual(expected);
  });

  it("goes on to the next bot where the policy doesn't govern a pair", () => {
    const bots = { a: CREATED, b: CREATED, c: CREATED };
    const governs: Governs = (one, other) => one.address !== "a" && other.address !== "a";
    expect(found("one-bot-per-pair-side", bots, governs)).toEqual(["c for b"]);
    expect(found("one-bot-per-pair-side", bots, () => false)).toEqual([]);
  });
});

const with5 = (bot: Bot): Bot => ({ ...bot, fields: { leverage: "5" } });

describe("same-settings-per-symbol", () => {
  it.each<{ bots: Readonly<Record<string, Bot>>; expected: readonly string[]; because: string }>([
    { bots: { a: CREATED, b: CREATED }, expected: [], because: "equal" },
    { bots: { a: CREATED, b: with5(CREATED) }, expected: ["b for a"], because: "of two values the first stands" },
    {
      bots: { a: CREATED, b: with5(CREATED), c: with5(CREATED) },
      expected: ["a for b"],
      because: "the value of most stands",
    },
    {
      bots: { a: CREATED, b: with5(CREATED), c: with5(CREATED), d: CREATED },
      expected: ["b for a", "c for a"],
      because: "of equally many the first",
    },
    {
      bots: { z: with5(STANDS), a: CREATED, b: CREATED },
      expected: ["a for z", "b for z"],
      because: "what the plan leaves alone outweighs what most have",
    },
    {
      bots: { a: CREATED, b: { ...CREATED, fields: { leverage: null } } },
      expected: [],
      because: "a value that nobody knows differs from none",
    },
    {
      bots: { a: CREATED, b: { ...CREATED, fields: { strategy: "SHORT", marginMode: "CROSS" } } },
      expected: ["b for a"],
      because: "the margin mode counts across directions",
    },
    {
      bots: { a: STANDS, b: { actions: ["update"], was: { leverage: "2" }, fields: { leverage: "5" } } },
      expected: ["b for a"],
      because: "its leverage is what the plan changes",
    },
    {
      bots: {
        a: STANDS,
        b: { actions: ["update"], was: { marginMode: "CROSS", leverage: "5" }, fields: { leverage: "5" } },
      },
      expected: ["b for a standing"],
      because: "another setting is what the plan changes",
    },
  ])("$expected: $because", ({ bots, expected }) => {
    expect(found("same-settings-per-symbol", bots)).toEqual(expected);
  });
});

const SHORT = { fields: { strategy: "SHORT" } } as const;

describe("no-opposite-without-hedge", () => {
  it.each<{ bots: Readonly<Record<string, Bot>>; expected: readonly string[]; because: string }>([
    { bots: { a: CREATED, b: CREATED }, expected: [], because: "one direction" },
    { bots: { a: CREATED, b: { ...CREATED, ...SHORT } }, expected: ["b for a"], because: "two" },
    {
      bots: { a: CREATED, b: CREATED, c: { ...CREATED, ...SHORT } },
      expected: ["c for a"],
      because: "against the first of the other direction",
    },
    {
      bots: { a: CREATED, b: { ...CREATED, fields: { strategy: null } } },
      expected: [],
      because: "a direction that nobody knows is against none",
    },
  ])("$expected: $because", ({ bots, expected }) => {
    expect(found("no-opposite-without-hedge", bots)).toEqual(expected);
  });
});

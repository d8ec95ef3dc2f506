// What counts as drift of an account, by itself and summed up over several.
import { describe, expect, it } from "vitest";
import { type AccountDrift, driftTotals, hasDrifted } from "../../../../src/model/bot/drift.js";

const BOT = { address: "main/a", title: "A", place: null };
const DRIFTED = { ...BOT, botId: 1, settings: [], since: { settingsAtTheLatest: null, log: null } };
const HELD = { ...BOT, botId: 1, settings: [], why: "it is protected" };
const KNOWN = { ...BOT, botId: 1, name: "leverage", live: "8", declared: "5", reason: "why", until: "2026-12-24" };
const UNDECLARED = { id: 2, title: "B", on: true, status: "ENABLED", dealIds: [] };

const NONE: AccountDrift = {
  account: "main",
  ...{
    drifted: [],
    acknowledged: [],
    inDoubt: [],
    naked: [],
    held: [],
    missing: [],
    undeclared: [],
    undeclaredRule: "report",
    strays: 0,
  },
  ...{ unchanged: 3, diagnostics: [] },
};

describe("hasDrifted", () => {
  it.each<{ because: string; changes: Partial<AccountDrift>; expected: boolean }>([
    { because: "nothing differs", changes: {}, expected: false },
    { because: "a bot differs", changes: { drifted: [DRIFTED] }, expected: true },
    { because: "nobody can tell how a bot is", changes: { held: [HELD] }, expected: true },
    { because: "all that differs is acknowledged", changes: { acknowledged: [KNOWN] }, expected: false },
    { because: "a bot is missing", changes: { missing: [BOT] }, expected: true },
    {
      because: "an undeclared bot isn't to be there",
      changes: { undeclared: [UNDECLARED], strays: 1 },
      expected: true,
    },
    { because: "undeclared bots are fine there", changes: { undeclared: [UNDECLARED] }, expected: false },
    {
      because: "what differs waits for its wave",
      changes: { waiting: [{ ...BOT, botId: 7, why: "the wave rest brings it" }] },
      expected: false,
    },
    { because: "there is no bot at all", changes: { unchanged: 0 }, expected: false },
  ])("is $expected where $because", ({ changes, expected }) => {
    expect(hasDrifted({ ...NONE, ...changes })).toBe(expected);
  });
});

it("driftTotals sums each count over the accounts, and counts those that failed", () => {
  const first = {
    ...NONE,
    ...{
      drifted: [DRIFTED],
      held: [HELD, HELD],
      acknowledged: [KNOWN],
      missing: [BOT, BOT, BOT],
      waiting: [BOT, BOT, BOT, BOT, BOT].map((bot) => ({ ...bot, botId: 7, why: "a wave brings it" })),
      undeclared: Array(4).fill(UNDECLARED),
    },
    unchanged: 5,
  };
  const results = [
    { account: "main", exitCode: 2, drift: first },
    { account: "second", exitCode: 2, drift: { ...first, unchanged: 7 } },
    { account: "third", exitCode: 1, error: "the service doesn't answer" },
  ];
  expect(driftTotals(results)).toEqual({
    ...{
      accounts: 3,
      drifted: 2,
      acknowledged: 2,
      inDoubt: 0,
      naked: 0,
      held: 4,
      missing: 6,
      waiting: 10,
      undeclared: 8,
      unchanged: 12,
      failed: 1,
    },
  });
});

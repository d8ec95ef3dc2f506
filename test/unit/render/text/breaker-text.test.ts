// Breakers as text: how each stands, what was done, the list, and what was armed; whatever comes from outside is clean.
import { describe, expect, it } from "vitest";
import type { BreakerReading } from "../../../../src/model/policy/breaker.js";
import type { CheckedAccount, ListedBreaker, TripFacts } from "../../../../src/model/policy/breaker-facts.js";
import { armedText, breakerCheckText, breakerListText } from "../../../../src/render/text/breaker-text.js";
import { paint } from "../../../../src/render/text/paint.js";

const PLAIN = paint(false);
const READING: BreakerReading = {
  ...{ name: "day-loss", rule: "loss", state: "fine", figure: "41", limit: "100", unit: "USDT", used: "41" },
  why: "lost 41 of 100 USDT in 24 h",
};
const TRIPPED: BreakerReading = {
  ...READING,
  ...{ state: "tripped", figure: null, used: null, why: "lost 131 of 100 USDT in 24 h" },
  trippedAt: "2026-01-15T11:00:00.000Z",
};
const ACTED: TripFacts = {
  ...{ tripped: ["day-loss"], held: ["main/a"], recorded: true, wereOff: 1, unsettled: [] },
  ...{ turnedOff: [{ id: 1, title: "A" }], remaining: [] },
};
const check = (one: Partial<CheckedAccount>) =>
  breakerCheckText({ accounts: [{ account: "main", exitCode: 0, breakers: [READING], ...one }] }, PLAIN);

describe("a check", () => {
  it.each<[string, Partial<CheckedAccount>, string]>([
    ["fine", {}, "main\n  day-loss: fine, lost 41 of 100 USDT in 24 h (41 %)\n"],
    [
      "near",
      { breakers: [{ ...READING, state: "near" }] },
      "main\n  day-loss: near its limit, lost 41 of 100 USDT in 24 h (41 %)\n",
    ],
    [
      "unknown",
      { breakers: [{ ...READING, state: "unknown", why: "not shown" }] },
      "main\n  day-loss: unknown, not shown\n",
    ],
    [
      "at its limit",
      { breakers: [{ ...READING, state: "tripped" }] },
      "main\n  day-loss: at its limit, lost 41 of 100 USDT in 24 h (41 %)\nTo turn its bots off and hold them:\n  botform breaker check --act --account main\n",
    ],
    [
      "tripped before",
      { breakers: [TRIPPED] },
      "main\n  day-loss: tripped 2026-01-15 11:00:00 UTC, lost 131 of 100 USDT in 24 h\nWhen the bots may run again:\n  botform breaker arm day-loss --reason TEXT\n",
    ],
    ["without any", { breakers: [] }, "main: the configuration has no breakers for it\n"],
    ["that failed", { breakers: [], error: "no key\u001b" }, "main: not checked: no key\\u{1b}\n"],
  ])("%s", (_state, one, text) => {
    expect(check(one)).toBe(text);
  });

  it.each<[string, Partial<TripFacts>, string]>([
    ["tripped", {}, "Tripped day-loss: 1 bot turned off, 1 was off; held: main/a. Running deals stay open.\n"],
    ["without a ledger", { recorded: false }, "1 bot turned off, 1 was off; not held. Running"],
    ["a bot that stays on", { remaining: [{ id: 2, title: "B\u001b" }] }, '  not observed off: bot 2 "B\\u{1b}"\n'],
    ["what isn't settled", { unsettled: ["the list lacks #7"] }, "  the list lacks #7\n"],
    ["on again", { tripped: [], held: [] }, "Off again: 1 bot turned off, 1 was off. Running"],
  ])("that has acted: %s", (_because, acted, part) => {
    expect(check({ breakers: [{ ...READING, state: "tripped" }], acted: { ...ACTED, ...acted } })).toContain(part);
  });
});

describe("the list", () => {
  const ONE: ListedBreaker = {
    ...{ account: "main", name: "day-loss", rule: "loss", limit: "a loss of 100 USDT in 24 h", state: "armed" },
    place: "f.yaml:9",
  };
  it.each<[Partial<ListedBreaker>, string]>([
    [{}, "main day-loss  loss: a loss of 100 USDT in 24 h  f.yaml:9\n  armed\n"],
    [{ armedAt: "2026-01-15T11:00:00.000Z", reason: "r" }, "  armed 2026-01-15 11:00:00 UTC: r\n"],
    [{ state: "tripped", trippedAt: "2026-01-15T11:00:00.000Z", why: "w" }, "  tripped 2026-01-15 11:00:00 UTC: w\n"],
    [{ rule: null, limit: null, place: null }, "main day-loss  not in the configuration any more\n"],
  ])("%j", (changes, part) => {
    expect(breakerListText({ breakers: [{ ...ONE, ...changes }] }, PLAIN)).toContain(part);
  });

  it("is empty, or not whole", () => {
    expect(breakerListText({ breakers: [] }, PLAIN)).toBe("No breakers.\n");
    expect(breakerListText({ breakers: [], damaged: "line 2" }, PLAIN)).toMatch(/^Part of the ledger is lost.*line 2/);
  });
});

it("what was armed", () => {
  const armed = { account: "main", names: ["day-loss"], lifted: ["main/a"], kept: ["main/b"], deals: 1 };
  expect(armedText({ reason: "why", armed: [armed] }, PLAIN)).toBe(
    `Armed: why
  main: day-loss; what 1 running deal had won or lost by now isn't counted again
    lifted: main/a
    still held by something else: main/b
The next apply turns on what the configuration has enabled.
`,
  );
});

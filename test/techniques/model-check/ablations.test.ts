// With any one of apply's decisions taken out, the model finds a promise broken; and where another decision covers it, none.
import { describe, expect, it } from "vitest";
import { explore, told } from "./explore.js";
import { WITHOUT } from "./rules.js";
import type { Bot } from "./state.js";
import { type Changes, configure } from "./world.js";

const FAULTS = { ambiguous: 1, misses: 1, restarts: 1, alterations: 1 };
const TWO_OFF: readonly Bot[] = [1, 2].map((id) => ({ id, altered: false, on: false }));

const TWO_ON = "I1: two bots on";
const UNOWED = "copies: one of a run that saw a bot, or that sent twice";
const TURN_ON = "I2: a turn-on, and the bot was last read as not planned";
const SUCCESS = "I6: success, and the bot was not read as wanted";

const UNTRUE = "I6: a create that was carried out is said to have failed";

type Decision = keyof typeof WITHOUT;

describe("a promise breaks without", () => {
  it.each<readonly [missing: Decision, because: string, Changes, breach: string]>([
    ["list-before-create", "the other has created it since the plan", { runners: 2 }, UNOWED],
    ["list-before-create", "one wrong list is enough", { budget: { misses: 1, restarts: 1 } }, UNOWED],
    ["create-once", "the answer is lost after the service acted", { budget: { ambiguous: 1 } }, UNOWED],
    ["look-after-no", "a gateway hands on the second answer", { budget: { ambiguous: 1 } }, UNTRUE],
    ["lowest-id", "neither is on yet when both look", { runners: 2 }, TWO_ON],
    ["verify-before-on", "a hand edits it after it was read back", { budget: { alterations: 1 } }, TURN_ON],
    ["on-gate", "a hand edits it after it was read back", { budget: { alterations: 1 } }, TURN_ON],
    ["on-gate", "each of two turns its own on", { runners: 2 }, TWO_ON],
    ["is-listed", "lists that lag show neither bot", { runners: 2, badList: "lags", budget: { misses: 2 } }, TWO_ON],
    ["runs-alone", "a hand turns the later copy on", { bots: TWO_OFF, budget: { switches: 1 } }, TWO_ON],
    ["read-back", "no look before a turn-on reads it", { wanted: "unmanaged" }, SUCCESS],
    ["read-back", "a bot that is on is updated", { budget: { alterations: 1, restarts: 1 } }, SUCCESS],
  ])("%s: %s", (missing, _because, changes, breach) => {
    const exploration = explore(configure({ ...changes, rules: WITHOUT[missing] }));
    expect(exploration.violation?.breach, told(exploration)).toBe(breach);
  });
});

describe("no promise breaks without", () => {
  it.each<readonly [missing: Decision, because: string, Changes]>([
    ["list-before-create", "one run and a list that is right", { budget: { ambiguous: 1, alterations: 1 } }],
    ["lowest-id", "one runner that restarts once turns but one bot on", { budget: FAULTS }],
    [
      "runs-alone",
      "without hands none but the lowest id is ever on",
      { runners: 2, budget: { ...FAULTS, alterations: 0 } },
    ],
    ["look-after-no", "every answer is clear", { runners: 2, budget: { restarts: 1 } }],
    ["is-listed", "all lists are right", { runners: 2, budget: { ambiguous: 1, restarts: 1 } }],
    ["read-back", "the look before the turn-on reads what a create has made", { runners: 2, budget: { ambiguous: 1 } }],
    ["read-back", "the look before the turn-on sees an altered field", { budget: { alterations: 1 } }],
  ])("%s: %s", (missing, _because, changes) => {
    const exploration = explore(configure({ ...changes, rules: WITHOUT[missing] }));
    expect(told(exploration)).toMatch(/^no promise breaks/);
  });
});

// The order of phases stands in one table: every text that tells it tells that.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  ACTIONS,
  isDealAction,
  PHASES,
  PHASES_TEXT,
  perAction,
  SUMMARY_ORDER,
} from "../../../../src/model/plan/actions.js";

const PAGES = [
  "README.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" }).map((file) => join("docs", file)),
];

it("the order of phases is the table's, and what was created is verified before anything is turned on", () => {
  expect(PHASES_TEXT).toBe("turn-offs, updates, take-profit changes, creates, verification, turn-ons");
});

it("each page that tells the order tells the table's, docs/architecture.md among them", () => {
  const told = PAGES.filter((file) => file.endsWith(".md") && !file.includes("node_modules")).flatMap((file) => {
    const text = readFileSync(file, "utf8").replaceAll(/\s+/g, " ");
    return [...text.matchAll(/turn-offs, updates,.*?turn-ons/g)].map((match) => ({ file, order: match[0] }));
  });
  expect(told.filter(({ order }) => order !== PHASES_TEXT)).toEqual([]);
  expect(told.map(({ file }) => file)).toContain(join("docs", "architecture.md"));
});

it("a summary names every action once, and each by its own words", () => {
  expect(SUMMARY_ORDER.toSorted()).toEqual(PHASES.toSorted());
  expect(new Set(PHASES.map((action) => ACTIONS[action].words.summary)).size).toBe(PHASES.length);
});

describe("the table of actions", () => {
  it("says in which order an apply and a summary have them", () => {
    expect([...PHASES]).toEqual([
      ...["turn-off", "update", "take-profit", "create", "turn-on", "start-deal", "complete-deal", "cancel-deal"],
    ]);
    expect([...SUMMARY_ORDER]).toEqual([
      ...["create", "update", "take-profit", "turn-on", "turn-off", "start-deal", "complete-deal", "cancel-deal"],
    ]);
  });

  it("says of each what it is about, opens, counts as, and how often it is sent again", () => {
    const rows = PHASES.map((action) => {
      const { of, command, rules } = ACTIONS[action];
      return [action, of, rules.opens, rules.limit, rules.resends, rules.undoable, command];
    });
    expect(rows).toEqual([
      ["turn-off", "switch", false, "changed", 2, true, "bots off"],
      ["update", "settings", false, "changed", 2, true, null],
      ["take-profit", "deal", false, "changed", 2, true, "deals take-profit"],
      ["create", "settings", true, null, 0, true, null],
      ["turn-on", "switch", true, "turn-ons", 0, true, "bots on"],
      ["start-deal", "deal", true, null, 0, false, "deals start"],
      ["complete-deal", "deal", false, null, 0, false, "deals complete"],
      ["cancel-deal", "deal", false, null, 0, false, "deals cancel"],
    ]);
  });

  it("gives each a mark, a phase and words", () => {
    const rows = PHASES.map((action) => {
      const { mark, phase, words, awaited } = ACTIONS[action];
      return [action, mark.symbol, mark.tone, phase, words.summary, words.asks, words.done, ...awaited].join(" | ");
    });
    expect(rows).toEqual([
      "turn-off | ⏻off | bad | turn-offs | to turn off | turn the bot off | turned off | switch | switches",
      "update | ~ | warn | updates | to update | update the bot | updated | step | steps",
      "take-profit | ◎ | warn | take-profit changes | to set a deal's take profit | change the take profit | changed the take profit of | take profit | take profits",
      "create | + | good | creates | to create | create the bot | created | step | steps",
      "turn-on | ⏻on | good | turn-ons | to turn on | turn the bot on | turned on | switch | switches",
      "start-deal | ▶ | good |  | to start a deal | start a deal | started | start of a deal | starts of deals",
      "complete-deal | ■ | bad |  | to complete a deal | complete the deal | completed | completion of a deal | completions of deals",
      "cancel-deal | ✕ | bad |  | to cancel a deal | cancel the deal | cancelled | cancel of a deal | cancels of deals",
    ]);
  });

  it("has one entry for each in a record of all", () => {
    const record = perAction((action) => action);
    expect(Object.entries(record)).toEqual(PHASES.map((action) => [action, action]));
  });

  it("knows which are about a deal", () => {
    expect(PHASES.filter(isDealAction)).toEqual(["take-profit", "start-deal", "complete-deal", "cancel-deal"]);
  });
});

// What a plan of a pulled configuration would still change.
import { expect, it } from "vitest";
import { differingAddresses } from "../../../../src/app/pull/result.js";
import { loadSources } from "../../../../src/config/load.js";
import { live, observed } from "../../reconcile/fleet.js";
import { refusal } from "../room.js";

const account = (name: string) =>
  `  ${name}:\n    apiUrl: \${env.BOTFORM_MAIN_API_URL}\n    apiKey: \${env.BOTFORM_MAIN_API_KEY}\n    apiSecret: \${env.BOTFORM_MAIN_API_SECRET}\n    accesses: { primary: Main }\n    undeclared: turn-off\n`;
const bot = (title: string, more = "") =>
  `  ${title.toLowerCase()}: { title: ${title}, pairTitle: USDT-BTC, strategy: LONG,${more.includes("leverage") ? "" : " leverage: 5,"} marginMode: CROSS, typeTakeProfit: LIMIT, typeFirstOrder: MARKET, percentTakeProfit: 1.2, percentSafetyOrder: 1.5, volumeFirstOrder: 20${more} }\n`;
const config = (bots: string) =>
  loadSources([{ file: "a.yaml", text: `version: 1\naccounts:\n${account("main")}${account("other")}bots:\n${bots}` }]);
const FLEET = observed([live(1, "A"), live(2, "B"), live(3, "Undeclared", { on: true })]);
const TWICE = observed([live(1, "A", { on: true }), live(2, "A", { on: true })]);

it.each([
  ["none where all is as it is live, whatever a turn-off would do", bot("A") + bot("B"), "main", FLEET, []],
  [
    "those with steps, each once, in order",
    bot("C") + bot("B", ", enabled: true, leverage: 7") + bot("A"),
    "main",
    FLEET,
    ["main/b", "main/c"],
  ],
  ["those of the account", bot("C", ", only: [other]") + bot("A", ", only: [main]"), "main", FLEET, []],
  ["those that aren't clear", bot("A"), "main", TWICE, ["main/a"]],
  ["none of an account that isn't there", bot("C"), "nowhere", FLEET, []],
])("%s", (_what, bots, name, seen, expected) => {
  expect(differingAddresses(config(bots), name, seen)).toEqual(expected);
});

it("nothing is known of a configuration with errors", async () => {
  expect(await refusal(() => differingAddresses(config(bot("A", ", colour: red")), "main", FLEET))).toEqual([
    "the pulled configuration wouldn't be valid, so nothing was written",
    3,
    "config/unknown-key",
  ]);
});

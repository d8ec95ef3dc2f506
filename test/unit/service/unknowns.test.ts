// The open questions that explain shows beside a setting: which settings have which, as sentences.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FIELDS } from "../../../src/model/bot/field.js";
import { UNKNOWNS } from "../../../src/service/unknowns.js";
import { plain } from "../../docs/generated.js";

/** By the words that they begin with. */
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  title: ["Whether two bots of one access may have the same title"],
  pairTitle: ["Whether an update must name the pair"],
  leverage: ["Its bounds are undocumented. The service's newer API takes 1 to 125"],
  percentTakeProfit: ["Whether the service rounds"],
  percentSafetyOrder: ["Whether the service rounds"],
  volumeFirstOrder: [
    "Its minimum is undocumented. Exchanges have one; 6 in the quote asset",
    "Whether the service rounds",
  ],
  volumeSafetyOrder: [
    "A bot with safety orders seems to need volumeSafetyOrder or martingaleScale",
    "Whether the service rounds",
  ],
  countOrderMax: [
    "No value switches it off: its least is 1.",
    "You can't set how many safety orders are on the exchange at once",
  ],
  martingaleScale: [
    ...["No parameter switches it off", "What the service shows while it is off"],
    "A bot with safety orders seems to need volumeSafetyOrder or martingaleScale",
  ],
  dynamicStepScale: ["No parameter switches it off", "What the service shows while it is off"],
  cycleLimitScale: [
    ...["No parameter switches it off", "What the service shows while it is off"],
    "Its bounds are undocumented; the service's newer API takes 1 to 100.",
  ],
  indicatorGroup: ["Whether the service needs related settings in one request is undocumented: declare indicatorName"],
  indicatorName: ["The names are undocumented"],
  indicatorInterval: ["The intervals are undocumented; 1MIN, 5MIN and 4HOURS are known"],
  priceLevel: [
    "Whether the service needs related settings in one request is undocumented: declare the limits",
    "That UPPER, LOWER and BOTH choose which limit applies",
  ],
  priceLevelDown: ["That 0 means no limit", "What happens to a running deal when the price leaves the limits"],
  priceLevelUp: ["That 0 means no limit", "What happens to a running deal when the price leaves the limits"],
};

it("each setting has its questions, and no other has any", () => {
  const begun = Object.entries(UNKNOWNS).map(([name, texts]) => {
    const wanted = QUESTIONS[name] ?? [];
    return [
      name,
      texts.map((text, index) => wanted.find((words, at) => at === index && text.startsWith(words)) ?? text),
    ];
  });
  expect(Object.fromEntries(begun)).toEqual(QUESTIONS);
  expect(Object.keys(UNKNOWNS).filter((name) => !FIELDS.some((field) => field.name === name))).toEqual([]);
});

it("each is one sentence or more, as the page has it", () => {
  const page = readFileSync("docs/explanation/unknowns.md", "utf8");
  expect(
    Object.values(UNKNOWNS)
      .flat()
      .filter((text) => !page.includes(plain(text))),
  ).toEqual([]);
  for (const text of Object.values(UNKNOWNS).flat()) expect(text).toMatch(/^[A-Z].{20,}\w\.$/);
});

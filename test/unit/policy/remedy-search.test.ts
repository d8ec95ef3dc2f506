// The largest leverage and the most safety orders that would do, and what is said where none would.
import { expect, it } from "vitest";
import type { BotRisk } from "../../../src/model/risk/risk.js";
import { remedyWhere } from "../../../src/policy/remedy-search.js";
import type { Subject } from "../../../src/policy/subjects.js";
import { botRisk } from "../render/facts.js";

interface Holds {
  /** The largest that does; 0 for none. */
  readonly leverage?: number;
  readonly orders?: number;
}

/** What is said of a bot, and which settings were tried for it. */
function remedy(changes: Partial<BotRisk>, { leverage = 0, orders = 0 }: Holds): readonly [string, ...string[]] {
  const tried: string[] = [];
  const risk = botRisk({ leverage: "10", orders: 9, isolated: true, ...changes });
  const riskAt: Subject["riskAt"] = (fields) => {
    tried.push(JSON.stringify(fields));
    const isFit =
      fields.leverage !== "10" ? Number(fields.leverage) <= leverage : Number(fields.countOrderMax) <= orders;
    return isFit ? botRisk({ position: "1" }) : { kind: "unknown", lacks: [] };
  };
  // Nothing else of it is asked.
  const subject = { after: { leverage: "10", countOrderMax: "8" }, riskAt } as unknown as Subject;
  return [remedyWhere(({ position }) => position === "1", subject, risk), ...tried];
}

it.each<[string, Partial<BotRisk>, Holds, string]>([
  ["both", {}, { leverage: 3, orders: 5 }, "Set leverage to at most 3, or countOrderMax to at most 5."],
  ["one less of each", {}, { leverage: 9, orders: 7 }, "Set leverage to at most 9, or countOrderMax to at most 7."],
  ["a fraction's whole number", { leverage: "9.5" }, { leverage: 99 }, "Set leverage to at most 9."],
  ["leverage alone", {}, { leverage: 1 }, "Set leverage to at most 1."],
  ["safety orders alone", {}, { orders: 1 }, "Set countOrderMax to at most 1."],
  ["a cross bot's orders alone", { isolated: false }, { leverage: 5, orders: 2 }, "Set countOrderMax to at most 2."],
  ["neither", {}, {}, "Lower the volumes or percentSafetyOrder: no smaller leverage or countOrderMax is enough."],
  ["neither of a cross bot", { isolated: false }, {}, "Lower the volumes: no smaller countOrderMax is enough."],
  [
    "nothing smaller",
    { leverage: "1", orders: 2 },
    { leverage: 1, orders: 1 },
    "Lower the volumes or percentSafetyOrder: no smaller leverage or countOrderMax is enough.",
  ],
])("%s", (_what, changes, holds, text) => {
  expect(remedy(changes, holds)[0]).toBe(text);
});

it("what holds is searched by halves, with the bot's other settings as they are", () => {
  const [, ...tried] = remedy({}, { leverage: 3, orders: 5 });
  const of = (leverage: number, countOrderMax: number) =>
    JSON.stringify({ leverage: String(leverage), countOrderMax: String(countOrderMax) });
  expect(tried).toEqual([of(5, 8), of(2, 8), of(3, 8), of(4, 8), of(10, 4), of(10, 6), of(10, 5)]);
});

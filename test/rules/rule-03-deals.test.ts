// Rule 3, of deals: to start, complete or cancel twice is something else than once, so none of them is sent again.
import { describe, expect, it } from "vitest";
import type { DealAction } from "../../src/model/plan.js";
import { pastRun, pendingStarts } from "../../src/reconcile/history.js";
import type { JournalEntry } from "../../src/reconcile/journal-format.js";
import { dealing, dealsSent, planFor } from "./deals-scene.js";
import { addByHand, carryOut, kinds } from "./scene.js";

const FIVE_HUNDRED = { kind: "ambiguous", message: "HTTP 500: oops", turnedDown: false } as const;
const NO_ANSWER = { kind: "ambiguous", message: "the connection broke", turnedDown: false } as const;
const ONCE: readonly Exclude<DealAction, "take-profit">[] = ["start-deal", "complete-deal", "cancel-deal"];

async function scene(action: DealAction) {
  const at = await dealing({ quirks: { startOnEnabled: "open" } });
  const botId = action === "start-deal" ? addByHand(at.way, { title: "off" }) : at.botId;
  const own = { ...at, botId };
  return { at: own, plan: await planFor(own, action) };
}

describe("rule 3: a deal is started, completed or cancelled once", () => {
  it.each(
    ONCE.flatMap((action) => [NO_ANSWER, FIVE_HUNDRED].map((answer) => ({ action, answer, says: answer.message }))),
  )("a $action is sent once, after: $says", async ({ action, answer }) => {
    const { at, plan } = await scene(action);
    let sends = 0;
    const write = async () => {
      sends += 1;
      return answer;
    };
    const writer = { startDeal: write, completeDeal: write, cancelDeal: write };
    const report = await carryOut(at.way, plan, { writer });
    expect([kinds(report), sends]).toEqual([[`${action} main/a unknown`], 1]);
  });

  it("a start that an earlier run sent, and nobody has seen, is not followed by another one inside its deadline", async () => {
    const { at, plan } = await scene("start-deal");
    const now = at.way.clock.now();
    const earlierStarts = new Map([[at.botId, now - 119_000]]);
    const held = await carryOut(at.way, plan, {}, { earlierStarts });
    expect(held.outcomes[0]).toMatchObject({ kind: "failed", wrote: false, rule: 9 });
    expect(dealsSent(at.way).starts).toBe(0);
    const late = await carryOut(at.way, plan, {}, { earlierStarts: new Map([[at.botId, now - 300_000]]) });
    expect(kinds(late)).toEqual(["start-deal main/a applied"]);
  });

  it("the journal tells of that start", async () => {
    const { at, plan } = await scene("start-deal");
    const heading = { id: "r", tool: "1", account: "main", origin: "https://a" };
    const entries: JournalEntry[] = [
      { type: "begin", at: 1, command: "deals start", ...heading, plan },
      { type: "intent", at: 7, write: 1, address: "main/a", step: "start-deal", sends: "start-deal", botId: at.botId },
    ];
    const run = pastRun({ entries, damaged: 0, torn: false, newer: false });
    expect([...pendingStarts(run === undefined ? [] : [run], heading)]).toEqual([[at.botId, 7]]);
  });
});

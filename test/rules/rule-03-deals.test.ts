// Rule 3, of deals: to start, complete or cancel twice is something else than once, so none of them is sent again.
import { describe, expect, it } from "vitest";
import type { DealAction } from "../../src/model/plan/actions.js";
import type { OpenIntent } from "../../src/model/plan/open-intent.js";
import { pastRun } from "../../src/reconcile/ledger/history.js";
import { openIntents } from "../../src/reconcile/ledger/intents.js";
import { type JournalEntry, journalLine, readJournal } from "../../src/reconcile/ledger/journal-format.js";
import { earlier } from "../unit/reconcile/earlier.js";
import { dealing, dealsSent, planFor } from "./deals-scene.js";
import { addByHand, carryOut, kinds } from "./scene.js";

/** The same, sent just now, and refused by the service from now on. */
const later = (intents: readonly OpenIntent[], now: number) =>
  intents.map((one) => ({ ...one, at: now, notAfter: now }));

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
    const startedAt = (when: number) => ({ earlier: [earlier("start-deal", at.botId, when)] });
    const held = await carryOut(at.way, plan, {}, startedAt(now - 119_000));
    expect(held.outcomes[0]).toMatchObject({ kind: "failed", wrote: false, rule: 9 });
    expect(dealsSent(at.way).starts).toBe(0);
    const late = await carryOut(at.way, plan, {}, startedAt(now - 300_000));
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
    const found = openIntents(run === undefined ? [] : [run], [heading]);
    expect(found).toMatchObject([{ sends: "start-deal", botId: at.botId, at: 7, isUnknown: true }]);
  });

  it.each([
    { sender: 3_000, own: 3_000, age: 4_000, because: "short ones hasten nothing" },
    {
      sender: 3_000,
      own: 3_000,
      age: 119_000,
      because: "nor until a command has had its time",
    },
    { sender: 3_000, own: 900_000, age: 600_000, because: "the longer one of this run" },
    { sender: 900_000, own: 3_000, age: 600_000, because: "the longer one of the sender" },
  ])(
    "a start of $age ms ago, deadlines $sender and $own ms, holds one back: $because",
    async ({ sender, own, age }) => {
      const { at, plan } = await scene("start-deal");
      const before = earlier("start-deal", at.botId, at.way.clock.now() - age, { deadlineMs: sender });
      const held = await carryOut(at.way, plan, {}, { earlier: [before], commandDeadlineMs: own });
      expect([held.outcomes[0]?.rule, dealsSent(at.way).starts]).toEqual([9, 0]);
      expect(held.outcomes[0]?.next).toContain(`again in ${(Math.max(120_000, sender, own) - age) / 1000} s`);
    },
  );

  it("the journal tells of the deadline of the run that sent it; of two runs the longer holds", async () => {
    const { at, plan } = await scene("start-deal");
    const heading = { id: "r", tool: "1", account: "main", origin: "https://a" };
    const runOf = (when: number, commandDeadlineMs: number) =>
      pastRun(
        readJournal(
          [
            journalLine({ type: "begin", at: 1, command: "deals start", ...heading, commandDeadlineMs, plan }),
            journalLine({
              ...{ type: "intent", at: when, write: 1, botId: at.botId },
              ...{ address: "main/a", step: "start-deal", sends: "start-deal" },
            }),
          ].join(""),
        ),
      );
    const runs = [runOf(5, 600_000), runOf(9, 3_000)].flatMap((run) => run ?? []);
    const found = openIntents(runs, [heading]);
    expect(found.map(({ at: when, deadlineMs }) => [when, deadlineMs])).toEqual([
      [5, 600_000],
      [9, 3_000],
    ]);
    const { next = "" } =
      (await carryOut(at.way, plan, {}, { earlier: later(found, at.way.clock.now()) })).outcomes[0] ?? {};
    expect(next).toContain("again in 600 s");
  });
});

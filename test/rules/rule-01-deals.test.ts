// Rule 1, of deals: a list of running deals that is suddenly empty proves the end of none of them.
import { describe, expect, it } from "vitest";
import type { RunningDeal } from "../../src/model/deal/deal.js";
import { ServiceError, type ServiceReader } from "../../src/model/ports.js";
import { dealing, dealOf, dealsSent, planFor } from "./deals-scene.js";
import { addByHand, carryOut, kinds, LOST } from "./scene.js";

const NO_HISTORY: Pick<ServiceReader, "endedDeals"> = { endedDeals: async () => [] };

/** Two bots in a deal each; the plan is about the first one's. */
async function two(action: "complete-deal" | "cancel-deal" | "take-profit" = "complete-deal") {
  const at = await dealing();
  const other = await dealOf(at.way, addByHand(at.way, { title: "b", enabled: true }));
  return { at, other, plan: await planFor(at, action) };
}

describe("rule 1: absence in a bad read is not absence, of deals either", () => {
  it.each(["complete-deal", "cancel-deal", "take-profit"] as const)(
    "a list that is suddenly empty before a %s stops it",
    async (action) => {
      const { at, plan } = await two(action);
      // The plan knows of one deal; that there are two, the run has to have seen.
      let reads = 0;
      const runningDeals = async (id: number): Promise<readonly RunningDeal[]> => {
        reads += 1;
        return reads === 1 ? (await at.way.reader.runningDeals(id)).filter(({ botId }) => botId !== at.botId) : [];
      };
      const report = await carryOut(at.way, plan, { reader: { ...NO_HISTORY, runningDeals } });
      expect(report.outcomes[0]).toMatchObject({ kind: "failed", wrote: false, rule: 1 });
      expect(dealsSent(at.way)).toEqual({ starts: 0, takeProfits: 0, completes: 0, cancels: 0 });
    },
  );

  it.each(["complete-deal", "cancel-deal"] as const)(
    "nor is it the proof that a %s was carried out",
    async (action) => {
      const { at, plan } = await two(action);
      let isSent = false;
      const lost = async () => {
        isSent = true;
        return LOST;
      };
      const runningDeals = async (id: number) => (isSent ? [] : at.way.reader.runningDeals(id));
      const report = await carryOut(at.way, plan, {
        reader: { ...NO_HISTORY, runningDeals },
        writer: { completeDeal: lost, cancelDeal: lost },
      });
      expect(kinds(report)).toEqual([`${action} main/a unknown`]);
    },
  );

  it("one list that drops a row is no proof, where the next one has it", async () => {
    const { at, plan } = await two();
    let reads = 0;
    const runningDeals = async (id: number) => {
      reads += 1;
      const deals = await at.way.reader.runningDeals(id);
      return reads === 1 ? deals.filter(({ botId }) => botId !== at.botId) : deals;
    };
    const report = await carryOut(at.way, plan, { reader: { ...NO_HISTORY, runningDeals } });
    expect([kinds(report), dealsSent(at.way).completes]).toEqual([["complete-deal main/a applied"], 1]);
  });

  it("an access's only deal may leave an empty list behind", async () => {
    const at = await dealing();
    const report = await carryOut(at.way, await planFor(at, "cancel-deal"), { reader: NO_HISTORY });
    expect(kinds(report)).toEqual(["cancel-deal main/a applied"]);
  });

  it("the history's word is enough", async () => {
    const { at, plan } = await two();
    let isSent = false;
    const completeDeal = async (id: number) => {
      isSent = true;
      return at.way.writer.completeDeal(id);
    };
    const runningDeals = async (id: number) => (isSent ? [] : at.way.reader.runningDeals(id));
    const report = await carryOut(at.way, plan, { reader: { runningDeals }, writer: { completeDeal } });
    expect(kinds(report)).toEqual(["complete-deal main/a applied"]);
  });

  it.each(["complete-deal", "start-deal"] as const)("a list that can't be read sends no %s", async (action) => {
    const at = await dealing();
    const plan = await planFor(at, action);
    const runningDeals = async () => {
      throw new ServiceError("shape", "activeDeals: data in the answer is not what the API documents");
    };
    const report = await carryOut(at.way, plan, { reader: { runningDeals } });
    expect(report.outcomes[0]).toMatchObject({ kind: "failed", wrote: false, rule: 1 });
    expect(dealsSent(at.way)).toEqual({ starts: 0, takeProfits: 0, completes: 0, cancels: 0 });
  });
});

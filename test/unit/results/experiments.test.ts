// Which deals of an experiment count: by what they ran with, and from when on.
import { describe, expect, it } from "vitest";
import { countedDeals, type Participant } from "../../../src/results/experiments.js";
import { endedOf, HOUR_MS } from "./versions-of.js";

const START = Date.parse("2026-01-01T00:00:00Z");
const hourAt = (hour: number) => START + hour * HOUR_MS;

/** Take profits of deals that end hour by hour. */
function bot(variant: string, takeProfits: readonly string[], asked: readonly string[], botId: number): Participant {
  const given = takeProfits.map((take, index) => ({
    ...{ id: botId * 100 + index, hour: index, net: "1", botId },
    settings: { percent_take_profit: take },
  }));
  return {
    ...{ address: `main/${variant}`, variant, pair: "USDT-BTC", asset: "USDT", isChanged: variant !== "control" },
    asked: asked.map((percentTakeProfit) => ({ percentTakeProfit })),
    ...{ ended: endedOf(given), running: [] },
  };
}

const CONTROL = bot("control", ["1", "1", "1", "1", "3", "1"], ["1"], 1);
const TRIED = bot("tried", ["1", "1", "2", "2", "1", "2"], ["2"], 2);
const ids = (participants: readonly Participant[], committed: number | null = null) => {
  const { since, bots } = countedDeals(participants, committed);
  return { since, bots: bots.map((one) => [one.stretches.map((own) => own.map(({ id }) => id)), one.others]) };
};

describe("deals of an experiment", () => {
  it("count from the first end with what only it sets, the control's too; others are counted apart", () => {
    expect(ids([CONTROL, TRIED])).toEqual({
      since: hourAt(2),
      bots: [
        [[[102, 103], [105]], 1],
        [[[202, 203], [205]], 1],
      ],
    });
  });

  it("know whether deals of other settings ended after their own", () => {
    const edited = bot("tried", ["2", "2", "1"], ["2"], 3);
    const { bots } = countedDeals([CONTROL, TRIED, edited], null);
    expect(bots.map(({ isFollowed }) => isFollowed)).toEqual([false, false, true]);
  });

  it("don't count from before its first commit", () => {
    expect(ids([CONTROL, TRIED], hourAt(3) - 1)).toMatchObject({ since: hourAt(3) });
    // Those of the control say nothing: it had the same settings before.
    const early = [null, hourAt(3) - 1, hourAt(3), hourAt(5) + 1].map(
      (committed) => countedDeals([CONTROL, TRIED], committed).early,
    );
    expect(early).toEqual([0, 1, 1, 3]);
    expect(ids([CONTROL, TRIED], hourAt(5) + 1)).toEqual({
      since: null,
      bots: [
        [[], 0],
        [[], 0],
      ],
    });
  });

  it("count whatever of the variant's versions they ran with", () => {
    const versions = bot("tried", ["1", "2", "3", "4"], ["2", "4"], 2);
    expect(ids([versions])).toEqual({ since: hourAt(1), bots: [[[[201], [203]], 1]] });
  });

  it("of a control alone count not at all: nothing says when it began", () => {
    expect(ids([CONTROL])).toEqual({ since: null, bots: [[[], 0]] });
  });
});

// An emergency stop while a start of a deal may still take effect: it watches to the end, says what opens, and ends no deal.
import { describe, expect, it } from "vitest";
import type { StartInDoubt } from "../../../../src/model/bot/observed.js";
import type { RunningDeal } from "../../../../src/model/deal/deal.js";
import type { OpenIntent } from "../../../../src/model/plan/open-intent.js";
import { ServiceError } from "../../../../src/model/ports.js";
import { lateText, openedText, startsText } from "../../../../src/reconcile/emergency-stop/start-texts.js";
import { NO_MEMORY } from "../../../../src/reconcile/ledger/ledger.js";
import { earlier } from "../earlier.js";
import { desired, desiredBot, live } from "../fleet.js";
import { Account } from "./account.js";
import { type Changes, stop } from "./stops.js";

const deal = (id: number, botId: number) => ({ id, botId, pairTitle: "USDT-BTC" }) as RunningDeal;

/** A stop of bots 1 and 2, both off, with such starts sent 20 s before; `deals` by the second from which on they run. */
async function watched(
  starts: readonly Partial<OpenIntent>[],
  deals: readonly [number, RunningDeal][] = [],
  changes: Changes = {},
) {
  const account = new Account(live(1, "a"), live(2, "b"));
  const now = account.clock.now();
  const intents = starts.map(({ botId, ...more }) => earlier("start-deal", botId, now - 20_000, more));
  const said: string[] = [];
  const at = () => `${Math.round(account.passed / 1_000)}`;
  const { report } = await stop(account, {
    memory: { ...NO_MEMORY, intents },
    reader: {
      runningDeals: async () => deals.flatMap(([second, one]) => (account.passed >= second * 1_000 ? [one] : [])),
    },
    onStarts: (open, restMs) =>
      said.push(`${at()}: ${open.map(({ botId }) => botId).join()} for ${Math.ceil(restMs / 1_000)}`),
    onOpened: ({ id }) => said.push(`${at()}: opened ${id}`),
    ...changes,
  });
  const { notes, unsettled } = report;
  return { said, notes, unsettled, passed: account.passed, log: account.log };
}

describe("an emergency stop", () => {
  it("isn't over before a start that was sent can't take effect any more", async () => {
    const { said, notes, unsettled, passed } = await watched([{ botId: 1 }]);
    expect(passed).toBeGreaterThanOrEqual(100_000);
    expect([said.length, notes, unsettled]).toEqual([1, [], []]);
    expect(said[0]).toMatch(/^\d+: 1 for \d+$/);
  });

  it("waits for none where none is in doubt", async () => {
    const over = { botId: 1, at: 0, notAfter: 0 };
    for (const starts of [[], [over], [{ botId: 1, isUnknown: false }]]) {
      const { said, passed } = await watched(starts);
      expect([said, passed < 20_000]).toEqual([[], true]);
    }
  });

  it("says at once which deal of the bot opens, and doesn't end it", async () => {
    const deals: [number, RunningDeal][] = [
      [0, deal(51, 1)],
      [40, deal(52, 1)],
      [50, deal(53, 2)],
    ];
    const { said, notes, unsettled, log } = await watched([{ botId: 1 }], deals);
    expect([said.slice(1), notes, unsettled]).toEqual([
      [expect.stringMatching(/^4\d: opened 52$/)],
      [openedText(deal(52, 1), "main")],
      [],
    ]);
    expect(log.filter((one) => one.startsWith("off"))).toEqual([]);
  });

  it("looks at the deals while it turns bots off, too", async () => {
    const { said } = await watched([{ botId: 1 }], [[10, deal(52, 1)]], { settleMs: 60_000 });
    expect(said).toEqual([expect.stringMatching(/^[0-5]: 1 for \d+$/), expect.stringMatching(/^1\d: opened 52$/)]);
  });

  it("watches starts of the bots that are meant, and a webhook that names none where all are", async () => {
    const ghost = { isWebhook: true } as const;
    const all = await watched([{ botId: 1 }, { botId: 2 }, ghost]);
    expect(all.said[0]).toContain(": 1,2, for ");
    const named = await watched([{ botId: 1 }, { botId: 2 }, ghost], [], { only: new Set([2]) });
    expect(named.said[0]).toContain(": 2 for ");
    const managed = await watched([{ botId: 1 }, { botId: 2 }, ghost], [], { managed: desired([desiredBot("a")]) });
    expect(managed.said[0]).toContain(": 1 for ");
  });

  it("that is interrupted says what it didn't watch", async () => {
    const abort = new AbortController();
    const onStarts = () => abort.abort();
    const { unsettled, passed } = await watched([{ botId: 1 }, { isWebhook: true }], [], {
      signal: abort.signal,
      onStarts,
    });
    expect(passed).toBeLessThan(20_000);
    expect(unsettled).toEqual([
      expect.stringMatching(/^all were seen off, but the watch was broken off \d+ s early/),
      "a start of a deal of bot 1 was sent before, and may still take effect: the watch was broken off",
      "a webhook that opens a deal without a bot was sent before, and may still take effect: the watch was broken off",
    ]);
  });

  it("whose deals can't be read waits all the same", async () => {
    const runningDeals = async () => {
      throw new ServiceError("timeout", "no answer");
    };
    const { notes, unsettled, passed } = await watched([{ botId: 1 }], [], { reader: { runningDeals } });
    expect([notes, unsettled, passed >= 100_000]).toEqual([[], [], true]);
  });

  it("watches the bots for as long: one that comes on by then is turned off", async () => {
    const account = new Account(live(1, "a"), live(2, "b"));
    account.after(60, () => account.set(2, true));
    const intents = [earlier("start-deal", 1, account.clock.now() - 20_000, {})];
    const { report, ends } = await stop(account, { memory: { ...NO_MEMORY, intents } });
    expect([ends, report.unsettled]).toEqual([[[2], [1], []], []]);
    expect(account.passed).toBeGreaterThanOrEqual(100_000);
    expect(account.bots.get(2)?.status.on).toBe(false);
  });

  it("names the bots that a run has turned on since the last look at them", async () => {
    const account = new Account(live(1, "a"), live(2, "b"), live(3, "c"));
    let asked = 0;
    const recall = async () => {
      asked += 1;
      const sent = [3, 1].map((botId) => earlier("turn-on", botId, account.clock.now(), {}));
      // The last time it is asked.
      return { ...NO_MEMORY, intents: asked > 4 ? sent : [] };
    };
    const all = await stop(account, { recall });
    expect(all.report.unsettled).toEqual([1, 3].map(lateText));
    asked = 0;
    expect((await stop(account, { recall, only: new Set([2, 3]) })).report.unsettled).toEqual([lateText(3)]);
    expect(lateText(3)).toBe(
      "a run that began meanwhile has turned bot 3 on, and that may still take effect: run botform bots off again",
    );
  });

  it("names the starts, and how long it watches", () => {
    const start = (botId: number | undefined, isWebhook: boolean): StartInDoubt => ({
      sentAt: 0,
      until: 1,
      botId,
      isWebhook,
    });
    expect(startsText([start(7, false), start(undefined, true)], 1_001)).toBe(
      "a start of a deal of bot 7, a webhook that opens a deal without a bot may still take effect, so botform watches for 2 s (Ctrl-C ends the watch); a deal that opens isn't ended",
    );
    expect(openedText(deal(52, 7), "main")).toBe(
      "deal 52 of bot 7 has opened on USDT-BTC meanwhile, and goes on; to end it: botform deals complete 52 --account main",
    );
  });
});

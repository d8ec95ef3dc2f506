// An emergency stop while a start of a deal may still take effect: it watches to the end, says what opens, and ends no deal.
import { describe, expect, it } from "vitest";
import type { StartInDoubt } from "../../../../src/model/bot/observed.js";
import type { RunningDeal } from "../../../../src/model/deal/deal.js";
import type { OpenIntent } from "../../../../src/model/plan/open-intent.js";
import { ServiceError } from "../../../../src/model/ports.js";
import { lateText, openedText, startsText } from "../../../../src/reconcile/emergency-stop/start-texts.js";
import { type StartWatch, watchStarts } from "../../../../src/reconcile/emergency-stop/watch-starts.js";
import { NO_MEMORY } from "../../../../src/reconcile/ledger/ledger.js";
import { VirtualClock } from "../../../support/clock.js";
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
      expect.stringMatching(
        /^all were confirmed off, but the watch was stopped \d+ s early: a queued turn-on may still take effect$/,
      ),
      "a start of a deal of bot 1 was sent before, and may still take effect: the watch was stopped early",
      "a webhook that opens a deal without a bot was sent before, and may still take effect: the watch was stopped early",
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

/** One look: the bots whose starts are in doubt then, with the seconds for which they still are, and the deals that run. */
interface Look {
  readonly starts: readonly (readonly [botId: number | undefined, second: number])[];
  readonly deals?: readonly RunningDeal[];
}

/** The watch alone, with these looks; the bots are done at the last but one. */
async function looking(looks: readonly Look[], changes: Partial<StartWatch> = {}) {
  const clock = new VirtualClock();
  const [begun, said, reads]: [number, unknown[], number[]] = [clock.now(), [], []];
  let done = () => {};
  const bots = new Promise<void>((resolve) => {
    done = resolve;
  });
  let count = 0;
  const ends = await watchStarts({
    clock,
    bots,
    accesses: [{ id: 1, title: "Main", exchange: "X" }],
    readerFor: () => ({
      runningDeals: async () => {
        reads.push(count);
        return looks[count - 1]?.deals ?? [];
      },
    }),
    starts: async () => {
      count += 1;
      if (count + 1 >= looks.length) done();
      const seconds = looks[count - 1]?.starts ?? [];
      return seconds.map(([botId, second]) => ({
        ...{ botId, isWebhook: botId === undefined, sentAt: begun, until: begun + second * 1_000 },
      }));
    },
    known: Promise.resolve(),
    areOff: () => true,
    signal: new AbortController().signal,
    onStarts: (starts, restMs) => said.push([...starts.map(({ botId }) => botId), restMs / 1_000]),
    onOpened: ({ id }) => said.push(`opened ${id}`),
    ...changes,
  });
  const brief = { opened: ends.opened.map(({ id }) => id), left: ends.left.map(({ botId }) => botId) };
  return { ...brief, said, reads, looks: count, passed: (clock.now() - begun) / 1_000 };
}

describe("a watch of starts", () => {
  const none: Look = { starts: [] };

  it("looks every five seconds, and says once which may take effect, for as long as the last of them may", async () => {
    const two = [
      [1, 30],
      [2, 60],
      [3, 45],
    ] as const;
    expect(await looking([{ starts: two }, { starts: two }, { starts: two }, none])).toEqual({
      ...{ opened: [], left: [], said: [[1, 2, 3, 60]], reads: [1, 2, 3, 4], looks: 4, passed: 10 },
    });
  });

  it("says it when all are seen off, for the rest of the time", async () => {
    let asked = 0;
    const areOff = () => {
      asked += 1;
      return asked > 2;
    };
    const start: Look = { starts: [[1, 60]] };
    const found = await looking([start, start, start, start, none], { areOff });
    expect([found.said, found.passed]).toEqual([[[1, 50]], 15]);
  });

  it("that is over by the first look reads no deals and says nothing, but waits for the bots", async () => {
    expect(await looking([none, none])).toEqual({
      ...{ opened: [], left: [], said: [], reads: [], looks: 2, passed: 0 },
    });
  });

  it("that has nothing to watch any more waits for the bots, and doesn't look meanwhile", async () => {
    const later = async () => {
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    const found = await looking(Array(9).fill(none), { bots: later() });
    expect([found.looks, found.passed]).toEqual([2, 0]);
  });

  it("tells what opens of bots whose start may have taken effect by then, also after it", async () => {
    const starts = [
      [1, 30],
      [2, 30],
    ] as const;
    const found = await looking([
      { starts, deals: [deal(50, 2)] },
      { starts, deals: [deal(50, 2), deal(51, 2), deal(52, 3)] },
      { starts: [], deals: [deal(51, 2), deal(53, 1)] },
      none,
    ]);
    expect([found.opened, found.said]).toEqual([
      [51, 53],
      [[1, 2, 30], "opened 51", "opened 53"],
    ]);
  });

  it("tells what opens of any bot where a webhook names none", async () => {
    const starts = [[undefined, 30]] as const;
    const found = await looking([{ starts }, { starts, deals: [deal(51, 7)] }, none], {
      ...{ onStarts: undefined, onOpened: undefined },
    });
    expect(found).toEqual({ opened: [51], left: [], said: [], reads: [1, 2, 3], looks: 3, passed: 5 });
  });

  it("that is broken off tells what is left", async () => {
    const signal = AbortSignal.abort();
    const found = await looking([{ starts: [[1, 30]] }, none, none], { signal });
    expect([found.left, found.looks, found.passed]).toEqual([[1], 1, 0]);
  });
});

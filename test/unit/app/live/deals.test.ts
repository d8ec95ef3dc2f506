// Which deals are shown: of a bot, of an access, with a naked position, unlike their bot; and which ended ones a period takes.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../../../src/app/error.js";
import { programHost } from "../../../../src/app/host.js";
import {
  activeDeals,
  type DealsOptions,
  driftedDeals,
  endedDeals,
  type HistoryOptions,
  openDeals,
} from "../../../../src/app/live/deals.js";
import { folderDisk } from "../../../../src/disk/folder.js";
import { runId } from "../../../../src/reconcile/ledger/history.js";
import { beginSend } from "../../../../src/reconcile/ledger/sends.js";
import { botCalled, workplace } from "../../../commands/workplace.js";
import { demoEnv } from "../../../support/command.js";
import { type Hostile, hostile, success } from "../../../support/hostile.js";
import { wireBot } from "../../service/wirebot.js";
import { inLines, refusal } from "../room.js";

const ENDED: readonly (readonly [id: number, at: string | undefined])[] = [
  [5, "2026-01-16 00:00:00.000000"],
  [1, "2026-01-14 23:59:59.999000"],
  [2, "2026-01-15 00:00:00.000000"],
  [4, "2026-01-15 23:59:59.999000"],
  [3, "2026-01-15 12:00:00.000000"],
  [6, "2026-01-15 12:00:00.000000"],
  [7, undefined],
];

let server: Hostile;
beforeAll(async () => {
  const deals = ENDED.map(([id, date]) => ({
    ...{ id, botId: 3, accessId: 1, pairTitle: "USDT-BTC", status: "COMPLETED", botSnapshot: wireBot({ id: 3 }) },
    ...(date !== undefined && { updated: { date, timezone_type: 3, timezone: "UTC" } }),
  }));
  const accesses = [{ accessId: 1, title: "Main", exchange: "X_FUTURES" }];
  server = await hostile((socket, head) => socket.write(success(head.includes("history") ? deals : accesses)));
});
afterAll(() => server.close());

async function ids(options: Partial<HistoryOptions>): Promise<readonly number[]> {
  const found = await endedDeals(programHost(demoEnv(server.url)), { account: "demo", concurrency: 4, ...options });
  return found.deals.map(({ deal }) => deal.id);
}

describe("ended deals", () => {
  it.each<{ options: Partial<HistoryOptions>; expected: readonly number[]; because: string }>([
    {
      options: {},
      expected: [5, 4, 6, 3, 2, 1, 7],
      because: "newest first, of one moment the higher id, unread ones last",
    },
    { options: { since: "2026-01-15" }, expected: [5, 4, 6, 3, 2], because: "from the day's first millisecond" },
    { options: { until: "2026-01-15" }, expected: [4, 6, 3, 2, 1], because: "to the day's last millisecond" },
    { options: { since: "2026-01-15", until: "2026-01-15" }, expected: [4, 6, 3, 2], because: "one day" },
    { options: { since: "2026-01-15T12:00" }, expected: [5, 4, 6, 3], because: "the moment itself is in" },
    { options: { since: "2026-01-15T12:00:00.001" }, expected: [5, 4], because: "a millisecond later" },
    { options: { until: "2026-01-15T12:00" }, expected: [6, 3, 2, 1], because: "the moment itself is in" },
    { options: { until: "2026-01-15T11:59:59.999" }, expected: [2, 1], because: "a millisecond earlier" },
    { options: { until: "2026-01-14" }, expected: [1], because: "midnight is the next day's" },
    { options: { since: "2026-01-17" }, expected: [], because: "none since" },
    { options: { limit: 0 }, expected: [], because: "none at all" },
    { options: { limit: 1 }, expected: [5], because: "the newest" },
    { options: { limit: 7 }, expected: [5, 4, 6, 3, 2, 1, 7], because: "as many as there are" },
    { options: { limit: 8 }, expected: [5, 4, 6, 3, 2, 1, 7], because: "more than there are" },
    { options: { until: "2026-01-15", limit: 2 }, expected: [4, 6], because: "the newest of the period" },
  ])("$options: $expected, $because", async ({ options, expected }) => {
    expect(await ids(options)).toEqual(expected);
  });

  it.each(["since", "until"] as const)("--%s that is no time is refused", async (option) => {
    await expect(ids({ [option]: "2026-02-30" })).rejects.toThrow(AppError);
  });
});

describe("running deals", () => {
  const at = workplace();
  const HEAD = `version: 1
accounts:
  demo:
    apiUrl: \${env.BOTFORM_DEMO_API_URL}
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    accesses: { primary: Main futures }
bots:
  alike: { title: Alike }
  apart: { title: Apart, percentTakeProfit: 9 }
`;

  /** Three bots with a deal each, two of them declared; the second's declaration has another take profit. */
  async function room() {
    const bots = [
      { ...botCalled("Alike"), id: 1 },
      { ...botCalled("Apart"), id: 2, pairTitle: "USDT-ETH" },
      { ...botCalled("By hand"), id: 3, pairTitle: "USDT-SOL" },
    ].map((bot) => ({ ...bot, enabled: true }));
    const account = { name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", bots };
    const accesses = [
      { accessId: 101, title: "Main futures" },
      { accessId: 102, title: "Spare" },
    ];
    const host = programHost(await at.started({ seed: { accounts: [{ ...account, accesses }] } }));
    return { host, config: at.written(HEAD) };
  }

  it("are those of a bot, of an access or all, with the address of what is declared", async () => {
    const { host, config } = await room();
    const shown = async (options: Partial<DealsOptions>) => {
      const { deals } = await activeDeals(host, await openDeals(host, { concurrency: 4, ...options }));
      return deals.map(({ deal, address, title }) => [deal.botId, address, title]);
    };
    const [alike, apart, byHand] = [
      [1, "demo/alike", "Alike"],
      [2, "demo/apart", "Apart"],
      [3, null, "By hand"],
    ];
    expect(await shown({ config })).toEqual([alike, apart, byHand]);
    expect(await shown({ config, bot: "apart" })).toEqual([apart]);
    expect(await shown({ config, bot: "demo/alike" })).toEqual([alike]);
    expect(await shown({ config, bot: "3" })).toEqual([byHand]);
    expect(await shown({ config, access: "Spare" })).toEqual([]);
    expect(await shown({ account: "demo", bot: "2" })).toEqual([[2, null, "Apart"]]);
    expect((await refusal(() => shown({ config, bot: "demo/none" })))[1]).toBe(3);
  });

  it("have a start that is in doubt beside them: every bot's, or that of the bot that is asked for", async () => {
    const { host, config } = await room();
    const [journal, now] = [at.fresh("journal"), Date.now()];
    const sent = { account: "demo", botId: 3, pairs: ["USDT-SOL"], side: "long", action: "open" } as const;
    const disk = folderDisk(journal);
    await (await beginSend(disk, runId(now, "abcd1234"), now, { ...sent, body: "{}", origin: "https://hook" })).close();
    const inDoubt = async (bot?: string) => {
      const options = { concurrency: 4, config, journal, ...(bot !== undefined && { bot }) };
      const facts = await activeDeals(host, await openDeals(host, options));
      return [facts.inDoubt?.map(({ botId, sends }) => [botId, sends]), facts.diagnostics?.length];
    };
    const open = [[[3, "open-webhook"]], 1];
    expect(await Promise.all([inDoubt(), inDoubt("3"), inDoubt("apart")])).toEqual([open, open, [[], 0]]);
  });

  it("unlike their bot are listed with what differs, live and declared", async () => {
    const { host, config } = await room();
    const found = await driftedDeals(host, { config, concurrency: 4 });
    expect(inLines(found)).toMatchInlineSnapshot(`
      "account: "demo"
      drifted:
        {"facts":{"deal":"deal 50002 of #2 on 101","address":"demo/apart","title":"Apart","profitPercent":"0","safetyOrders":{"used":0,"most":"6"},"protection":{"state":"protected","why":"a take-profit order stands for all of 0.00625"}},"hasBot":true,"fields":[{"field":"percentTakeProfit","deal":"1.2","bot":"1.2","configuration":"9"}]}
      runningDeals: 3"
    `);
    expect(await driftedDeals(host, { account: "demo", concurrency: 4 })).toEqual({
      ...{ account: "demo", drifted: [], runningDeals: 3 },
    });
  });
});

// Which ended deals a period takes: its first and its last moment, a day's last millisecond, the limit, and the order.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../../../src/app/error.js";
import { programHost } from "../../../../src/app/host.js";
import { endedDeals, type HistoryOptions } from "../../../../src/app/live/deals.js";
import { demoEnv } from "../../../support/command.js";
import { type Hostile, hostile, success } from "../../../support/hostile.js";
import { wireBot } from "../../service/wirebot.js";

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

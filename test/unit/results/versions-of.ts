// Builds ended deals for the tests of results: one every so many hours, with settings and nets of the test's choice.
import type { Deal } from "../../../src/model/deal/deal.js";
import { type EndedDeal, endedDeals } from "../../../src/results/ended-deal.js";
import { type VersionDeals, versionsOf } from "../../../src/results/versions.js";
import { ended } from "../model/deal/deals.js";
import { wireBot } from "../service/wirebot.js";

export const HOUR_MS = 3_600_000;
const START = Date.parse("2026-01-01T00:00:00Z");

export interface Given {
  readonly id: number;
  readonly net: string;
  /** Hours after the beginning of 2026. */
  readonly hour?: number;
  readonly botId?: number;
  readonly settings?: Record<string, unknown>;
}

export function dealOf({ id, net, hour = id, botId = 7, settings = {} }: Given): Deal {
  const date = new Date(START + hour * HOUR_MS).toISOString().replace("T", " ").replace("Z", "000");
  return ended(id, net, "0", {
    botId,
    botSnapshot: wireBot({ id: botId, settings }),
    updated: { date, timezone_type: 3, timezone: "UTC" },
  });
}

export function endedOf(given: readonly Given[]): readonly EndedDeal[] {
  return endedDeals(given.map(dealOf), "after-fees");
}

/** One version after the other of one bot: their nets, a deal every so many hours. */
export function versionsWith(
  nets: readonly (readonly number[])[],
  {
    hours = 12,
    settings = (index: number): Record<string, unknown> => ({ percent_take_profit: String(index + 1) }),
  } = {},
): readonly VersionDeals[] {
  let id = 0;
  const given = nets.flatMap((own, index) =>
    own.map((net): Given => {
      id += 1;
      return { id, net: net.toFixed(8), hour: id * hours, settings: settings(index) };
    }),
  );
  return versionsOf(endedOf(given), []);
}

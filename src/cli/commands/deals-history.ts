// botform deals history: the deals that ended, newest first, and what they came to; as text, JSON or CSV.

import { type DealsOptions, dealsSubject, readDealFacts } from "../../app/deal-reading.js";
import { reading } from "../../app/endpoint.js";
import { AppError } from "../../app/error.js";
import type { ExitCode } from "../../app/exit.js";
import { instantOf, readMoment } from "../../model/bot/moment.js";
import type { DealFacts } from "../../model/deal/deal-facts.js";
import { byEnd, totalsOf } from "../../model/deal/deal-totals.js";
import type { Context } from "../terminal/context.js";
import { show } from "../terminal/watch.js";

export interface DealsHistoryOptions extends DealsOptions {
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
  readonly csv?: boolean;
}

export async function dealsHistoryCommand(context: Context, options: DealsHistoryOptions): Promise<ExitCode> {
  if (options.csv === true && options.format === "json")
    throw new AppError("--csv and --format json exclude each other\nGive one of the two.");
  const isWanted = period(options, Date.now());
  const subject = await dealsSubject(context, options);
  const { account } = subject.live;
  const format = options.csv === true ? "csv" : options.format;
  return show(context, "deals history", { ...options, format, interval: 0 }, async (c) => {
    const all = await reading(c, subject.live, options.concurrency, (client) =>
      readDealFacts(client, subject, "dealsHistory"),
    );
    const deals = newest(all.filter(isWanted), options.limit);
    return { result: { account, deals, totals: totalsOf(deals.map(({ deal }) => deal)) } };
  });
}

/** The last ones, newest first. */
function newest(facts: readonly DealFacts[], limit: number | undefined): readonly DealFacts[] {
  const byDeal = new Map(facts.map((one) => [one.deal, one]));
  const ordered = byEnd([...byDeal.keys()]).toReversed();
  return ordered.slice(0, limit).flatMap((deal) => byDeal.get(deal) ?? []);
}

/** Whether a deal ended within the time that is meant; one whose end can't be read is left out where any is. */
function period({ since, until }: DealsHistoryOptions, now: number): (facts: DealFacts) => boolean {
  const from = since === undefined ? undefined : momentOf("--since", since, now, false);
  const to = until === undefined ? undefined : momentOf("--until", until, now, true);
  if (from === undefined && to === undefined) return () => true;
  return ({ deal: { updated } }) => {
    const at = updated === null ? null : instantOf(updated);
    return at !== null && at >= (from ?? Number.NEGATIVE_INFINITY) && at <= (to ?? Number.POSITIVE_INFINITY);
  };
}

function momentOf(option: string, text: string, now: number, end: boolean): number {
  const moment = readMoment(text, now, end);
  if (moment !== undefined) return moment;
  throw new AppError(
    `${option} ${text} is no time\nWrite 2026-01-15, 2026-01-15T12:00 (UTC), or how long ago: 36h, 7d, 2w.`,
  );
}

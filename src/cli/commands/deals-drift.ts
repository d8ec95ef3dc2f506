// botform deals drift: running deals that keep other settings than their bot has now, or the configuration asks for.

import { type DealsOptions, type DealsWithBots, dealsSubject, readDealsWithBots } from "../../app/deal-reading.js";
import { reading } from "../../app/endpoint.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { driftOf } from "../../model/deal/deal-drift.js";
import { signsOf, standingPercent } from "../../reconcile/plan/deal-signs.js";
import type { DriftedDeal } from "../../render/text/deals-text.js";
import type { Context } from "../terminal/context.js";
import { show } from "../terminal/watch.js";

export interface DealsDriftOptions extends DealsOptions {
  readonly detailedExitcode?: boolean;
}

export async function dealsDriftCommand(context: Context, options: DealsDriftOptions): Promise<ExitCode> {
  const subject = await dealsSubject(context, options);
  const { account } = subject.live;
  return show(context, "deals drift", { ...options, interval: 0 }, async (c) => {
    const read = await reading(c, subject.live, options.concurrency, (client) =>
      readDealsWithBots(client, subject, "activeDeals", true),
    );
    const drifted = driftedAmong(read);
    const isPending = options.detailedExitcode === true && drifted.length > 0;
    return {
      result: { account, runningDeals: read.facts.length, drifted },
      exitCode: isPending ? EXIT.changesPending : EXIT.done,
    };
  });
}

function driftedAmong({ facts, bots, declared }: DealsWithBots): readonly DriftedDeal[] {
  const looked = facts.map((one): DriftedDeal => {
    const { deal } = one;
    const bot = bots.get(deal.botId);
    const desired = declared.get(deal.botId);
    const known = [bot?.fields.percentTakeProfit ?? null, desired?.fields.percentTakeProfit ?? null];
    const fields = driftOf(deal, bot, desired, standingPercent(signsOf(deal), known));
    return { facts: one, hasBot: bot !== undefined, fields };
  });
  return looked.filter(({ hasBot, fields }) => !hasBot || fields.length > 0);
}

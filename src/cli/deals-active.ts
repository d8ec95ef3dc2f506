// botform deals active: the deals that run, with their positions and orders; once, or again and again.
import type { DealFacts } from "../model/deal-facts.js";
import { unrealisedOf } from "../model/deal-totals.js";
import { activeDealsText } from "../render/deals-text.js";
import { dealJson } from "../render/live-json.js";
import type { Context } from "./context.js";
import { type DealsOptions, dealsSubject, readDealFacts } from "./deal-reading.js";
import type { ExitCode } from "./exit.js";
import { reading } from "./reading.js";
import { show, type WatchOptions } from "./watch.js";

export async function dealsActiveCommand(context: Context, options: DealsOptions & WatchOptions): Promise<ExitCode> {
  const subject = await dealsSubject(context, options);
  const { account } = subject.live;
  return show(context, "deals active", options, async (c) => {
    const facts: readonly DealFacts[] = await reading(c, subject.live, options.concurrency, (client) =>
      readDealFacts(client, subject, "activeDeals"),
    );
    return {
      text: activeDealsText(account, facts, c.colour),
      body: { account, deals: facts.map(dealJson), unrealised: unrealisedOf(facts.map(({ deal }) => deal)) },
    };
  });
}

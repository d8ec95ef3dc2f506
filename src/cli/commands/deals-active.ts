// botform deals active: the deals that run, with their positions and orders; once, or again and again.

import { type DealsOptions, dealsSubject, readDealFacts } from "../../app/deal-reading.js";
import { reading } from "../../app/endpoint.js";
import type { ExitCode } from "../../app/exit.js";
import type { Context } from "../terminal/context.js";
import { show, type WatchOptions } from "../terminal/watch.js";

export async function dealsActiveCommand(context: Context, options: DealsOptions & WatchOptions): Promise<ExitCode> {
  const subject = await dealsSubject(context, options);
  const { account } = subject.live;
  return show(context, "deals active", options, async (c) => {
    const deals = await reading(c, subject.live, options.concurrency, (client) =>
      readDealFacts(client, subject, "activeDeals"),
    );
    return { result: { account, deals } };
  });
}

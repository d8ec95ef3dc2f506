// botform account: balances and positions, once or again and again.

import { reading } from "../../app/endpoint.js";
import type { ExitCode } from "../../app/exit.js";
import { openLive, type ReadingOptions } from "../../app/live-account.js";
import { observedAccount } from "../../service/canonical-account.js";
import type { Context } from "../terminal/context.js";
import { show, type WatchOptions } from "../terminal/watch.js";

export async function accountCommand(context: Context, options: ReadingOptions & WatchOptions): Promise<ExitCode> {
  const live = await openLive(context, options);
  return show(context, "account", options, async (c) => {
    const wire = await reading(c, live, options.concurrency, (client) => client.accountInformation());
    return { result: { account: live.account, information: observedAccount(wire) } };
  });
}

// botform accesses: the account's futures accesses, and what the configuration calls them.

import { reading } from "../../app/endpoint.js";
import type { ExitCode } from "../../app/exit.js";
import { openLive, type ReadingOptions } from "../../app/live-account.js";
import { readAccesses } from "../../app/live-read.js";
import type { Context } from "../terminal/context.js";
import { show } from "../terminal/watch.js";

export async function accessesCommand(context: Context, options: ReadingOptions): Promise<ExitCode> {
  const live = await openLive(context, options);
  return show(context, "accesses", { ...options, interval: 0 }, async (c) => {
    const accesses = await reading(c, live, options.concurrency, readAccesses);
    const listed = accesses.map((access) => ({
      access,
      aliases: (live.desired?.accesses ?? [])
        .filter((reference) => reference.live === access.id || reference.live === access.title)
        .map(({ alias }) => alias),
    }));
    return { result: { account: live.account, accesses: listed } };
  });
}

// botform pairs: the futures pairs that the service knows, or those that fit a text.

import { reading } from "../../app/endpoint.js";
import type { ExitCode } from "../../app/exit.js";
import { openLive, type ReadingOptions } from "../../app/live-account.js";
import { clean } from "../../render/sanitize.js";
import type { Context } from "../terminal/context.js";
import { show } from "../terminal/watch.js";

export interface PairsOptions extends ReadingOptions {
  readonly filter: string | undefined;
}

export async function pairsCommand(context: Context, options: PairsOptions): Promise<ExitCode> {
  const { filter } = options;
  const live = await openLive(context, options);
  return show(context, "pairs", { ...options, interval: 0 }, async (c) => {
    const all = await reading(c, live, options.concurrency, (client) => client.pairList());
    const pairs = [...all].sort().filter((pair) => filter === undefined || fits(pair, filter));
    if (pairs.length === 0 && options.format !== "json")
      c.err(
        filter === undefined ? "The service knows no pairs.\n" : `None of ${all.length} pairs fits ${clean(filter)}.\n`,
      );
    return { result: { account: live.account, pairs } };
  });
}

/** A part of the name, or with `*` for any text the whole of it; the case makes no difference. */
function fits(pair: string, filter: string): boolean {
  const [name, wanted] = [pair.toUpperCase(), filter.toUpperCase()];
  if (!wanted.includes("*")) return name.includes(wanted);
  const expression = wanted
    .split("*")
    .map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, "\\$&"))
    .join(".*");
  return new RegExp(`^${expression}$`).test(name);
}

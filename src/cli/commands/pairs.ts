// botform pairs: the futures pairs that the service knows, or those that fit a text.
import { likelyPair } from "../../config/schema/suggest.js";
import { clean } from "../../render/sanitize.js";
import { command, shown } from "../command.js";
import { argument, format, list, opening, requests } from "../options.js";

export const pairs = command({
  name: "pairs",
  summary: "List the service's futures pairs, one per line.",
  group: "account",
  arguments: () => list(argument("[filter]", "part of a pair's name, or a whole name with * for any text")),
  options: () => list(...opening(), ...requests(), format()),
  examples: ["botform pairs", "botform pairs btc", "botform pairs 'USDT-*'"],
  run: async (host, options) => (await import("../../app/live/bots.js")).listPairs(host, options),
  say(context, { pairs: fitting, known }, { filter }) {
    const none =
      filter === undefined
        ? "The service lists no pairs."
        : `None of ${known} pairs matches ${clean(filter)}.${meant(filter)}`;
    if (fitting.length === 0) context.tell(`${none}\n`);
  },
  show: ({ account, pairs: fitting }) => shown("pairs", { account, pairs: fitting }),
});

function meant(filter: string): string {
  const pair = likelyPair(filter);
  return pair === undefined || pair === filter ? "" : ` Did you mean ${pair}?`;
}

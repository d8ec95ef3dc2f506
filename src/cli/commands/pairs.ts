// botform pairs: the futures pairs that the service knows, or those that fit a text.
import { clean } from "../../render/sanitize.js";
import { command, shown } from "../command.js";
import { argument, format, list, opening, requests } from "../options.js";

export const pairs = command({
  name: "pairs",
  summary: "List the futures pairs that the service knows, one a line.",
  group: "account",
  arguments: () => list(argument("[filter]", "a part of the pair's name; with * for any text, the whole of it")),
  options: () => list(...opening(), ...requests(), format()),
  examples: ["botform pairs", "botform pairs btc", "botform pairs 'USDT-*'"],
  run: async (host, options) => (await import("../../app/live/bots.js")).listPairs(host, options),
  say(context, { pairs: fitting, known }, { filter }) {
    const none = filter === undefined ? "The service knows no pairs." : `None of ${known} pairs fits ${clean(filter)}.`;
    if (fitting.length === 0) context.err(`${none}\n`);
  },
  show: ({ account, pairs: fitting }) => shown("pairs", { account, pairs: fitting }),
});

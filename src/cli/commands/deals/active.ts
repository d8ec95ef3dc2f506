// botform deals active: the deals that run, with their positions and orders; once, or again and again.
import { shown, watchable } from "../../command.js";
import { exitInDoubt, IN_DOUBT_CODES } from "../../in-doubt.js";
import { access, bot, format, journal, list, opening, requests, watched } from "../../options.js";

export const dealsActive = watchable({
  name: "deals active",
  summary:
    "List the running deals: position, unrealised PnL, whether the take-profit order is in place, and how many safety orders have filled (an estimate from volumes).",
  options: () => list(access(), bot(), ...watched(), ...opening(), journal(), ...requests(), format()),
  examples: [
    "botform deals active",
    "botform deals active --bot btc-dip --watch",
    "botform deals active --watch --interval 30 --format json",
  ],
  async open(host, options) {
    const { activeDeals, openDeals } = await import("../../../app/live/deals.js");
    const subject = await openDeals(host, options);
    return (c) => activeDeals(c, subject);
  },
  exitCodes: IN_DOUBT_CODES,
  exitCode: exitInDoubt,
  diagnostics: ({ diagnostics }) => diagnostics,
  show: (result) => shown("deals active", result),
});

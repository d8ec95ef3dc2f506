// botform deals take-profit: sets the take profit of a running deal.
import { command } from "../../command.js";
import { ACTED, acting, argument, DEAL, list, option } from "../../options.js";

export const dealsTakeProfit = command({
  name: "deals take-profit",
  summary: "Set the take profit of a running deal. The bot's own setting stays as it is.",
  arguments: () =>
    list(
      argument("<deal>", DEAL),
      argument("<percent>", "the new take profit, in percent from the deal's average entry price"),
    ),
  options: () =>
    list(
      ...acting(),
      option(
        "--no-immediately",
        'ask the service not to move the working order now. The service doesn\'t document when it applies the new percentage then; botform explain "immediately" says more',
      ),
    ),
  examples: [
    "botform deals take-profit 4711 1.5",
    "botform deals take-profit 4711 0.8 --yes --format json",
    "botform deals take-profit 4711 2 --no-immediately --timeout 5",
  ],
  exitCodes: ACTED,
  run: async (host, options) => (await import("../../writing/direct.js")).dealsTakeProfitCommand(host, options),
  exitCode: (code) => code,
});

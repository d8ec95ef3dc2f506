// botform deals start: opens one deal of a bot now.
import { command } from "../../command.js";
import { ACTED, ACTED_BOT, acting, argument, list } from "../../options.js";

export const dealsStart = command({
  name: "deals start",
  summary: "Open one deal for a bot now. Shows the bot, asks, and waits until the deal is observed.",
  arguments: () => list(argument("<bot>", ACTED_BOT)),
  options: acting,
  examples: ["botform deals start btc-dip", "botform deals start '#123' --account main --yes"],
  exitCodes: ACTED,
  run: async (host, options) => (await import("../../writing/direct.js")).dealsStartCommand(host, options),
  exitCode: (code) => code,
});

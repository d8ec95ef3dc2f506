// botform deals complete: closes the position of a running deal at the market price.
import { command } from "../../command.js";
import { ACTED, acting, argument, DEAL, list } from "../../options.js";

export const dealsComplete = command({
  name: "deals complete",
  summary: "Close a running deal's position at the market price. If the bot is on, it may open its next deal at once.",
  arguments: () => list(argument("<deal>", DEAL)),
  options: acting,
  examples: ["botform bots off '#123' && botform deals complete 4711", "botform deals complete 4711 --yes"],
  exitCodes: ACTED,
  run: async (host, options) => (await import("../../writing/direct.js")).dealsCompleteCommand(host, options),
  exitCode: (code) => code,
});

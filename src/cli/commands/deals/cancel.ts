// botform deals cancel: releases a running deal; its position stays on the exchange.
import { command } from "../../command.js";
import { ACTED, acting, argument, DEAL, list, option } from "../../options.js";

export const dealsCancel = command({
  name: "deals cancel",
  summary:
    "Make the bot drop a running deal. Its position STAYS on the exchange, and nobody manages it. Its orders may stay, too, and a bot that is on may open another deal.",
  arguments: () => list(argument("<deal>", DEAL)),
  options: () =>
    list(...acting(), option("--leave-position", "confirm that the position stays open; required with --yes")),
  examples: ["botform deals cancel 4711", "botform deals cancel 4711 --yes --leave-position"],
  exitCodes: ACTED,
  run: async (host, options) => (await import("../../writing/direct.js")).dealsCancelCommand(host, options),
  exitCode: (code) => code,
});

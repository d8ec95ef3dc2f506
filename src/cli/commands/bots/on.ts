// botform bots on: turns named bots on, through the whole gate of an apply.
import { command } from "../../command.js";
import { ACTED, ACTED_BOT, acting, argument, list } from "../../options.js";

export const botsOn = command({
  name: "bots on",
  summary:
    "Turn bots on now. A bot named by its key must match the configuration. Right before it is turned on, each is read and checked once more, as in an apply.",
  arguments: () => list(argument("<bot...>", ACTED_BOT)),
  options: acting,
  examples: ["botform bots on btc-dip eth-dip", "botform bots on '#123' --account main"],
  exitCodes: ACTED,
  run: async (host, options) =>
    (await import("../../writing/direct.js")).botsOnCommand(host, { ...options, bots: options.bot }),
  exitCode: (code) => code,
});

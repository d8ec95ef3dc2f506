// botform emulator signal: lets the indicator of a bot say yes, once.
import { command, document } from "../../command.js";
import { natural } from "../../option-values.js";
import { argument, list, ofEmulator } from "../../options.js";

export const emulatorSignal = command({
  name: "emulator signal",
  summary: "Give a bot with an indicator group its signal. It opens a deal if it is on and has none running.",
  arguments: () => list(argument("<botId>", "the bot's id").argParser(natural)),
  options: ofEmulator,
  examples: ["botform emulator signal 1001"],
  run: async (_host, { url, port, botId }) =>
    (await import("../../emulator/control.js")).tell({ url, port }, "signal", { botId }),
  show: (facts, { format, botId }) => (format === "json" ? document(facts) : `Bot ${botId} got a signal.\n`),
});

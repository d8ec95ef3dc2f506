// botform emulator: the service on this machine, until Ctrl-C.
import { command } from "../../command.js";
import { from, list, natural, option } from "../../options.js";

export const emulator = command({
  name: "emulator",
  summary:
    "Run a local server that speaks the service's API and webhooks and plays a market, for trying things without an account.",
  group: "trying",
  options: () =>
    list(
      option("--port <number>", "port to listen on; 0 takes a free one").argParser(from(0, 65_535)).default(8787),
      option("--seed <file>", "JSON file with accounts, accesses, bots, pairs and prices"),
      option("--state <file>", "keep the state in this file between runs"),
      option("--time <mode>", "the market's time: stepped stands still until botform emulator step")
        .choices(["real", "stepped"])
        .default("real"),
      option("--speed <factor>", "market seconds in each real second").argParser(from(1, 1_000_000)).default(1),
      option("--latency <ms>", "wait before every answer").argParser(natural).default(0),
      option("--quirk <name=value...>", "answer an open question of the interface this way; may be repeated"),
      option("--quirks", "list all quirks and their values"),
    ),
  examples: [
    "botform emulator",
    "botform emulator --port 0 --seed examples/emulator/market.json --time stepped",
    "botform emulator --speed 60 --state emulator-state.json",
    "botform emulator --quirk update=replace --quirk newBots=on",
    "botform emulator state",
  ],
  run: async (host, options) => (await import("../../emulator/server.js")).serve(host, options),
  exitCode: (code) => code,
});

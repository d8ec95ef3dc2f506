// botform emulator: the service on this machine, until Ctrl-C.
import { command } from "../../command.js";
import { from, natural } from "../../option-values.js";
import { list, option } from "../../options.js";

export const emulator = command({
  name: "emulator",
  summary: "Run a local server with the service's API, its webhooks and a market, to try things without an account.",
  group: "trying",
  options: () =>
    list(
      option("--port <number>", "port to listen on; 0 takes a free one").argParser(from(0, 65_535)).default(8787),
      option("--seed <file>", "JSON file of accounts, accesses, bots, pairs and prices"),
      option("--state <file>", "keep the state between runs in this file"),
      option(
        "--time <mode>",
        'the market\'s clock: "real" runs by itself; "stepped" stands still until you run botform emulator step',
      )
        .choices(["real", "stepped"])
        .default("real"),
      option("--speed <factor>", "market seconds per real second").argParser(from(1, 1_000_000)).default(1),
      option("--latency <ms>", "delay every answer by this much").argParser(natural).default(0),
      option("--quirk <name=value...>", "choose how an undocumented part of the interface behaves; may be repeated"),
      option(
        "--like <file>",
        "imitate a real service, from a file written by botform service show --as-quirks; --quirk overrides it",
      ),
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

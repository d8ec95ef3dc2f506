// botform hold remove: lifts holds, so that the next apply may turn the bots on again.
import { EXIT } from "../../../app/exit.js";
import { command, shown } from "../../command.js";
import { argument, configured, format, HELD_BOT, journal, list, option } from "../../options.js";

export const holdRemove = command({
  name: "hold remove",
  summary: "Lift holds, by the patterns with which they were set. Turns nothing on by itself.",
  arguments: () => list(argument("<pattern...>", HELD_BOT)),
  options: () =>
    list(
      option("--account <name>", "of patterns without an account; by default every account of the configuration"),
      option("--write", "remove the hold from the configuration, too; comments and order stay"),
      ...configured(),
      journal(),
      format(),
    ),
  examples: ["botform hold remove main/btc-dip", "botform hold remove 'main/*' --write"],
  exitCodes: {
    0: "nothing holds them by these patterns any more",
    1: "the ledger couldn't be read or written",
    3: "there is no such hold",
    7: "the configuration still holds them",
  },
  run: async (host, { pattern: patterns, ...options }) =>
    (await import("../../../app/hold/hold.js")).removeHolds(host, { ...options, patterns }),
  exitCode: ({ remaining }) => (remaining.length > 0 ? EXIT.partlyApplied : EXIT.done),
  show: (facts) => shown("hold remove", facts),
});

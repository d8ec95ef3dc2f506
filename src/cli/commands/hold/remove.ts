// botform hold remove: lifts holds, so that the next apply may turn the bots on again.
import { EXIT } from "../../../app/exit.js";
import { command, shown } from "../../command.js";
import { argument, configured, format, journal, list, option } from "../../options.js";

export const holdRemove = command({
  name: "hold remove",
  summary: "Lift holds, by the patterns with which they were set. Turns nothing on by itself.",
  arguments: () =>
    list(
      argument(
        "<pattern...>",
        "the patterns exactly as they were set (botform hold list shows them): main/* lifts the hold on main/*, not one on main/btc-dip",
      ),
    ),
  options: () =>
    list(
      option(
        "--account <name>",
        "the account for patterns that don't name one (default: every account of the configuration)",
      ),
      option("--write", "remove the hold from the configuration, too; comments and order are kept"),
      ...configured(),
      journal(),
      format(),
    ),
  examples: ["botform hold remove main/btc-dip", "botform hold remove 'main/*' --write"],
  exitCodes: {
    0: "no hold with these patterns is left; another pattern may still hold the bots",
    1: "the ledger couldn't be read or written",
    3: "there is no such hold",
    7: "the configuration still holds them",
  },
  run: async (host, { pattern: patterns, ...options }) =>
    (await import("../../../app/hold/hold.js")).removeHolds(host, { ...options, patterns }),
  exitCode: ({ remaining }) => (remaining.length > 0 ? EXIT.partlyApplied : EXIT.done),
  show: (facts) => shown("hold remove", facts),
});

// botform rollout abort: a person's decision about the roll-out that is under way.
import { command, shown } from "../../command.js";
import { by, configuration, envFrom, format, journal, list, option } from "../../options.js";

export const rolloutAbort = command({
  name: "rollout abort",
  summary:
    "End the roll-out for good. The account that is being applied is finished; no other begins, and every bot stays as it is.",
  options: () =>
    list(
      by(),
      option("--reason <text>", "why; it is kept and reported"),
      configuration(),
      journal(),
      format(),
      envFrom(),
    ),
  examples: ["botform rollout abort", "botform rollout abort --by ana --reason 'wrong settings'"],
  exitCodes: {
    0: "recorded; whoever drives it hears of it before the next step",
    1: "the ledger couldn't be read or written",
    3: "usage, or no roll-out is under way that this can be said of",
  },
  notes: "Secrets don't belong in a reason: it is kept in the ledger as it is.",
  run: async (host, options) => (await import("../../writing/rollout.js")).decideNow(host, "abort", options),
  show: (facts) => shown("rollout status", facts),
});

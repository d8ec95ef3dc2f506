// What botform rollout pause, resume and abort have in common: a person's decision about the roll-out that is under way, kept in the ledger.
import { command, shown } from "../../command.js";
import { by, configuration, envFrom, format, journal, list, option } from "../../options.js";

/** @param reason of the example */
export function decision(does: "pause" | "resume" | "abort", summary: string, reason: string) {
  return command({
    name: `rollout ${does}`,
    summary,
    options: () =>
      list(
        by(),
        option("--reason <text>", "why; it is kept and reported"),
        configuration(),
        journal(),
        format(),
        envFrom(),
      ),
    examples: [`botform rollout ${does}`, `botform rollout ${does} --by ana --reason '${reason}'`],
    exitCodes: {
      0: "recorded; whoever drives it hears of it before the next step",
      1: "the ledger couldn't be read or written",
      3: "usage, or no roll-out is under way that this can be said of",
    },
    notes: "Secrets don't belong in a reason: it is kept in the ledger as it is.",
    run: async (host, options) => (await import("../../writing/rollout.js")).decideNow(host, does, options),
    show: (facts) => shown("rollout status", facts),
  });
}

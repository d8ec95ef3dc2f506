// botform drift acknowledge: what is known to differ isn't counted, for a time, as long as it doesn't change.
import { command, shown } from "../../command.js";
import {
  accounts,
  argument,
  atOnce,
  configured,
  envFrom,
  format,
  journal,
  list,
  option,
  requests,
  SETTING,
} from "../../options.js";

export const driftAcknowledge = command({
  name: "drift acknowledge",
  summary:
    "Acknowledge drift that is there: drift shows it apart and doesn't count it, until a day, until the live value changes, or until it has ended. A plan warns, and an apply still puts the declared value back. Changes nothing on the service.",
  arguments: () => list(argument("<setting...>", SETTING)),
  options: () =>
    list(
      option("--reason <text>", "why it is as it is; drift and plan show it").makeOptionMandatory(),
      option(
        "--until <date>",
        "from when on it counts again: after a day (2026-12-31, in UTC), or at a time (2026-12-31T08:00Z)",
      ).makeOptionMandatory(),
      ...configured(),
      ...accounts("of settings that don't name one; by default every account on which the bot has drifted"),
      atOnce(),
      journal(),
      format(),
      ...requests(),
      envFrom(),
    ),
  examples: [
    "botform drift acknowledge main/btc-dip.leverage --until 2026-12-24 --reason 'trader tries 8x by hand'",
    "botform drift acknowledge btc-dip.leverage btc-dip.enabled --until 2026-12-31T08:00Z --reason 'until the maintenance ends'",
  ],
  exitCodes: {
    0: "acknowledged",
    1: "an account couldn't be read, or its ledger couldn't be read or written",
    3: "usage, or a setting hasn't drifted; nothing was acknowledged",
    5: "a bot is in doubt; nothing was acknowledged",
  },
  notes: "Secrets don't belong in a reason: it is kept in the ledger as it is.",
  completes: { setting: async (asked) => (await import("../../completion/values.js")).accepted(asked) },
  run: async (host, { setting: settings, ...options }) =>
    (await import("../../../app/drift/acknowledge.js")).acknowledgeDrift(host, { ...options, settings }),
  show: (facts) => shown("drift acknowledge", facts),
});

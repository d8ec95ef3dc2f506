// botform drift unacknowledge: drift counts again before its day.
import { command, shown } from "../../command.js";
import { accounts, argument, configured, format, journal, list, SETTING } from "../../options.js";

export const driftUnacknowledge = command({
  name: "drift unacknowledge",
  summary: "Withdraw what was acknowledged: the drift counts again at once. Needs no network and no credentials.",
  arguments: () => list(argument("<setting...>", SETTING)),
  options: () =>
    list(
      ...configured(),
      ...accounts("of settings that don't name one; by default every account of the configuration"),
      journal(),
      format(),
    ),
  examples: ["botform drift unacknowledge main/btc-dip.leverage"],
  exitCodes: {
    0: "withdrawn",
    1: "the ledger couldn't be read or written",
    3: "no such drift is acknowledged; nothing was withdrawn",
  },
  completes: { setting: async (asked) => (await import("../../completion/values.js")).accepted(asked) },
  run: async (host, { setting: settings, ...options }) =>
    (await import("../../../app/drift/acknowledge.js")).unacknowledgeDrift(host, { ...options, settings }),
  show: (facts) => shown("drift unacknowledge", facts),
});

// botform drift acknowledged: the drift that isn't counted, why, and until when.
import { EXIT } from "../../../app/exit.js";
import { command, shown } from "../../command.js";
import { accounts, configured, format, journal, list } from "../../options.js";

export const driftAcknowledged = command({
  name: "drift acknowledged",
  summary: "List the drift that is acknowledged. Needs no network and no credentials.",
  options: () =>
    list(...configured(), ...accounts("by default every account of the configuration"), journal(), format()),
  examples: ["botform drift acknowledged", "botform drift acknowledged --account main --format json"],
  exitCodes: { 0: "the list", 1: "the ledger couldn't be read, or part of it is lost" },
  run: async (host, options) => (await import("../../../app/drift/acknowledge.js")).listAcknowledged(host, options),
  exitCode: ({ damaged }) => (damaged === undefined ? EXIT.done : EXIT.failed),
  show: (facts) => shown("drift acknowledged", facts),
});

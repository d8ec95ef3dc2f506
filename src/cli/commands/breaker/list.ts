// botform breaker list: the breakers of the accounts, which have tripped, and who armed them last.
import { EXIT } from "../../../app/exit.js";
import { command, shown } from "../../command.js";
import { accounts, configured, format, journal, list } from "../../options.js";

export const breakerList = command({
  name: "breaker list",
  summary:
    "List the breakers with their limits: which are armed, and which have tripped. Needs no network and no credentials.",
  options: () =>
    list(...configured(), ...accounts("by default every account of the configuration"), journal(), format()),
  examples: ["botform breaker list", "botform breaker list --account main --format json"],
  exitCodes: { 0: "the list", 1: "the ledger couldn't be read, or part of it is lost" },
  run: async (host, options) => (await import("../../../app/breaker/arm.js")).listBreakers(host, options),
  exitCode: ({ damaged }) => (damaged === undefined ? EXIT.done : EXIT.failed),
  show: (facts) => shown("breaker list", facts),
});

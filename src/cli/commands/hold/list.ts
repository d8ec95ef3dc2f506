// botform hold list: the holds of the accounts, where they stand, and which bots they hold.
import { EXIT } from "../../../app/exit.js";
import { command, shown } from "../../command.js";
import { configured, format, journal, list, option } from "../../options.js";

export const holdList = command({
  name: "hold list",
  summary: "List the holds in the ledger and in the configuration. Needs no network and no credentials.",
  options: () =>
    list(
      option("--account <name>", "which account; by default every account of the configuration"),
      ...configured(),
      journal(),
      format(),
    ),
  examples: ["botform hold list", "botform hold list --format json | jq '.holds[] | select(.state != \"in force\")'"],
  exitCodes: { 0: "the list", 1: "the ledger couldn't be read, or part of it is lost" },
  run: async (host, options) => (await import("../../../app/hold/hold.js")).listHolds(host, options),
  exitCode: ({ damaged }) => (damaged === undefined ? EXIT.done : EXIT.failed),
  show: (facts) => shown("hold list", facts),
});

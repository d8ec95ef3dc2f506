// botform fleet push: puts a configuration into the ledger, from which the workers of a fleet take it.
import { command, shown } from "../../command.js";
import { by, configuration, configurationArgument, format, journal, list, option } from "../../options.js";

export const fleetPush = command({
  name: "fleet push",
  summary:
    "Put the configuration into the ledger, for workers that run with --source ledger, once it is valid for every account. Needs no credentials of the service.",
  arguments: () => list(configurationArgument()),
  options: () =>
    list(
      configuration(),
      option("--dry-run", "only look whether it is valid, and whether it counts already"),
      by(),
      journal(),
      format(),
    ),
  examples: ["botform fleet push", "botform fleet push -c fleet/ --by release-7", "botform fleet push --dry-run"],
  exitCodes: {
    0: "it was pushed, or counts already",
    1: "the ledger couldn't be read or written",
    3: "the configuration has errors; nothing was pushed",
  },
  notes:
    "Variables of the command line aren't pushed: write their values under vars. To go back, push the older configuration again; botform fleet revisions lists what was accepted.",
  async run(host, options) {
    const [{ push }, { personHere }] = await Promise.all([
      import("../../../app/source/push.js"),
      import("../../terminal/person.js"),
    ]);
    return push(host, { ...options, by: options.by ?? personHere(host.env) });
  },
  show: (facts) => shown("fleet push", facts),
});

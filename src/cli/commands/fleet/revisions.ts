// botform fleet revisions: the configurations that were accepted for a fleet, and which of them counts.
import { command, shown } from "../../command.js";
import { positive } from "../../option-values.js";
import { configuration, format, journal, list, option } from "../../options.js";

export const fleetRevisions = command({
  name: "fleet revisions",
  summary: "List the revisions of the configuration that were accepted, newest first: from where, by whom and when.",
  options: () =>
    list(
      configuration(),
      option("--limit <number>", "at most so many").argParser(positive).default(20),
      journal(),
      format(),
    ),
  examples: ["botform fleet revisions", "botform fleet revisions --format json | jq -r '.revisions[0].digest'"],
  exitCodes: { 0: "the list", 1: "the ledger couldn't be read" },
  async run(_host, { journal: place, limit }) {
    const { acceptedRevisions } = await import("../../../app/source/push.js");
    return acceptedRevisions(place, limit);
  },
  show: (facts) => shown("fleet revisions", facts),
});

// botform history: the applies that the journal tells of. Needs no configuration.
import { command, shown } from "../command.js";
import { format, journal, list, option } from "../options.js";

/** Of the commands that only read the journal. */
export const ofJournal = () => list(option("--account <name>", "only runs on this account"), journal(), format());

export const history = command({
  name: "history",
  summary: "List past runs, newest first. Needs no configuration and no network.",
  group: "past",
  options: ofJournal,
  examples: ["botform history", "botform history --account main", "botform history show last"],
  async run(host, options) {
    const { listRuns } = await import("../../app/ledger/history.js");
    return host.read("the journal", () => listRuns(options));
  },
  show: (runs) => shown("history", runs),
});

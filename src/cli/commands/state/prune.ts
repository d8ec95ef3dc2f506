// botform state prune: keeps a shared ledger from growing without end.
import { counted } from "../../../model/text/counted.js";
import { clean } from "../../../render/sanitize.js";
import { command, document } from "../../command.js";
import { from } from "../../option-values.js";
import { list, ofState, option } from "../../options.js";

export const statePrune = command({
  name: "state prune",
  summary:
    "Remove records of old runs and webhooks, and old plans that waited for a person, from the database. An account's newest 50 runs stay, and so does what is known of bots, holds, answers to plans and the service.",
  options: () =>
    list(
      option("--days <number>", "remove what is older than so many days").argParser(from(8, 9_999)).default(90),
      ...ofState(),
    ),
  examples: ["botform state prune", "botform state prune --days 365"],
  notes:
    "history and undo know nothing more of a run that was removed. A saved plan is valid for a day at most, so none can be applied twice by that.",
  run: async (_host, options) => (await import("../../../app/ledger/state.js")).statePrune(options),
  show: (facts, { format }) =>
    format === "json" ? document(facts) : `${clean(facts.database)}: ${counted(facts.removed, "record")} removed.\n`,
});

// botform state init: makes the tables of a shared ledger.
import { clean } from "../../../render/sanitize.js";
import { command, document } from "../../command.js";
import { ofState } from "../../options.js";

export const stateInit = command({
  name: "state init",
  summary: "Make the tables in the database that state names, or bring them up to date.",
  options: ofState,
  examples: ["botform state init", "BOTFORM_JOURNAL=postgres://botform@db.example/desk botform state init"],
  notes: "It needs a user that may create a schema. All else needs less: docs/how-to/share-a-ledger.md.",
  run: async (_host, options) => (await import("../../../app/ledger/state.js")).stateInit(options),
  show: (facts, { format }) =>
    format === "json"
      ? document(facts)
      : `${clean(facts.database)}: ${facts.made.length === 0 ? "nothing to do; its tables are up to date" : `made ${clean(facts.made.join(", "))}`}.\n${facts.queue ? "Workers of a fleet have their queue there.\n" : "Workers of a fleet have no queue there: install pg-boss@10, and run it again, if you want any.\n"}`,
});

// botform approve: the plans that wait for a person, or a yes to exactly one of them.
import { command } from "../command.js";
import {
  accounts,
  argument,
  by,
  configured,
  envFrom,
  format,
  journal,
  list,
  option,
  PLAN_DIGEST,
  verbose,
  yes,
} from "../options.js";

export const approve = command({
  name: "approve",
  summary:
    "List the plans that wait for a person, or approve exactly one: show it, ask, and record who has said yes. Needs no network and no credentials, and changes nothing on the service.",
  group: "past",
  arguments: () => list(argument("[digest]", `${PLAN_DIGEST}; without it, the plans that wait are listed`)),
  options: () =>
    list(
      ...configured(),
      ...accounts("of the list; by default every account that the ledger knows"),
      by(),
      option("--reason <text>", "why; it is kept with the answer"),
      yes(),
      journal(),
      format(),
      verbose(),
      envFrom(),
    ),
  examples: ["botform approve", "botform approve 3f9a1c20", "botform approve 3f9a1c20 --by ana --yes"],
  exitCodes: {
    0: "the list, or approved",
    1: "declined, or the ledger couldn't be read or written, or part of it is lost",
    3: "usage, or there is no such plan",
    4: "the plan has expired, was altered, or was applied already",
    6: "the plan was rejected",
  },
  notes:
    "With the account's credentials at hand, it also checks that the plan is as botform sealed it; apply always does. Secrets don't belong in a reason: it is kept in the ledger as it is.",
  run: async (host, options) => (await import("../writing/approve.js")).approveCommand(host, options),
  exitCode: (code) => code,
});

// botform reject: a no to one plan that waits for a person, for good.
import { command } from "../command.js";
import { argument, by, configured, format, journal, list, option, PLAN_DIGEST } from "../options.js";

export const reject = command({
  name: "reject",
  summary:
    "Reject a plan that waits for a person, also if it is approved: it is never carried out. Needs no network and no credentials, and changes nothing on the service.",
  group: "past",
  arguments: () => list(argument("<digest>", PLAN_DIGEST)),
  options: () =>
    list(
      option("--reason <text>", "why; whoever asked sees it").makeOptionMandatory(),
      by(),
      ...configured(),
      journal(),
      format(),
    ),
  examples: ["botform reject 3f9a1c20 --reason 'leverage is too high for the weekend'"],
  exitCodes: {
    0: "rejected",
    1: "the ledger couldn't be read or written",
    3: "usage, or there is no such plan",
    4: "the plan has expired, was altered, or was applied already",
    6: "the plan was rejected before",
  },
  run: async (host, options) => (await import("../writing/approve.js")).rejectCommand(host, options),
  exitCode: (code) => code,
});

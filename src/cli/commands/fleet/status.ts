// botform fleet status: the state of every account, as its last look and the ledger tell it.
import { command, shown } from "../../command.js";
import { configured, format, journal, list, option } from "../../options.js";

export const fleetStatus = command({
  name: "fleet status",
  summary:
    "Show the state of every account as the last look saw it, and the plans that wait for a person. Needs no network and no credentials.",
  options: () =>
    list(
      option("--account <name>", "only this account; by default every account of the configuration"),
      ...configured(),
      journal(),
      format(),
    ),
  examples: [
    "botform fleet status",
    "botform fleet status --format json | jq '.accounts[] | select(.state != \"in-step\")'",
  ],
  exitCodes: {
    0: "every account is in step, or held",
    1: "the ledger couldn't be read, or part of it is lost",
    2: "an account has drifted, or a plan waits for a yes",
    5: "of an account it isn't known how it is: in doubt, unreadable, its look overdue, or never looked at",
    6: "a breaker has tripped, or a roll-out is paused or driven by nobody",
  },
  notes:
    "botform reconcile, fleet worker and fleet serve look at accounts and keep what they saw; this shows it, and asks the service nothing.",
  async run(_host, options) {
    const [{ exitOfFleet, fleetState }, { ledgerOption, sameOptions }] = await Promise.all([
      import("../../../app/fleet/state.js"),
      import("../../terminal/shell-word.js"),
    ]);
    const state = await fleetState(options, Date.now());
    return { ...state, exitCode: exitOfFleet(state), same: `${sameOptions(options)}${ledgerOption(options)}` };
  },
  exitCode: ({ exitCode }) => exitCode,
  show: ({ exitCode: _code, ...facts }) => shown("fleet status", facts),
});

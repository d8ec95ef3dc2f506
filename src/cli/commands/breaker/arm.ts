// botform breaker arm: a person arms breakers that have tripped; their holds are lifted.
import { command, shown } from "../../command.js";
import { accounts, argument, configured, envFrom, format, journal, list, option, requests } from "../../options.js";

export const breakerArm = command({
  name: "breaker arm",
  summary:
    "Arm breakers that have tripped, and lift the holds that they have set. Turns nothing on: the next apply does. What was lost before isn't counted again; that is read from the account.",
  arguments: () =>
    list(argument("<name...>", "the names of breakers that have tripped; botform breaker list shows them")),
  options: () =>
    list(
      option("--reason <text>", "why the bots may run again; botform breaker list shows it").makeOptionMandatory(),
      ...configured(),
      ...accounts("by default every account on which they have tripped"),
      journal(),
      format(),
      ...requests(),
      envFrom(),
    ),
  examples: ["botform breaker arm day-loss --reason 'settings made smaller'"],
  exitCodes: {
    0: "armed",
    1: "the account couldn't be read, or the ledger couldn't be read or written; nothing was armed",
    3: "usage, or one of them hasn't tripped; nothing was armed",
  },
  notes: "Secrets don't belong in a reason: it is kept in the ledger as it is.",
  run: async (host, { name: names, ...options }) =>
    (await import("../../../app/breaker/arm.js")).armBreakers(host, { ...options, names }),
  show: (facts) => shown("breaker arm", facts),
});

// botform breaker check: how the breakers stand; with --act, what is at its limit turns the bots off and holds them.
import { command, shown } from "../../command.js";
import { from } from "../../option-values.js";
import { accounts, configured, envFrom, format, journal, list, option, requests } from "../../options.js";

const DEFAULT_S = 120;

export const breakerCheck = command({
  name: "breaker check",
  summary:
    "Read the account, and say how its breakers stand. With --act, one at its limit trips: the declared bots are turned off and held until botform breaker arm. It does nothing else, and doesn't ask.",
  options: () =>
    list(
      ...configured(),
      ...accounts(),
      option("--act", "trip what is at its limit; without it nothing is changed"),
      journal(),
      option("--timeout <seconds>", "with --act: how long to keep trying to turn bots off")
        .argParser(from(1, 86_400))
        .default(DEFAULT_S),
      option("--settle <seconds>", "with --act: how long to watch bots that are off; 0 doesn't watch")
        .argParser(from(0, 86_400))
        .default(DEFAULT_S),
      ...requests(),
      envFrom(),
      format(),
    ),
  examples: [
    "botform breaker check",
    "botform breaker check --act --all-accounts",
    "botform breaker check --act --settle 0 --format json",
  ],
  exitCodes: {
    0: "every breaker is fine, or near its limit",
    1: "an account couldn't be opened",
    3: "usage, or the configuration has errors",
    5: "a figure isn't known; or, with --act, a bot wasn't observed off",
    6: "a breaker is tripped, or at its limit",
    7: "with --act: the bots are off, but the ledger couldn't keep the trip and the holds",
  },
  async run(host, options) {
    const [{ checkBreakers }, { stoppingOn }] = await Promise.all([
      import("../../../app/breaker/check.js"),
      import("../../terminal/progress.js"),
    ]);
    return checkBreakers(host, options, stoppingOn({ ...host, err: host.tell }));
  },
  exitCode: ({ exitCode }) => exitCode,
  diagnostics: ({ diagnostics }) => diagnostics,
  show: ({ accounts: checked }) => shown("breaker check", { accounts: checked }),
});

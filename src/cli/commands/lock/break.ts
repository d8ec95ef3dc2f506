// botform lock break: removes a lock whose run can't be proved to be gone.
import { command, shown } from "../../command.js";
import { argument, format, list, lockDir } from "../../options.js";

export const lockBreak = command({
  name: "lock break",
  summary: "Remove locks left by runs that have ended, when botform can't tell that by itself.",
  arguments: () => list(argument("<name...>", "names of locks; botform lock show lists them")),
  options: () => list(lockDir(), format()),
  examples: ["botform lock break 3f0c2a9be1d44c55.lock"],
  notes: `Break a lock only if you know that its run has ended. If two runs write to one access at once, they may make a second
copy of a bot, and one may turn on what the other turns off.`,
  run: async (host, { name: names, ...options }) =>
    (await import("../../../app/ledger/lock.js")).breakLocks(host, { ...options, names }),
  show: (facts) => shown("lock break", facts),
});

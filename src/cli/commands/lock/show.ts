// botform lock show: which runs of this machine hold a lock.
import { command, shown } from "../../command.js";
import { format, list, lockDir } from "../../options.js";

export const lockShow = command({
  name: "lock show",
  summary: "List the locks of this machine, and the runs that hold them.",
  options: () => list(lockDir(), format()),
  examples: ["botform lock show", "botform lock show --format json"],
  run: async (host, options) => (await import("../../../app/ledger/lock.js")).listLocks(host, options),
  show: (facts) => shown("lock show", facts),
});

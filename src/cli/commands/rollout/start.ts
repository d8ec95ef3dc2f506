// botform rollout start: shows what a roll-out would do, asks, and keeps it in the ledger for whoever drives it.
import { command } from "../../command.js";
import {
  atOnce,
  by,
  configured,
  envFrom,
  format,
  journal,
  limits,
  list,
  lockDir,
  requests,
  verbose,
  yes,
} from "../../options.js";

export const rolloutStart = command({
  name: "rollout start",
  summary:
    "Show what a roll-out would do, ask, and begin it. botform reconcile --every or botform fleet worker carries it out, wave by wave, and only what was shown.",
  options: () =>
    list(
      ...configured(),
      atOnce(),
      ...requests(),
      ...limits(),
      by(),
      yes(),
      journal(),
      lockDir(),
      verbose(),
      format(),
      envFrom(),
    ),
  examples: ["botform rollout start", "botform rollout start -c fleet/ --by ana --yes"],
  exitCodes: {
    0: "it has begun, or there is nothing to roll out",
    1: "declined, an account couldn't be read, or the ledger couldn't be written",
    3: "usage, the configuration has errors or declares no waves, or a roll-out is under way",
    5: "a command sent by an earlier run may still take effect; nothing has begun",
    6: "a policy, a limit or a breaker would refuse a plan; nothing has begun",
  },
  notes: "One roll-out at a time is under way in a ledger. It is of all accounts of the configuration.",
  run: async (host, options) => (await import("../../writing/rollout.js")).startCommand(host, options),
  exitCode: (code) => code,
});

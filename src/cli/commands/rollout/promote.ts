// botform rollout promote: a person overrules what is in the way of a roll-out, after a look at what is left of it.
import { command } from "../../command.js";
import {
  atOnce,
  by,
  configured,
  envFrom,
  format,
  journal,
  list,
  option,
  requests,
  verbose,
  yes,
} from "../../options.js";

export const rolloutPromote = command({
  name: "rollout promote",
  summary:
    "Show what is left of the roll-out as files and bots are now, ask, and let it go on with that: a wave that is being watched passes at once, whatever its gates say, and one that was paused because its plan is another one takes the new one.",
  options: () =>
    list(
      ...configured(),
      atOnce(),
      ...requests(),
      by(),
      option("--reason <text>", "why; it is kept and reported"),
      yes(),
      journal(),
      verbose(),
      format(),
      envFrom(),
    ),
  examples: ["botform rollout promote", "botform rollout promote --by ana --reason 'the loss is another bot' --yes"],
  exitCodes: {
    0: "recorded; whoever drives it hears of it before the next step",
    1: "declined, an account couldn't be read, or the ledger couldn't be written",
    3: "usage, no roll-out is under way, or it has to be started anew",
    5: "a command sent by an earlier run may still take effect; nothing was recorded",
    6: "a policy, a limit or a breaker would refuse a plan; nothing was recorded",
  },
  notes: "Secrets don't belong in a reason: it is kept in the ledger as it is.",
  run: async (host, options) => (await import("../../writing/rollout.js")).promoteCommand(host, options),
  exitCode: (code) => code,
});

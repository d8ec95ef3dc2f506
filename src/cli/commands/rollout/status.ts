// botform rollout status: how the last roll-out of the ledger stands. Needs no network and no credentials.
import { EXIT } from "../../../app/exit.js";
import { shown, watchable } from "../../command.js";
import { configuration, envFrom, format, journal, list, watched } from "../../options.js";

export const rolloutStatus = watchable({
  name: "rollout status",
  summary:
    "Show how the last roll-out stands: its waves, the gates of the one that is under way as they were seen last, what it waits for, and what you can do. Needs no network and no credentials.",
  options: () => list(configuration(), journal(), ...watched(), format(), envFrom()),
  examples: [
    "botform rollout status",
    "botform rollout status --watch",
    "botform rollout status --format json | jq .rollout.waves",
  ],
  exitCodes: {
    0: "there is none, or it is done",
    1: "it was aborted or went back, or the ledger can't be read",
    2: "it is under way",
    6: "it is paused, and waits for a person",
  },
  open: async (_host, options) => async () => {
    const { rolloutStatus: status } = await import("../../../app/rollout/decide.js");
    return { rollout: await status(options) };
  },
  exitCode: ({ rollout }) => (rollout === null ? EXIT.done : ENDS[rollout.status]),
  show: (facts) => shown("rollout status", facts),
});

const ENDS = {
  ...{ running: EXIT.changesPending, paused: EXIT.blocked, done: EXIT.done },
  ...{ aborted: EXIT.failed, undone: EXIT.failed },
} as const;

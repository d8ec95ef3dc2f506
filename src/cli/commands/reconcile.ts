// botform reconcile: looks at accounts again and again, reports drift once, and corrects what their mode allows.
import { command } from "../command.js";
import { lookingAfter } from "../looking-options.js";
import { accounts, atOnce, configurationArgument, configured, every, list } from "../options.js";

export const reconcile = command({
  name: "reconcile",
  summary:
    "Look at accounts again and again: report drift once, when it begins, changes and ends, and do about it what each account's mode says.",
  group: "daily",
  arguments: () => list(configurationArgument()),
  options: () =>
    list(...configured(), ...accounts(), atOnce(), every("look again until Ctrl-C: so often"), ...lookingAfter()),
  examples: [
    "botform reconcile --every 5m",
    "botform reconcile -c fleet/ --all-accounts --every 10m",
    "botform reconcile --all-accounts --every 5m --git git@git.example.net:desk/fleet.git",
    "botform reconcile --all-accounts --every 5m --notify-env BOTFORM_DRIFT_HOOK",
    "botform reconcile --all-accounts --every 5m --format json >> reconcile.jsonl",
  ],
  exitCodes: {
    0: "without --every: no bot has drifted, or all of it was corrected",
    1: "an account couldn't be read, or another process reconciles with the same ledger",
    2: "without --every: a bot drifted, and was left as it is",
    3: "the configuration has errors; with --every, or from elsewhere than files, one that was accepted before counts instead",
    5: "a breaker can't be measured, or its bots may be on; or a command sent by an earlier run, or by this one, may still take effect",
    6: "without --every: a breaker has tripped",
    130: "interrupted with Ctrl-C, which is how it ends with --every",
  },
  notes:
    "The account's mode in the configuration says what is done about drift: report (the default) only reports it; approve makes a plan that waits for a yes (botform approve), and carries it out then; correct applies a plan that only lowers risk, of any other its turn-offs alone, and leaves the rest to you. Breakers at their limit turn bots off and hold them, in every mode. A roll-out that is under way is carried on; where the configuration declares waves, what has changed in the files waits for one (botform rollout start).",
  searches: ({ git, source }) => git === undefined && source !== "ledger",
  async run(host, options) {
    const [{ reconcile: reconciled }, { lookingContext }, { endedByInterrupt }] = await Promise.all([
      import("../../app/reconcile/reconcile.js"),
      import("../terminal/reports.js"),
      import("../terminal/watch.js"),
    ]);
    const { own, ports } = lookingContext(host, "reconcile", options);
    if (options.every !== undefined) return endedByInterrupt(reconciled(own, options, ports));
    return reconciled(options.logFormat === "json" ? own : host, options, ports);
  },
  exitCode: (code) => code,
});

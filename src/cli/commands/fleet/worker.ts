// botform fleet worker: one of several processes that look after the accounts of a configuration, with a ledger in a database.
import { command } from "../../command.js";
import { servingFleet } from "../../looking-options.js";
import { accounts, configurationArgument, configured, list } from "../../options.js";

export const fleetWorker = command({
  name: "fleet worker",
  summary:
    "Look after accounts together with other workers, on whatever machines: each account is looked at by one of them, and by another if that one dies.",
  arguments: () => list(configurationArgument()),
  options: () => list(...configured(), ...accounts(), ...servingFleet()),
  examples: [
    "botform fleet worker --all-accounts",
    "botform fleet worker -c fleet/ --all-accounts --every 10m --format json",
    "botform fleet worker --all-accounts --git https://git.example.net/desk/fleet.git -c fleet/",
  ],
  exitCodes: {
    1: "there is no queue, or the database doesn't answer: botform state init makes one",
    3: "the configuration has errors, or no database is stated; one that was accepted before counts instead",
    130: "interrupted with Ctrl-C, which is how it ends",
  },
  notes:
    "It does what botform reconcile does, and needs a ledger in a database, and the packages pg and pg-boss. All workers need the same configuration, which --git or --source ledger gives them.",
  searches: ({ git, source }) => git === undefined && source !== "ledger",
  async run(host, options) {
    const [{ fleetWorker: worker }, { withHealth }, { lookingContext }, { endedByInterrupt }] = await Promise.all([
      import("../../../app/reconcile/worker.js"),
      import("../../terminal/health.js"),
      import("../../terminal/reports.js"),
      import("../../terminal/watch.js"),
    ]);
    const { own, ports } = lookingContext(host, "fleet worker", options);
    return endedByInterrupt(
      withHealth(own, options, undefined, (measured) => worker(measured.host(own), options, measured.ports(ports))),
    );
  },
  exitCode: (code) => code,
});

// botform state check: whether a shared ledger can be relied on, and who holds what.

import { EXIT } from "../../../app/exit.js";
import type { StateFacts } from "../../../app/ledger/state.js";
import { counted } from "../../../model/text/counted.js";
import { clean } from "../../../render/sanitize.js";
import type { Paint } from "../../../render/text/paint.js";
import { command, document } from "../../command.js";
import { ofState } from "../../options.js";

export const stateCheck = command({
  name: "state check",
  summary:
    "Look whether the database of the ledger can be relied on, and which runs hold which accesses, and what waits in the queue of a fleet's workers. Adds what this machine kept for it while it was away; writes nothing else.",
  options: ofState,
  examples: ["botform state check", "botform state check --format json | jq .leases"],
  exitCodes: { 0: "it can be relied on", 1: "it can't, or doesn't answer" },
  run: async (host, options) => (await import("../../../app/ledger/state.js")).stateCheck(host, options),
  exitCode: ({ faults }) => (faults.length === 0 ? EXIT.done : EXIT.failed),
  show: (facts, { format }, { colour }) => (format === "json" ? document(facts) : checkText(facts, colour)),
});

function checkText(facts: StateFacts, colour: Paint): string {
  const { name, version, tls, clockAhead, files, lines, bytes, leases, queue, faults } = facts;
  const rows = [
    `${clean(name)}: version ${clean(version)}, ${tls ? "TLS" : "without TLS"}, clocks differ by ${Math.abs(clockAhead)} s`,
    `  ${counted(files, "file")} of ${counted(lines, "line")}, ${(bytes / 1024 / 1024).toFixed(1)} MiB`,
    ...leases.map(
      ({ about, holder, since, epoch }) =>
        `  held: ${clean(about)}, by ${clean(holder)} since ${since.toISOString()} (epoch ${epoch})`,
    ),
    ...(leases.length === 0 ? ["  no run holds an access"] : []),
    `  ${queueText(queue)}`,
    ...faults.map((text) => colour.bad(`  fault: ${clean(text)}`)),
  ];
  return `${rows.join("\n")}\n`;
}

function queueText(queue: StateFacts["queue"]): string {
  if (queue === null) return "no queue for a fleet's workers; botform state init makes one, with pg-boss installed";
  const { waiting, underWay, failed } = queue;
  if (waiting === null || underWay === null || failed === null)
    return "there is a queue for a fleet's workers, and this user may not look into it";
  return `queue of a fleet's workers: ${counted(waiting, "account")} waiting, ${underWay} under way, ${failed} failed`;
}

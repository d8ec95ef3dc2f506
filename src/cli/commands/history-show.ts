// botform history show: one run step by step.
import { command, shown } from "../command.js";
import { argument, list, RUN } from "../options.js";
import { ofJournal } from "./history.js";

export const historyShow = command({
  name: "history show",
  summary: "Show one run step by step: outcomes, times, attempts, the service's answers, and what is unknown.",
  arguments: () => list(argument("<id>", RUN)),
  options: ofJournal,
  hasOptionsOfParent: true,
  examples: [
    "botform history show last",
    "botform history show 2026-11-21T18-00",
    "botform history show last --format json | jq .run.steps",
  ],
  run: async (_host, options) => (await import("../../app/ledger/history.js")).showRun(options),
  show: (run) => shown("history show", run),
});

// botform resolve: finds out what became of unknown steps of earlier runs, and keeps that in the journal.
import { EXIT } from "../../app/exit.js";
import { command, shown } from "../command.js";
import { argument, configuration, envFrom, format, journal, list, option, RUN, requests } from "../options.js";

export const resolve = command({
  name: "resolve",
  summary: "Check steps whose outcome is unknown, and report what became of them. Writes to the journal only.",
  group: "past",
  arguments: () => list(argument("[id]", `${RUN}; without it, every run of the account that left something in doubt`)),
  options: () =>
    list(
      configuration(),
      envFrom(),
      option("--account <name>", "which account; needed if you give no id and there are several"),
      journal(),
      ...requests(),
      format(),
    ),
  examples: ["botform resolve last", "botform resolve -c fleet/ --account main"],
  async run(host, options) {
    const { runs, ...about } = await (await import("../../app/planning/undo.js")).resolveRuns(host, options);
    return { ...about, runs: runs.map(({ run: { begin }, steps }) => ({ ...begin, steps })) };
  },
  exitCode: ({ open }) => (open === 0 ? EXIT.done : EXIT.unknown),
  show: (facts) => shown("resolve", facts),
});

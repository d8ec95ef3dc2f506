// botform undo: plans the undo of an earlier run, and carries it out like any other plan, saves it, or lets a person approve it.
import { command } from "../command.js";
import { fileName, from } from "../option-values.js";
import {
  argument,
  commandTimeout,
  configured,
  envFrom,
  format,
  journal,
  limits,
  list,
  locks,
  option,
  RUN,
  requests,
  verbose,
  yes,
} from "../options.js";

export const undo = command({
  name: "undo",
  summary:
    "Plan how to reverse an earlier run, show it, ask, and carry it out. Bots that the run created are turned off and listed.",
  group: "past",
  arguments: () => list(argument("<id>", RUN)),
  options: () =>
    list(
      ...configured(),
      envFrom(),
      option("--account <name>", "only runs on this account"),
      journal(),
      format(),
      verbose(),
      yes(),
      option("--out <file>", "save the plan for botform apply FILE instead of carrying it out").argParser(fileName),
      option(
        "--ask",
        "keep the plan in the ledger until a person approves it; botform apply --approved DIGEST then carries out exactly this plan",
      ),
      option("--expires <minutes>", "how long the saved plan stays valid, at most 1440")
        .argParser(from(1, 1440))
        .default(30),
      ...requests(),
      commandTimeout(),
      ...locks(),
      ...limits(),
    ),
  examples: [
    "botform undo last",
    "botform undo 2026-11-21T18-00 -c fleet/ --yes",
    "botform undo last --out back.plan && botform apply back.plan",
    "botform undo last --ask --expires 240",
  ],
  run: async (host, options) => (await import("../writing/undo.js")).undoCommand(host, options),
  exitCode: (code) => code,
});

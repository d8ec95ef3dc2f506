// botform mcp: lets a program that helps its user look at bots, plan, and ask a person to approve a plan.
import { AppError } from "../../app/error.js";
import { command } from "../command.js";
import { configured, envFrom, journal, list } from "../options.js";

export const mcp = command({
  name: "mcp",
  summary:
    "Serve the Model Context Protocol on standard input and output, for a program that helps its user (an agent): validate, explain, show, plan and drift; it can ask a person to approve a plan, and carries out nothing but an approved one.",
  group: "past",
  options: () => list(...configured(), journal(), envFrom()),
  examples: ["botform mcp -c fleet/", "botform mcp -c fleet/ --env-from keys.env"],
  exitCodes: {
    0: "the program has closed standard input",
    3: "usage, or the configuration that was named isn't there",
  },
  notes: "Whoever starts it chooses configuration, ledger and keys; no tool takes a path, and none sees a key.",
  check({ envFrom: file }) {
    if (file === "-")
      throw new AppError(
        "standard input carries the protocol, so no keys can be read from it\nName a file with --env-from, or set the variables.",
      );
  },
  run: async (shell, options) => (await import("../mcp/serve.js")).serve(shell, options),
});

// botform explain: what a field, a key or a diagnostic code means, and what nobody knows about it.
import { command, shown } from "../command.js";
import { argument, format, list } from "../options.js";

export const explain = command({
  name: "explain",
  summary:
    "Explain a field, a key, a parameter, a code or a word of a plan: what it means, how it is sent to the service, and what is unknown about it.",
  group: "configuration",
  arguments: () =>
    list(
      argument(
        "[name...]",
        "a field, another key of the configuration, a parameter, a diagnostic code, or a word of a plan; without it, all are listed",
      ),
    ),
  options: () => list(format()),
  completes: { name: async () => (await import("../../app/explain.js")).explainable() },
  examples: [
    "botform explain leverage",
    "botform explain config/unknown-key",
    "botform explain position at most",
    "botform explain unknown-key --format json",
  ],
  async run(_host, { name }) {
    const { explained, INDEX } = await import("../../app/explain.js");
    return name.length === 0 ? shown("explain all", INDEX) : shown("explain", explained(name.join(" ")));
  },
  show: (result) => result,
});

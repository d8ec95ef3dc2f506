// botform explain: what a field, a key or a diagnostic code means, and what nobody knows about it.
import { command, shown } from "../command.js";
import { argument, configured, envFrom, format, journal, list } from "../options.js";

export const explain = command({
  name: "explain",
  summary:
    "Explain a field, a key, a parameter, a code or a term of a plan: what it means, how it is sent to the service, and what is unknown about it.",
  group: "configuration",
  arguments: () =>
    list(
      argument(
        "[name...]",
        "a field, another key of the configuration, a parameter, a diagnostic code, or a term of a plan; without it, all are listed",
      ),
    ),
  options: () => list(...configured(), envFrom(), journal(), format()),
  notes:
    "For a field, it also says what botform service check has seen on your configuration's services. It needs no network and no credentials.",
  completes: { name: async () => (await import("../../app/explain.js")).explainable() },
  examples: [
    "botform explain leverage",
    "botform explain config/unknown-key",
    "botform explain position at most",
    "botform explain unknown-key --format json",
  ],
  async run(host, { name, ...options }) {
    const { explained, INDEX } = await import("../../app/explain.js");
    if (name.length === 0) return shown("explain all", INDEX);
    const { seenHere } = await import("../../app/asking/seen-here.js");
    return shown("explain", explained(name.join(" "), await seenHere(host, options)));
  },
  show: (result) => result,
});

// botform accesses: the account's futures accesses, and what the configuration calls them.
import { command, shown } from "../command.js";
import { format, list, opening, requests } from "../options.js";

export const accesses = command({
  name: "accesses",
  summary: "List the account's futures accesses, and what the configuration calls them.",
  group: "account",
  options: () => list(...opening(), ...requests(), format()),
  examples: ["botform accesses", "botform accesses --account main --format json | jq .accesses"],
  run: async (host, options) => (await import("../../app/live/bots.js")).listAccesses(host, options),
  show: (result) => shown("accesses", result),
});

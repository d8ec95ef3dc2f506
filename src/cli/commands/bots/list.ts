// botform bots list: every live bot of the account, with its address and its running deals.
import { command, shown } from "../../command.js";
import { exitInDoubt, IN_DOUBT_CODES } from "../../in-doubt.js";
import { access, format, journal, list, opening, option, requests } from "../../options.js";

export const botsList = command({
  name: "bots list",
  summary: "List the live bots: switch, status, address, running deals.",
  options: () =>
    list(
      access(),
      option("--details", "read each bot separately, which also shows its access"),
      ...opening(),
      journal(),
      ...requests(),
      format(),
    ),
  examples: [
    "botform bots list",
    "botform bots list --access primary",
    "botform bots list --format json | jq '.bots[] | select(.on)'",
  ],
  run: async (host, options) => (await import("../../../app/live/bots.js")).listBots(host, options),
  exitCodes: IN_DOUBT_CODES,
  exitCode: exitInDoubt,
  diagnostics: ({ diagnostics = [] }) => diagnostics,
  show: (result) => shown("bots list", result),
});

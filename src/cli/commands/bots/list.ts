// botform bots list: every live bot of the account, with its address and its running deals.
import { command, shown } from "../../command.js";
import { access, format, list, opening, option, requests } from "../../options.js";

export const botsList = command({
  name: "bots list",
  summary: "List the live bots: switch, status, address, running deals.",
  options: () =>
    list(
      access(),
      option("--details", "read each bot separately, which also shows its access"),
      ...opening(),
      ...requests(),
      format(),
    ),
  examples: [
    "botform bots list",
    "botform bots list --access primary",
    "botform bots list --format json | jq '.bots[] | select(.on)'",
  ],
  run: async (host, options) => (await import("../../../app/live/bots.js")).listBots(host, options),
  show: (result) => shown("bots list", result),
});

// botform account: balances and positions, once or again and again.
import { shown, watchable } from "../command.js";
import { format, list, opening, requests, watched } from "../options.js";

export const account = watchable({
  name: "account",
  summary: "Show balances and positions.",
  group: "account",
  options: () => list(...watched(), ...opening(), ...requests(), format()),
  examples: ["botform account", "botform account --watch", "botform account --format json | jq .information.positions"],
  async open(host, options) {
    const [{ openLive }, { accountInformation }] = await Promise.all([
      import("../../app/live/account.js"),
      import("../../app/live/bots.js"),
    ]);
    const live = await openLive(host, options);
    return async (c) => ({ account: live.account, information: await accountInformation(c, live) });
  },
  show: (result) => shown("account", result),
});

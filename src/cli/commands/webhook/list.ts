// botform webhook list: the bots with webhooks and their actions.
import { command, shown } from "../../command.js";
import { format, list, ofWebhooks } from "../../options.js";

export const webhookList = command({
  name: "webhook list",
  summary: "List the bots with webhooks and their actions. Needs no network and no credentials.",
  options: () => list(...ofWebhooks(), format()),
  examples: ["botform webhook list", "botform webhook list --account main --format json"],
  run: async (_host, options) => (await import("../../../app/webhook/show.js")).listWebhooks(options),
  show: (rows) => shown("webhook list", rows),
});

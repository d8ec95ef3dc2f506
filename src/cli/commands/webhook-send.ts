// botform webhook send: posts one webhook, once, and looks whether anything came of it.
import { command } from "../command.js";
import {
  ACTION,
  argument,
  botId,
  closePath,
  dialect,
  envFrom,
  format,
  from,
  ghost,
  journal,
  list,
  ofWebhooks,
  option,
  WEBHOOK_BOT,
  yes,
} from "../options.js";

export const webhookSend = command({
  name: "webhook send",
  summary: "Post a webhook, once and never again, and look whether anything came of it. It moves money.",
  arguments: () => list(argument("[action]", ACTION), argument("[bot]", WEBHOOK_BOT)),
  options: () =>
    list(
      ...ofWebhooks(),
      option("--body <file>", "send this body instead; - for standard input"),
      option("--to <action>", "with --body: the action whose address it goes to"),
      dialect(),
      botId(),
      closePath(),
      ghost(),
      yes(),
      option(
        "--timeout <seconds>",
        "how long to look for its effect in the deals; 0 doesn't look, and accepted is enough",
      )
        .argParser(from(0, 600))
        .default(45),
      option(
        "--allow-no-deal",
        "send an update, average or close though no running deal is seen for it: what the service does then isn't known",
      ),
      option(
        "--allow-repeat",
        "send an open or average again within 60 s though nobody knows what became of the first: it may act twice",
      ),
      journal(),
      envFrom(),
      format(),
    ),
  examples: [
    "botform webhook send open btc-dip",
    "botform webhook send close main/btc-dip --dialect envelope --yes",
    "botform webhook send --body alert.json --to open --account main",
  ],
  exitCodes: {
    0: "accepted and observed; with --timeout 0, accepted",
    1: "refused or not sent",
    3: "the body has errors, or the bot is protected; nothing was sent",
    4: "the bot isn't as the configuration says, or no deal runs that it could act on; nothing was sent",
    5: "unknown: no clear answer, or accepted and not observed",
    6: "the same was sent a moment ago and its outcome isn't known; nothing was sent",
  },
  notes: "Each send is noted in the journal's folder before it leaves, without address and token.",
  run: async (host, options) => (await import("../writing/webhook-send.js")).webhookSendCommand(host, options),
  exitCode: (code) => code,
});

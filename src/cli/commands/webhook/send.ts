// botform webhook send: posts one webhook, once, and looks whether anything came of it.
import { EXIT } from "../../../app/exit.js";
import type { SentWebhook } from "../../../app/webhook/send.js";
import type { WebhookAction } from "../../../model/webhook/webhook.js";
import { clean } from "../../../render/sanitize.js";
import { command, document } from "../../command.js";
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
} from "../../options.js";

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
  async run(host, options) {
    const [{ sendWebhook }, { effectText }, { interruptible }, { readMessageText }] = await Promise.all([
      import("../../../app/webhook/send.js"),
      import("../../../render/text/webhook-text.js"),
      import("../../terminal/interrupt.js"),
      import("../../terminal/message-text.js"),
    ]);
    return sendWebhook(host, options, {
      readText: readMessageText,
      onIntent({ effect, action, body }, url) {
        const does =
          "file" in effect
            ? `sends the body of ${effect.file} as it is, to the address of ${action}`
            : effectText(effect.message, effect.whom);
        host.err(`This ${does}.\n  POST ${clean(url)}\n  ${clean(body)}\n`);
      },
      run: (task) => interruptible(host, task, { next: "botform deals active shows the deals that run" }),
    });
  },
  exitCode: ({ exitCode }) => exitCode,
  error: ({ exitCode, verdict }) => (exitCode === EXIT.done ? undefined : `${verdict.kind}: ${verdict.message}`),
  // I6: what isn't known is never reported as success.
  show(result, { format: form }, { colour }) {
    if (form === "json") return document(factsOf(result));
    const { sending, verdict, observation, exitCode } = result;
    const paint = exitCode === EXIT.done ? colour.good : exitCode === EXIT.failed ? colour.bad : colour.change;
    const answer = `${paint(HEADINGS[verdict.kind])} ${clean(verdict.message)}\n`;
    if (verdict.kind !== "accepted" && verdict.kind !== "ambiguous") return answer;
    const isObserved = observation.kind === "seen";
    const advice = ADVICE[verdict.kind](isObserved, sending.action);
    return `${answer}${isObserved ? "Observed" : "Not observed"}: ${clean(observation.says)}.\n${advice}\n`;
  },
});

function factsOf({ sending, url, verdict, observation }: SentWebhook): object {
  const { address = null, action, dialect, bytes } = sending;
  return {
    ...{ address, action, dialect, url, bytes, verdict: verdict.kind, answer: verdict.message },
    observed: observation.kind === "seen",
    lookedFor: observation.kind !== "unwatched",
    observation: observation.says,
  };
}

const HEADINGS: Readonly<Record<SentWebhook["verdict"]["kind"], string>> = {
  accepted: "Accepted:",
  refused: "Refused, nothing was done:",
  "not-sent": "Not sent:",
  ambiguous: "Unknown:",
};

const NEXT =
  "Look at botform deals active and at the exchange before you send it again: it is never sent twice by itself.";

const ADVICE: Readonly<Record<"accepted" | "ambiguous", (observed: boolean, action: WebhookAction) => string>> = {
  accepted: (observed, action) =>
    observed ? `The ${action} took effect.` : `Accepted does not mean that the ${action} took effect. ${NEXT}`,
  ambiguous: (observed) =>
    observed
      ? `That may be its effect, or somebody else's doing. ${NEXT}`
      : `It may have been carried out or not. ${NEXT}`,
};

// botform webhook send: posts one webhook, once, and looks whether anything came of it.
import { EXIT } from "../../../app/exit.js";
import type { SentWebhook } from "../../../app/webhook/send.js";
import type { WebhookAction } from "../../../model/webhook/webhook.js";
import { clean } from "../../../render/sanitize.js";
import { command, document } from "../../command.js";
import { from } from "../../option-values.js";
import {
  ACTION,
  argument,
  botId,
  closePath,
  dialect,
  envFrom,
  format,
  ghost,
  journal,
  list,
  locks,
  ofWebhooks,
  option,
  WEBHOOK_BOT,
  yes,
} from "../../options.js";

export const webhookSend = command({
  name: "webhook send",
  summary: "Post a webhook once, without retries, and check whether it took effect. It places real orders.",
  arguments: () => list(argument("[action]", ACTION), argument("[bot]", WEBHOOK_BOT)),
  options: () =>
    list(
      ...ofWebhooks(),
      option("--body <file>", "send the body in this file instead; - for standard input"),
      option("--to <action>", "with --body: send it to the address of this action"),
      dialect(),
      botId(),
      closePath(),
      ghost(),
      yes(),
      option(
        "--leave-position",
        "confirm a close with closePosition: false, which leaves the position open; required with --yes",
      ),
      option(
        "--timeout <seconds>",
        "how long to watch the deals for the webhook's effect, and for the take-profit order of a deal that it opens; with 0, an accepted webhook counts as done",
      )
        .argParser(from(0, 600))
        .default(45),
      option(
        "--allow-no-deal",
        "send an update, average or close even if no running deal is observed; what the service does then is unknown",
      ),
      option(
        "--allow-repeat",
        "send an average again within 60 s, or an open while an earlier open, a start or a turn-on of the bot may still take effect: the bot may average twice, or open two deals",
      ),
      journal(),
      ...locks(),
      envFrom(),
      format(),
    ),
  examples: [
    "botform webhook send open btc-dip",
    "botform webhook send close main/btc-dip --dialect envelope --yes",
    "botform webhook send --body alert.json --to open --account main",
  ],
  exitCodes: {
    0: "accepted and observed, and a deal that it opened has its take-profit order; with --timeout 0, accepted",
    1: "refused, and no effect was observed in 120 s or more (--timeout 120); or not sent, for instance because botform bots off was run in the meantime",
    3: "the body has errors, or the bot has protect: true; nothing was sent",
    4: "the bot differs from the configuration, or has no running deal to act on; nothing was sent",
    5: "unknown: no clear answer; accepted and not observed; refused, but watched for less than 120 s, as with the default --timeout; or opened, and it is unknown whether the take-profit order is there",
    6: "nothing was sent: the bot is held; a policy denies it; the same webhook, or a start or turn-on of the bot, was just sent and its outcome is unknown; or the close would leave the position open and --leave-position is missing",
    7: "the deal is naked: it holds a position without a take-profit order",
  },
  notes: "Each send is recorded in the journal folder before it leaves, without its address and token.",
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
            ? `sends the body of ${clean(effect.file)} as it is, to the address of ${action}`
            : effectText(effect.message, effect.whom);
        host.err(`This ${does}.\n  POST ${clean(url)}\n  ${clean(body)}\n`);
      },
      watching: (text) => host.status.begin(() => clean(text())),
      run: (task) => interruptible(host, task, { next: "botform deals active shows the deals that run" }),
    });
  },
  exitCode: ({ exitCode }) => exitCode,
  error: ({ exitCode, verdict }) => (exitCode === EXIT.done ? undefined : `${verdict.kind}: ${verdict.message}`),
  // I6: what isn't known is never reported as success.
  show(result, { format: form }, { colour }) {
    if (form === "json") return document(factsOf(result));
    const { sending, verdict, observation, exitCode, next } = result;
    const paint = exitCode === EXIT.done ? colour.good : exitCode === EXIT.failed ? colour.bad : colour.change;
    const answer = `${paint(headingOf(verdict, exitCode))} ${clean(verdict.message)}\n`;
    if (verdict.kind === "not-sent") return answer;
    const isSeen = observation.kind === "seen";
    const meaning = MEANINGS[verdict.kind](isSeen, sending.action);
    const lines = [`${isSeen ? "Observed" : "Not observed"}: ${clean(observation.says)}.`, meaning, ...next.map(clean)];
    return `${answer}${lines.filter((line) => line !== "").join("\n")}\n`;
  },
});

function factsOf({ sending, url, verdict, observation, next }: SentWebhook): object {
  const { address = null, action, dialect, bytes } = sending;
  return {
    ...{ address, action, dialect, url, bytes, verdict: verdict.kind, answer: verdict.message },
    observed: observation.kind === "seen",
    lookedFor: observation.kind !== "unwatched",
    observation: observation.says,
    protection: (observation.kind === "seen" && observation.protection) || null,
    naked: "naked" in observation ? observation.naked : [],
    next,
  };
}

function headingOf({ kind }: SentWebhook["verdict"], exitCode: SentWebhook["exitCode"]): string {
  if (kind !== "refused") return HEADINGS[kind];
  return exitCode === EXIT.failed ? "Refused, nothing was done:" : "Refused, and that isn't certain:";
}

const HEADINGS = { accepted: "Accepted:", "not-sent": "Not sent:", ambiguous: "Unknown:" };

const MEANINGS: Readonly<
  Record<"accepted" | "refused" | "ambiguous", (observed: boolean, action: WebhookAction) => string>
> = {
  accepted: (observed, action) =>
    observed ? `The ${action} took effect.` : `Accepted does not mean that the ${action} took effect.`,
  refused: (observed) => (observed ? "That may be its effect in spite of the refusal, or something else's." : ""),
  ambiguous: (observed) =>
    observed ? "That may be its effect, or something else's." : "It may or may not have taken effect.",
};

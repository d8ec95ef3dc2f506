// botform webhook send: says what it will do, asks, posts once, and looks whether anything came of it.

import { randomBytes } from "node:crypto";
import { loadSound } from "../../app/configuration.js";
import { AppError, interruption } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { type Checks, type Entry, passGate } from "../../app/gate.js";
import { addressOf } from "../../app/webhook-bot.js";
import { beginSend, doubtfulSend, REPEAT_MS, type SendJournal, type Sent } from "../../app/webhook-journal.js";
import { type Outgoing, outgoing, type SendTarget } from "../../app/webhook-outgoing.js";
import { sendGate } from "../../app/webhook-policy.js";
import { type Observation, watcher } from "../../app/webhook-watch.js";
import { folderDisk } from "../../disk/folder.js";
import type { Deal } from "../../model/deal/deal.js";
import { type Disk, DiskError } from "../../model/ports.js";
import { counted } from "../../model/text/counted.js";
import { redactor } from "../../model/text/redact.js";
import type { WebhookAction } from "../../model/webhook/webhook.js";
import { runId } from "../../reconcile/journal/history.js";
import { resultJson } from "../../render/machine/json.js";
import { clean } from "../../render/sanitize.js";
import { effectText } from "../../render/text/webhook-text.js";
import { type HookVerdict, postHook } from "../../service/hook-transport.js";
import type { Context } from "../terminal/context.js";
import { interruptible } from "../terminal/interrupt.js";
import { readMessageText } from "../terminal/message-text.js";

export interface WebhookSendOptions extends SendTarget {
  /** Folder of the journal. */
  readonly journal: string;
  readonly yes?: boolean;
  /** Seconds to look for the effect; 0 doesn't look. */
  readonly timeout: number;
  /** Send although no deal is seen that it could act on. */
  readonly allowNoDeal?: boolean;
  /** Send although nobody knows what became of the same a moment ago. */
  readonly allowRepeat?: boolean;
}

export async function webhookSendCommand(context: Context, options: WebhookSendOptions): Promise<ExitCode> {
  const config = loadSound(options);
  const sending = await outgoing(context, options, config, readMessageText);
  const { account, endpoint, action, body, dialect, effect } = sending;
  const address = addressOf(context, config, account, { action, dialect, closePath: options.closePath });
  context.conceal(endpoint === undefined ? [] : [endpoint.apiKey, endpoint.apiSecret]);
  const disk = folderDisk(options.journal);
  const { botId, pairs, side } = sending.watched;
  const sent: Sent = {
    ...{ account: account.desired.account, action, botId, pairs, side, body },
    origin: new URL(address.url).origin,
  };

  const said =
    "file" in effect
      ? `sends the body of ${effect.file} as it is, to the address of ${action}`
      : effectText(effect.message, effect.whom);
  context.err(`This ${said}.\n  POST ${clean(address.masked)}\n  ${clean(body)}\n`);
  const gate = sendGate(context, { config, account, envs: context.envs }, sending);
  const watch = await watcher(sending, options.timeout);
  const refuse = async () => {
    await gate.check();
    if (options.allowNoDeal !== true) watch.refuseNothingThere();
  };
  const checks: Checks<Entry> = {
    async asPlanned() {
      await refuse();
      await refuseRepeat(disk, options, sent);
      const running = watch.running() ?? [];
      if (action === "open" && running.length > 0) context.say({ kind: "warning", text: alreadyRunning(running) });
      return undefined;
    },
    async asReviewed() {
      await context.read(sent.account, () => watch.refresh());
      await refuse();
      return undefined;
    },
  };
  try {
    const consent = () => ({ question: `\nSend this ${action}, once? Only "yes" is a yes: `, answer: "yes" });
    const passed = await passGate(context, [{ account: sent.account }], checks, { ...options, consent });
    for (const { exitCode, why = "", because } of passed.stopped)
      throw new AppError(why.replace("nothing was written", "nothing was sent"), { exitCode, diagnostics: because });
    return await interruptible(
      context,
      async (signal) => {
        const redact = redactor([
          ...address.secrets,
          ...(endpoint === undefined ? [] : [endpoint.apiKey, endpoint.apiSecret]),
        ]);
        const journal = await begun(disk, options, sent);
        try {
          if (signal.aborted) {
            await journal.verdict(Date.now(), "not-sent");
            throw interruption();
          }
          const verdict = await postHook({ url: address.url, body, redact, proxy: context.env.BOTFORM_PROXY });
          await journal.verdict(Date.now(), verdict.kind);
          const observation = await watch.after(verdict, signal);
          await journal.observed(Date.now(), observation.kind === "seen");
          return told(context, options, sending, address.masked, verdict, observation, signal.aborted);
        } finally {
          await journal.close();
        }
      },
      { look: "botform deals active shows the deals that run" },
    );
  } finally {
    await watch.close();
  }
}

/** The intent, on the disk. Another send of the same may have begun meanwhile: then neither is sent. Throws AppError. */
async function begun(disk: Disk, options: WebhookSendOptions, sent: Sent): Promise<SendJournal> {
  const now = Date.now();
  const journal = await onDisk(() => beginSend(disk, runId(now, randomBytes(4).toString("hex")), now, sent));
  try {
    await refuseRepeat(disk, options, sent, journal.name);
    return journal;
  } catch (error) {
    await journal.verdict(Date.now(), "not-sent");
    await journal.close();
    throw error;
  }
}

/** Throws AppError where the same was sent a moment ago and nobody knows what came of it. */
async function refuseRepeat(disk: Disk, options: WebhookSendOptions, sent: Sent, own?: string): Promise<void> {
  const now = Date.now();
  const earlier = await onDisk(() => doubtfulSend(disk, now, sent, own));
  if (earlier === undefined || options.allowRepeat === true) return;
  const seconds = Math.max(0, Math.round((now - earlier) / 1000));
  throw new AppError(
    `the same ${sent.action} was sent ${seconds} s ago, and what became of it isn't known; nothing was sent\nLook at botform deals active first. A repeat is refused for ${REPEAT_MS / 1000} s; --allow-repeat sends it, and may ${sent.action === "open" ? "open a second deal" : "average twice"}.`,
    { exitCode: EXIT.blocked },
  );
}

async function onDisk<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    throw new AppError(
      `the journal can't be kept, so nothing was sent: ${error.message}\nMake room, or name a folder that can be written with --journal.`,
      { exitCode: EXIT.failed },
    );
  }
}

function alreadyRunning(deals: readonly Deal[]): string {
  const ids = deals.map(({ id }) => id).join(", ");
  return `${counted(deals.length, "such deal")} already running (${ids}); what the service does with a second open isn't known`;
}

/** Says how it ended. I6: what isn't known is never reported as success. */
function told(
  context: Context,
  options: WebhookSendOptions,
  { action, dialect, bytes, address }: Outgoing,
  url: string,
  verdict: HookVerdict,
  observation: Observation,
  isInterrupted: boolean,
): ExitCode {
  const exitCode = exitOf(verdict, observation, isInterrupted);
  const observed = observation.kind === "seen";
  if (options.format === "json") {
    const facts = {
      address: address ?? null,
      action,
      dialect,
      url,
      bytes,
      verdict: verdict.kind,
      answer: verdict.message,
      observed,
      lookedFor: observation.kind !== "unwatched",
      observation: observation.says,
    };
    const error = exitCode === EXIT.done ? {} : { error: `${verdict.kind}: ${verdict.message}` };
    context.out(resultJson({ command: "webhook send", exitCode, ...error }, facts));
    return exitCode;
  }
  const paint =
    exitCode === EXIT.done
      ? context.colour.good
      : exitCode === EXIT.failed
        ? context.colour.bad
        : context.colour.change;
  const seen = `${SIGHTS[observation.kind]}: ${clean(observation.says)}.`;
  context.out(`${paint(HEADINGS[verdict.kind])} ${clean(verdict.message)}\n`);
  if (verdict.kind === "accepted" || verdict.kind === "ambiguous")
    context.out(`${seen}\n${ADVICE[verdict.kind](observed, action)}\n`);
  return exitCode;
}

const HEADINGS: Readonly<Record<HookVerdict["kind"], string>> = {
  accepted: "Accepted:",
  refused: "Refused, nothing was done:",
  "not-sent": "Not sent:",
  ambiguous: "Unknown:",
};

const SIGHTS: Readonly<Record<Observation["kind"], string>> = {
  seen: "Observed",
  unseen: "Not observed",
  unwatched: "Not observed",
};

const LOOK =
  "Look at botform deals active and at the exchange before you send it again: it is never sent twice by itself.";

const ADVICE: Readonly<Record<"accepted" | "ambiguous", (observed: boolean, action: WebhookAction) => string>> = {
  accepted: (observed, action) =>
    observed ? `The ${action} took effect.` : `Accepted does not mean that the ${action} took effect. ${LOOK}`,
  ambiguous: (observed) =>
    observed
      ? `That may be its effect, or somebody else's doing. ${LOOK}`
      : `It may have been carried out or not. ${LOOK}`,
};

/** Without a sight of it the outcome is unknown, unless whoever sent it asked for no look. */
function exitOf(verdict: HookVerdict, observation: Observation, isInterrupted: boolean): ExitCode {
  if (verdict.kind === "refused" || verdict.kind === "not-sent") return EXIT.failed;
  if (verdict.kind === "ambiguous") return EXIT.unknown;
  if (observation.kind !== "unseen") return EXIT.done;
  return isInterrupted ? EXIT.interrupted : EXIT.unknown;
}

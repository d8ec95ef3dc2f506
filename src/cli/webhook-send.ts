// botform webhook send: says what it will do, asks, posts once, and looks whether anything came of it.
import { setTimeout as wait } from "node:timers/promises";
import { resolveConnection } from "../config/load.js";
import type { Endpoint } from "../library.js";
import type { Deal } from "../model/deal.js";
import { type Clock, ServiceError } from "../model/ports.js";
import { redactor } from "../model/redact.js";
import type { WebhookAction } from "../model/webhook.js";
import { bodyJson } from "../render/body-json.js";
import { clean } from "../render/sanitize.js";
import { counted } from "../render/value.js";
import { type Client, createClient } from "../service/client.js";
import type { HookVerdict } from "../service/hook-answer.js";
import { postHook } from "../service/hook-transport.js";
import type { Context } from "./context.js";
import { whyNobodyToAsk } from "./credentials.js";
import { EXIT, type ExitCode } from "./exit.js";
import { UserError } from "./failure.js";
import { interruptible, interruption } from "./interrupt.js";
import { dealsOf, type Observation, observe } from "./webhook-observe.js";
import { type Outgoing, outgoing, type SendTarget } from "./webhook-outgoing.js";
import { addressOf, webhookSetting } from "./webhook-subject.js";

export interface WebhookSendOptions extends SendTarget {
  readonly yes?: boolean;
  /** Seconds to look for the effect; 0 doesn't look. */
  readonly timeout: number;
}

export async function webhookSendCommand(context: Context, options: WebhookSendOptions): Promise<ExitCode> {
  const { config, env } = await webhookSetting(context, options);
  const sending = await outgoing(context, options, config, env);
  const { account, action, body, dialect, effect } = sending;
  const address = addressOf(context, config, account, env, { action, dialect, closePath: options.closePath });
  const resolved = resolveConnection(account, env);
  const endpoint = "connection" in resolved ? resolved.connection : undefined;
  context.conceal?.(endpoint === undefined ? [] : [endpoint.apiKey, endpoint.apiSecret]);

  context.err(`This ${effect}.\n  POST ${clean(address.masked)}\n  ${clean(body)}\n`);
  const watch = await watcher(sending, endpoint, options.timeout);
  try {
    if (action === "open" && watch.running.length > 0)
      context.err(`${context.errColour.change("warning:")} ${alreadyRunning(watch.running)}\n`);
    await confirmed(context, options, action);
    return await interruptible(context, async (signal) => {
      await watch.refresh();
      if (signal.aborted) throw interruption();
      const redact = redactor([
        ...address.secrets,
        ...(endpoint === undefined ? [] : [endpoint.apiKey, endpoint.apiSecret]),
      ]);
      const verdict = await postHook({ url: address.url, body, redact });
      const observation = await watch.after(verdict, signal);
      return told(context, options, sending, address.masked, verdict, observation, watch.isPossible(), signal.aborted);
    });
  } finally {
    await watch.close();
  }
}

function alreadyRunning(deals: readonly Deal[]): string {
  const ids = deals.map(({ id }) => id).join(", ");
  return `${counted(deals.length, "such deal")} already running (${ids}); what the service does with a second open isn't known`;
}

/** Throws UserError unless somebody said yes. */
async function confirmed(context: Context, options: WebhookSendOptions, action: WebhookAction): Promise<void> {
  if (options.yes === true) return;
  const nobody = whyNobodyToAsk(context, options);
  if (nobody !== undefined || context.ask === undefined)
    throw new UserError(`${nobody ?? "there is nobody to ask"}, and --yes wasn't given; nothing was sent`);
  const answer = await context.ask(`\nSend this ${action}, once? Only "yes" is a yes: `);
  if (answer === undefined) throw interruption();
  if (answer.trim() !== "yes") throw new UserError("declined; nothing was sent", { exitCode: EXIT.failed });
}

interface Watcher {
  /** Deals before it was sent. */
  readonly running: readonly Deal[];
  isPossible(): boolean;
  /** Looks again: who was asked may have thought for an hour. */
  refresh(): Promise<void>;
  after(verdict: HookVerdict, signal: AbortSignal): Promise<Observation>;
  close(): Promise<void>;
}

const unseen = (says: string): Observation => ({ kind: "unseen", says });
const UNREADABLE = "the account's deals couldn't be read before it was sent";

/** Reads the deals before anything is sent. Where that can't be done the effect stays unobserved, and it is said why. */
async function watcher(sending: Outgoing, endpoint: Endpoint | undefined, timeout: number): Promise<Watcher> {
  const { draft, account, watched, action } = sending;
  if (timeout === 0) return blind("it wasn't looked for (--timeout 0)");
  if (endpoint === undefined) return blind("there are no credentials for the account's API to look with");
  if (draft === undefined || watched === undefined) return blind("whose deals to look at isn't known");
  const client: Client = createClient({ ...endpoint, allow: "read" });
  const look = () => dealsOf(client, account, draft, watched);
  let before = await looked(look);
  const why = () => (before === undefined ? UNREADABLE : (sending.unobservable ?? nothingToSee(action, before)));
  return {
    running: before ?? [],
    isPossible: () => why() === undefined,
    async refresh() {
      before = await looked(look);
    },
    async after(verdict, signal) {
      if (verdict.kind === "refused" || verdict.kind === "not-sent") return unseen("there is nothing to look for");
      const hindrance = why();
      if (hindrance !== undefined) return unseen(hindrance);
      return observe(action, before ?? [], look, { clock: CLOCK, timeoutMs: timeout * 1000, signal });
    },
    close: () => client.close(),
  };
}

function blind(why: string): Watcher {
  return {
    running: [],
    isPossible: () => false,
    refresh: async () => {},
    after: async () => unseen(why),
    close: async () => {},
  };
}

async function looked(look: () => Promise<readonly Deal[]>): Promise<readonly Deal[] | undefined> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

function nothingToSee(action: WebhookAction, before: readonly Deal[]): string | undefined {
  return action !== "open" && before.length === 0 ? "no such deal was running before it was sent" : undefined;
}

const CLOCK: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
};

/** Says how it ended. I6: what isn't known is never reported as success. */
function told(
  context: Context,
  options: WebhookSendOptions,
  { action, dialect, bytes, address }: Outgoing,
  url: string,
  verdict: HookVerdict,
  observation: Observation,
  isPossible: boolean,
  isInterrupted: boolean,
): ExitCode {
  const exitCode = exitOf(verdict, observation, isPossible, isInterrupted);
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
      observation: observation.says,
    };
    const error = exitCode === EXIT.done ? {} : { error: `${verdict.kind}: ${verdict.message}` };
    context.out(bodyJson({ command: "webhook send", exitCode, ...error }, facts));
    return exitCode;
  }
  const paint =
    exitCode === EXIT.done
      ? context.colour.good
      : exitCode === EXIT.failed
        ? context.colour.bad
        : context.colour.change;
  const seen = observed ? `Observed: ${clean(observation.says)}.` : `Not observed: ${clean(observation.says)}.`;
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

function exitOf(verdict: HookVerdict, observation: Observation, isPossible: boolean, isInterrupted: boolean): ExitCode {
  if (verdict.kind === "refused" || verdict.kind === "not-sent") return EXIT.failed;
  if (verdict.kind === "ambiguous") return EXIT.unknown;
  if (observation.kind === "seen" || !isPossible) return EXIT.done;
  return isInterrupted ? EXIT.interrupted : EXIT.unknown;
}

// Sends a webhook, once: through the gate, then watches the deals for its effect.

import { randomBytes } from "node:crypto";
import type { ConfiguredAccount, LoadedConfig } from "../../config/load.js";
import type { Deal } from "../../model/deal/deal.js";
import { counted } from "../../model/text/counted.js";
import { redactor } from "../../model/text/redact.js";
import { settingAt } from "../../model/webhook/webhook.js";
import type { Sent } from "../../reconcile/ledger/sends.js";
import { type HookVerdict, postHook } from "../../service/hook-transport.js";
import { AppError, interruption } from "../error.js";
import { EXIT, type ExitCode } from "../exit.js";
import { FILES_CHANGED, loadSound } from "../files/configuration.js";
import { type Checks, type GateEntry, passGate } from "../gate/gate.js";
import type { Host } from "../host.js";
import { ledgerOf } from "../ledger/ledger.js";
import { ledgerAt } from "../ledger/ledger-place.js";
import { type Lock, type LockOptions, lock } from "../ledger/lock.js";
import { addressOf } from "./bot.js";
import { sendOnce } from "./once.js";
import { exitOf, nextOf } from "./outcome.js";
import { type Outgoing, outgoing, type SendTarget } from "./outgoing.js";
import { sendGate } from "./policy.js";
import { onDisk, type Repeating, refuseHeld, refuseRepeat, refuseStarted, stopped, watchStops } from "./refusals.js";
import { type Observation, watcher } from "./watch.js";

export interface SendOptions extends SendTarget, LockOptions, Repeating {
  /** Folder of the journal. */
  readonly journal: string;
  readonly yes?: boolean;
  /** A close that only cancels: its position stays open, and nobody manages it. */
  readonly leavePosition?: boolean;
  /** Seconds to look for the effect; 0 doesn't look. */
  readonly timeout: number;
  /** Send although no deal is seen that it could act on. */
  readonly allowNoDeal?: boolean;
}

/** The outside world of a send, beside its host. */
export interface SendPorts {
  /** The text of a file, or of standard input for `-`. */
  readonly readText: (file: string) => Promise<string>;
  /** Told what is about to be sent, before anybody is asked. @param url account and token masked */
  readonly onIntent: (sending: Outgoing, url: string) => void;
  /** Shows what is being watched until `end` is called; `changed` where the text is another now. */
  readonly watching?: (text: () => string) => { readonly changed: () => void; readonly end: () => void };
  /** Runs a task whose signal an interrupt aborts. */
  readonly run: <T>(task: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

export interface SentWebhook {
  readonly sending: Outgoing;
  /** Account and token masked. */
  readonly url: string;
  readonly verdict: HookVerdict;
  readonly observation: Observation;
  readonly exitCode: ExitCode;
  /** What to do next, in whole sentences. */
  readonly next: readonly string[];
}

/** Those that it can be about: of the others no key is asked for. */
function meantAccounts({ accounts }: LoadedConfig, { account, bot }: SendOptions): readonly ConfiguredAccount[] {
  const slash = bot?.indexOf("/") ?? -1;
  const within = slash < 0 ? account : bot?.slice(0, slash);
  return accounts.filter(
    ({ desired, resolved }) =>
      (within === undefined || desired.account === within) &&
      (bot === undefined || resolved.some(({ key }) => key === bot.slice(slash + 1))),
  );
}

/** Throws AppError where it isn't sent, ServiceError where the account can't be read. */
export async function sendWebhook(host: Host, options: SendOptions, ports: SendPorts): Promise<SentWebhook> {
  const config = loadSound(options);
  const stops = await watchStops(host, options.journal, meantAccounts(config, options));
  const sending = await outgoing(host, options, config, ports.readText);
  const { account, endpoint, action, body, dialect } = sending;
  const isCancel = settingAt(sending.sends.message, "closePosition") === false;
  if (isCancel && options.yes === true && options.leavePosition !== true) throw new AppError(LEFT, REFUSED);
  const address = await addressOf(host, config, account, { action, dialect, closePath: options.closePath });
  const keys = endpoint === undefined ? [] : [endpoint.apiKey, endpoint.apiSecret];
  host.conceal(keys);
  const disk = ledgerAt(options.journal);
  const { botId, pairs, side } = sending.watched;
  const sent: Sent = {
    ...{ account: account.desired.account, action, botId, pairs, side, body },
    origin: new URL(address.url).origin,
    service: endpoint && new URL(endpoint.apiUrl).origin,
  };
  const ledger = endpoint && ledgerOf({ folder: options.journal }, sent.account, endpoint);
  const places = ledger?.places;
  ports.onIntent(sending, address.masked);
  const gate = sendGate(host, { config, account, envs: host.envs }, sending);
  const watch = await watcher(sending, options.timeout);
  const refuse = async () => {
    await refuseHeld(options.journal, sending, watch.running());
    await gate.check();
    if (options.allowRepeat !== true) await refuseStarted(options.journal, sending);
    if (options.allowNoDeal !== true) watch.refuseNothingThere();
  };
  let mine: Lock | undefined;
  const watched = async (verdict: HookVerdict, signal: AbortSignal) => {
    if (verdict.kind === "refused" && options.timeout > 0)
      host.say({ kind: "note", text: `${sent.account}: refused (${verdict.message}); ${ALL_THE_SAME}` });
    let says: string | undefined;
    const watching = ports.watching?.(() => lookText(sent, says, options.timeout));
    const onLook = (now: string | undefined) => {
      says = now;
      watching?.changed();
    };
    return watch.after(verdict, { signal, onLook }).finally(() => watching?.end());
  };
  const checks: Checks<GateEntry> = {
    async asPlanned() {
      await refuse();
      await refuseRepeat(disk, options, sent, Date.now(), { places });
      const running = watch.running() ?? [];
      if (action === "open" && running.length > 0) host.say({ kind: "warning", text: alreadyRunning(running) });
      return undefined;
    },
    async locked() {
      // A close makes an account safer: it waits for nobody, as turn-offs don't.
      if (endpoint === undefined || action === "close") return undefined;
      const found = await lock(host, options, { account: sent.account, endpoint, accessIds: watch.accessIds() });
      if ("heldBy" in found) return { exitCode: EXIT.failed, why: `${found.heldBy} writes to the same access` };
      mine = found;
      return undefined;
    },
    async asReviewed() {
      // As for turn-offs: a close waits for nothing.
      if (action !== "close" && !config.isAsRead()) return { exitCode: EXIT.stale, why: FILES_CHANGED };
      await host.read(sent.account, () => watch.refresh());
      await refuse();
      return undefined;
    },
  };
  try {
    const consent = () =>
      isCancel
        ? { question: '\nThe position stays open, and nobody manages it. Type "leave" to go ahead: ', answer: "leave" }
        : { question: `\nSend this ${action} once? Type "yes" to go ahead: `, answer: "yes" };
    const passed = await passGate(host, [{ account: sent.account }], checks, { ...options, consent });
    for (const { exitCode, why = "", because } of passed.stopped)
      throw new AppError(why.replace("nothing was written", "nothing was sent"), { exitCode, diagnostics: because });
    return await ports.run(async (signal) => {
      const redact = redactor([...address.secrets, ...keys]);
      // So that it is found where the account has another name, or its host is written in another way.
      if (ledger !== undefined) await onDisk(() => ledger.saw([]));
      const { verdict, observation } = await sendOnce({
        ...{ disk, sent, places, repeating: options, now: Date.now, random: randomBytes(4).toString("hex") },
        obstacle: async () =>
          signal.aborted ? interruption() : (outOfReach(mine) ?? stopped(stops, sending, watch.running())),
        post: () => postHook({ url: address.url, body, redact, proxy: host.env.BOTFORM_PROXY }),
        watched: (answer) => watched(answer, signal),
      });
      const exitCode = exitOf(verdict, observation, signal.aborted);
      const next = nextOf(sending, exitCode, observation);
      return { sending, url: address.masked, verdict, observation, exitCode, next };
    });
  } finally {
    await mine?.release();
    await watch.close();
  }
}

/** Whoever has taken over may have sent the same. */
function outOfReach(mine: Lock | undefined): AppError | undefined {
  const lost = mine?.lost();
  return lost && new AppError(`${lost.message}; nothing was sent`, { exitCode: EXIT.failed });
}

const REFUSED = { exitCode: EXIT.blocked };
const LEFT =
  "with closePosition: false the deal's position stays on the exchange, and nobody manages it; nothing was sent\nIf you want that, add --leave-position.";

const ALL_THE_SAME = "watching whether it takes effect all the same (Ctrl-C ends the wait)";

function lookText({ account, action }: Sent, says: string | undefined, most: number): string {
  return `${account}: ${says ?? `no effect of the ${action} yet`}; watching for at most ${most} s`;
}

function alreadyRunning(deals: readonly Deal[]): string {
  const ids = deals.map(({ id }) => id).join(", ");
  return `${counted(deals.length, "such deal")} already running (${ids}); what the service does with a second open is unknown`;
}

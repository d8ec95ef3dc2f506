// The journal of sent webhooks: the intent is on the disk before the post leaves (rule 12), so a repeat after a lost answer can be refused.
import { hash } from "node:crypto";
import * as z from "zod/mini";
import type { OpenIntent } from "../../model/plan/open-intent.js";
import { type Disk, DiskError, type DiskFile } from "../../model/ports.js";
import { WEBHOOK_ACTIONS, type WebhookAction } from "../../model/webhook/webhook.js";
import { COMMAND_DEADLINE_MS } from "../apply/run-options.js";
import { checkedLine, readLines } from "./checked-lines.js";
import { beganAt } from "./history.js";
import type { Place } from "./names.js";
import { notAfter } from "./nonce-window.js";

/** The suffix sets these files apart from the journals of runs in the same folder. */
export const SENDS_SUFFIX = ".sends";
/** As long as an integrator refuses a second open of the same pair (S-73). */
const REPEAT_MS = 60_000;
/** As long as an open may still take effect at most (rule 18): on its way as a signed command, then in the service's queue. */
const OPEN_MS = notAfter(0) + COMMAND_DEADLINE_MS;

/** What is sent, without its address and its token. */
export interface Sent {
  readonly account: string;
  readonly action: WebhookAction;
  readonly botId: number | undefined;
  readonly pairs: readonly string[];
  readonly side: string;
  readonly body: string;
  /** Where the body goes; only a digest of it is kept. */
  readonly origin: string;
  /** Origin of the account's API, where it is known; only a digest of it is kept. */
  readonly service?: string | undefined;
}

const at = z.int();
const entry = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("intent"),
    at,
    account: z.string(),
    /** Digest of where it goes. */
    to: z.string(),
    /** Digest of where the account's API is. */
    service: z.optional(z.string()),
    action: z.enum(WEBHOOK_ACTIONS),
    botId: z.optional(z.int()),
    pairs: z.array(z.string()),
    side: z.string(),
    /** SHA-256 of the body, in hexadecimal digits. */
    body: z.string(),
  }),
  z.object({
    type: z.literal("verdict"),
    at,
    kind: z.enum(["accepted", "refused", "not-sent", "ambiguous"]),
  }),
  /** Whether its effect showed in the deals; `looked` if they were read for as long as a command may take, and nothing of it did. */
  z.object({
    type: z.literal("observed"),
    at,
    seen: z.boolean(),
    looked: z.optional(z.boolean()),
  }),
]);

type SendEntry = z.infer<typeof entry>;
type Intent = Extract<SendEntry, { type: "intent" }>;
type Verdict = Extract<SendEntry, { type: "verdict" }>["kind"];

/** A send whose intent is on the disk. */
export interface SendJournal {
  /** Name of its file. */
  readonly name: string;
  /** What has happened already is written where it can be; without it the outcome counts as unknown. */
  verdict(at: number, kind: Verdict): Promise<void>;
  observed(at: number, seen: boolean, looked: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Resolves once the intent is on the disk. Rejects with DiskError: then nothing may be sent. @param id sortable by time */
export async function beginSend(disk: Disk, id: string, now: number, sent: Sent): Promise<SendJournal> {
  const name = `${id}${SENDS_SUFFIX}`;
  const file = await disk.create(name);
  try {
    await file.append(checkedLine(intentOf(now, sent)));
    await file.sync();
  } catch (error) {
    await file.close().catch(onlyDisk);
    throw error;
  }
  const note = (entry: SendEntry) => append(file, entry);
  return {
    name,
    verdict: (when, kind) => note({ type: "verdict", at: when, kind }),
    observed: (when, seen, looked) => note({ type: "observed", at: when, seen, ...(looked && { looked }) }),
    close: () => file.close().catch(onlyDisk),
  };
}

function intentOf(now: number, { account, origin, service, action, botId, pairs, side, body }: Sent): Intent {
  const of = service !== undefined && { service: hash("sha256", service) };
  const about = { account, to: hash("sha256", origin), ...of, action, botId, pairs: [...pairs], side };
  return { type: "intent", at: now, ...about, body: hash("sha256", body) };
}

async function append(file: DiskFile, entry: SendEntry): Promise<void> {
  try {
    await file.append(checkedLine(entry));
    await file.sync();
  } catch (error) {
    onlyDisk(error);
  }
}

function onlyDisk(error: unknown): void {
  if (!(error instanceof DiskError)) throw error;
}

/**
 * When the same webhook was sent last with an unknown outcome, and until when that is in doubt, in milliseconds since the epoch:
 * an open for as long as it may act, an average for a minute. The same is the same body, any open of the same bot, or the same
 * action for the same bot, direction and pair in other words. Rejects with DiskError.
 * @param places of the account; it is the same, too, where the webhook goes to the same host @param own the file of the send itself
 */
export async function doubtfulSend(
  disk: Disk,
  now: number,
  sent: Sent,
  places: () => Promise<readonly Place[]>,
  own?: string,
): Promise<{ readonly at: number; readonly until: number } | undefined> {
  if (sent.action !== "open" && sent.action !== "average") return undefined;
  const mine = intentOf(now, sent);
  const lasts = sent.action === "open" ? OPEN_MS : REPEAT_MS;
  const known = await places();
  const isOfAccount = (one: Intent) =>
    (one.account === mine.account && one.to === mine.to) || (one.service !== undefined && isAt(known, one));
  const found = (await doubtful(disk, now - 2 * lasts, { own })).filter(
    (intent) => isOfAccount(intent) && isSame(intent, mine),
  );
  // After a clock was set back, past sends have future times.
  const recent = found.map((intent) => intent.at).filter((when) => Math.abs(now - when) < lasts);
  const last = Math.max(...recent);
  return recent.length === 0 ? undefined : { at: last, until: last + lasts };
}

/**
 * Those of the account's webhooks to open a deal that may still take effect, as starts of deals. Nothing is signed with one, so
 * how long it may be on its way is assumed as for a signed command. Rejects with DiskError.
 * @param since milliseconds since the epoch; older files aren't read @param places all of the account, which is now called so
 * @param onRead told of each file that is read
 */
export async function openingSends(
  disk: Disk,
  since: number,
  account: string,
  places: readonly Place[],
  onRead?: OnRead,
): Promise<readonly OpenIntent[]> {
  const opens = (await doubtful(disk, since, { onRead })).filter((one) => one.action === "open" && isAt(places, one));
  return opens.map(({ at: sentAt, botId }) => ({
    ...{ sends: "start-deal", isWebhook: true, isUnknown: true, botId, at: sentAt },
    address: botId === undefined ? account : `${account}/#${botId}`,
    notAfter: notAfter(Math.floor(sentAt / 1000)),
  }));
}

type OnRead = (name: string, text: string) => void;

/** The intents of sends of which nobody knows what became. Files' names begin with the time, so that nothing older is read. */
async function doubtful(
  disk: Disk,
  since: number,
  { own, onRead }: { readonly own?: string | undefined; readonly onRead?: OnRead | undefined },
): Promise<readonly Intent[]> {
  const names = (await disk.names()).filter((name) => name.endsWith(SENDS_SUFFIX) && beganAt(name) >= since);
  const found: Intent[] = [];
  for (const name of names.toSorted()) {
    if (name === own) continue;
    const text = await disk.read(name);
    onRead?.(name, text);
    const { entries } = readLines(text, entry);
    const intent = entries.find((one) => one.type === "intent");
    if (intent !== undefined && isDoubtful(entries)) found.push(intent);
  }
  return found;
}

/** As far as its record tells. */
function isAt(places: readonly Place[], { account, service }: Intent): boolean {
  return places.some(
    (place) => place.account === account && (service === undefined || service === hash("sha256", place.origin)),
  );
}

function isSame(one: Intent, other: Intent): boolean {
  if (one.action !== other.action) return false;
  if (one.body === other.body) return true;
  if (one.action === "open" && one.botId !== undefined) return one.botId === other.botId;
  const isPairShared = one.pairs.some((pair) => other.pairs.includes(pair));
  return one.botId === other.botId && one.side === other.side && isPairShared;
}

/** Only a refusal without effect, or an observed effect after an acceptance, settles it. */
function isDoubtful(entries: readonly SendEntry[]): boolean {
  const verdict = entries.find((one) => one.type === "verdict")?.kind;
  if (verdict === "not-sent") return false;
  const observed = entries.find((one) => one.type === "observed");
  if (verdict === "refused") return observed?.looked !== true;
  return verdict !== "accepted" || observed?.seen !== true;
}

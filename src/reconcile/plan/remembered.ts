// What is remembered beside the list: bots that it lacks are read by their ids (rule 20), and commands that may still take effect (rule 18).
import type { Access, ObservedBot } from "../../model/bot/bot.js";
import type { Desired } from "../../model/bot/desired.js";
import type { InDoubt, Observed, StartInDoubt, Unlisted } from "../../model/bot/observed.js";
import { groupBy } from "../../model/order.js";
import type { OpenIntent, StillOpen } from "../../model/plan/open-intent.js";
import type { ServiceReader } from "../../model/ports.js";
import { folded } from "../../model/text/folded.js";
import type { KnownBot } from "../ledger/facts.js";
import { commandsTo, leftMs } from "../ledger/intents.js";
import { type Memory, NO_MEMORY } from "../ledger/ledger.js";
import { resolveAccesses } from "./access.js";
import { readIfThere } from "./lists.js";
import { matchBots } from "./match.js";
import { protectedIds } from "./protection.js";

/** What is remembered, and the moment at which it is looked at, in milliseconds since the epoch. */
export interface Past {
  readonly memory: Memory;
  readonly now: number;
}

export const NO_PAST: Past = { memory: NO_MEMORY, now: 0 };

/** The commands of earlier runs, and the webhooks, that may still open a deal (rule 18). */
export interface Doubts {
  /** Turn-ons, by bot id. */
  readonly inDoubt: ReadonlyMap<number, InDoubt>;
  /** Starts of deals. */
  readonly starts: readonly StartInDoubt[];
}

/** What of them is in doubt at that moment: of several alike the one that may take effect last. @param now milliseconds since the epoch */
export function doubtsIn(intents: readonly OpenIntent[], now: number): Doubts {
  const unknown = stillOpen(intents, now).filter(({ isUnknown }) => isUnknown);
  const inDoubt = new Map<number, InDoubt>();
  const starts = new Map<string, StartInDoubt>();
  for (const { sends, botId, isWebhook = false, at: sentAt, until } of unknown) {
    const doubt = { sentAt, until };
    if (sends === "turn-on" && botId !== undefined && isLater(doubt, inDoubt.get(botId))) inDoubt.set(botId, doubt);
    const key = `${botId} ${isWebhook}`;
    if (sends === "start-deal" && isLater(doubt, starts.get(key))) starts.set(key, { ...doubt, botId, isWebhook });
  }
  return { inDoubt, starts: [...starts.values()] };
}

function isLater(one: InDoubt, other: InDoubt | undefined): boolean {
  if (other === undefined) return true;
  return one.until > other.until || (one.until === other.until && one.sentAt > other.sentAt);
}

/** Rule 23: those that may still arrive, or take effect, at that moment. */
export function stillOpen(intents: readonly OpenIntent[], now: number): readonly StillOpen[] {
  return intents.flatMap((intent) => {
    const left = leftMs(intent, now);
    return left > 0 ? [{ ...intent, until: now + left }] : [];
  });
}

/** A bot's access never changes, so a bot that was read once needn't be read again to know it. @returns those it was recalled for, too */
export function withKnownAccess(
  bots: readonly ObservedBot[],
  { bots: known }: Memory,
): { readonly bots: readonly ObservedBot[]; readonly recalled: ReadonlySet<number> } {
  const recalled = new Set<number>();
  const placed = bots.map((bot) => {
    const accessId = bot.accessId === null ? (known.get(bot.id)?.accessId ?? null) : null;
    if (accessId === null) return bot;
    recalled.add(bot.id);
    return { ...bot, accessId };
  });
  return { bots: placed, recalled };
}

/**
 * Rule 20: known bots that the list lacks. Those whose absence would decide something are read by id; all of them, where a bot
 * may have to be created, since any may have got its title while no list showed it. Throws ServiceError.
 */
export async function readUnlisted(
  desired: Desired,
  listed: readonly ObservedBot[],
  accesses: readonly Access[],
  { bots, intents }: Memory,
  reader: Pick<ServiceReader, "bot" | "bots">,
): Promise<{ readonly bots: readonly ObservedBot[]; readonly unlisted: ReadonlyMap<number, Unlisted> }> {
  const shown = new Set(listed.map(({ id }) => id));
  const others = elsewhere(accesses, desired);
  const lacking = [...bots.values()].filter(({ id, accessId }) => !shown.has(id) && !others.has(accessId));
  const decides = lacking.length > 0 && mayOpen(desired, listed) ? () => true : deciding(desired, intents);
  const around = { bot: reader.bot, bots: async () => listed };
  const read = await Promise.all(
    lacking.map(async (known) => {
      const live = decides(known) ? ((await readIfThere(known.id, around)) ?? ("gone" as const)) : ("unread" as const);
      return { id: known.id, live };
    }),
  );
  return {
    bots: read.flatMap(({ live }) => (typeof live === "string" ? [] : [live])),
    unlisted: new Map(read.map(({ id, live }): [number, Unlisted] => [id, typeof live === "string" ? live : "there"])),
  };
}

/** The list is of one exchange; a bot's access tells which one it is on. */
function elsewhere(accesses: readonly Access[], { exchange }: Desired): ReadonlySet<number | null> {
  return new Set(accesses.filter((access) => access.exchange !== exchange).map(({ id }) => id));
}

/**
 * Which configured bots the known ones stood for, by bot id. A live bot that nobody knows, with the title of a create of which
 * nobody has seen what became, stands for the key of that create.
 */
export function knownAs({ bots, intents }: Memory, live: readonly ObservedBot[]): ReadonlyMap<number, string> {
  const sent = intents.flatMap(({ sends, address, makes }) =>
    sends === "create" && makes !== undefined ? [{ address, ...makes, form: folded(makes.title).rest }] : [],
  );
  const made = live.flatMap(({ id, accessId, fields: { title = "" } }) => {
    // The service may have stored its title in another form.
    const isIts = (one: (typeof sent)[number]) =>
      (accessId ?? one.accessId) === one.accessId && one.form === folded(title ?? "").rest;
    const own = bots.has(id) ? undefined : sent.find(isIts);
    return own === undefined ? [] : [[id, own.address] as const];
  });
  const known = [...bots].flatMap(([id, { address }]) => (address === undefined ? [] : [[id, address] as const]));
  return new Map([...made, ...known]);
}

/**
 * Whether a configured bot may have to be created or turned on: no listed bot has one of its titles or, where it shall be on, none
 * of them is. Then a known bot that the list hides may be it by now, whatever it was called last.
 */
function mayOpen({ bots }: Desired, listed: readonly ObservedBot[]): boolean {
  return bots.some(({ botId, enabled, fields, previousTitles }) => {
    const titles = [fields.title, ...previousTitles];
    const own = listed.filter(({ id, fields: { title } }) => id === botId || titles.includes(title ?? ""));
    return (botId === undefined && own.length === 0) || (enabled === true && !own.some(({ status }) => status.on));
  });
}

/** Whether a known bot may be one that the configuration means: by its title, its key, its pin, or since it is in doubt. */
function deciding({ bots }: Desired, intents: Memory["intents"]): (known: KnownBot) => boolean {
  const titles = new Set(bots.flatMap(({ fields, previousTitles }) => [fields.title, ...previousTitles]));
  const addresses = new Set<string | undefined>(bots.map(({ address }) => address));
  const pins = new Set(bots.map(({ botId }) => botId));
  return ({ id, title, address }) =>
    titles.has(title) || addresses.has(address) || pins.has(id) || commandsTo(intents, "turn-on", id).length > 0;
}

/** The observed bots of the account's exchange as they are to be remembered: each with the configured bot that has its id or its title. */
export function seen(observed: Observed, desired: Desired): readonly KnownBot[] {
  const { bots, accesses, knownAs } = observed;
  const isProtected = protectedIds(matchBots(desired, observed, resolveAccesses(desired, accesses).byAlias), observed);
  const others = elsewhere(accesses, desired);
  const byPin = new Map(desired.bots.map(({ botId, address }) => [botId, address]));
  const byTitle = groupBy(desired.bots, ({ fields }) => fields.title);
  return bots
    .filter(({ accessId }) => !others.has(accessId))
    .map(({ id, accessId, fields }) => {
      const title = fields.title ?? "";
      const [only, second] = byTitle.get(title) ?? [];
      const named = byPin.get(id) ?? (second === undefined ? only?.address : undefined);
      const address = named ?? knownAs?.get(id);
      return { id, accessId, title, address, ...(isProtected.has(id) && { protect: true as const }) };
    });
}

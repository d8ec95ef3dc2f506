// What a plan says of bots in doubt (rule 18), of bots that the list lacks, and of a list that may be cut (rule 20).
import type { ObservedBot } from "../../model/bot/bot.js";
import type { DesiredBot } from "../../model/bot/desired.js";
import { LEDGER_REPAIR, type Observed } from "../../model/bot/observed.js";
import { groupBy } from "../../model/order.js";
import { doubtText, SENT, type Sent } from "../../model/plan/in-doubt.js";
import type { OpenIntent, StillOpen } from "../../model/plan/open-intent.js";
import type { BotInDoubt, PlannedBot, Step } from "../../model/plan/plan.js";
import { planProblem } from "../../model/plan/plan-codes.js";
import { answerValue, factOf, seenOn } from "../../model/service-facts.js";
import { counted } from "../../model/text/counted.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { concerns, hasArrived } from "../ledger/intents.js";

/**
 * What is in doubt, by bot id: whatever was sent and may still take effect, unless its run or the bot shows that it has. Every
 * command that names doubt takes it from here.
 */
export function botsInDoubt(
  account: string,
  { bots, open = [] }: Pick<Observed, "open"> & { readonly bots: readonly ObservedBot[] },
  declared: ReadonlyMap<number, Pick<DesiredBot, "address" | "enabled">>,
): readonly BotInDoubt[] {
  const live = new Map(bots.map((bot) => [bot.id, bot]));
  const unknown = open.filter((one) => one.isUnknown && !isFulfilled(one, bots, declared));
  const alike = groupBy(unknown, (one) => JSON.stringify([sentAs(one), one.botId ?? one.address, one.dealId]));
  // Of several alike, the one that may take effect last.
  const last = [...alike.values()].flatMap((all) =>
    all.toSorted((one, other) => other.until - one.until || other.at - one.at).slice(0, 1),
  );
  return last
    .map((one): BotInDoubt => {
      const { botId = 0, dealId, at, until } = one;
      const bot = live.get(botId);
      const address = declared.get(botId)?.address ?? (botId === 0 ? one.address : `${account}/#${botId}`);
      const shown = { on: bot?.status.on ?? null, status: bot?.status.raw ?? null };
      const about = { sends: sentAs(one), botId, ...(dealId !== undefined && { dealId }) };
      return { ...about, address, ...shown, sentAt: iso(at), until: iso(until) };
    })
    .toSorted((one, other) => one.botId - other.botId || SENT.indexOf(one.sends) - SENT.indexOf(other.sends));
}

/** Whether the service shows what it was sent for, so that nothing more is to come of it. */
function isFulfilled(
  one: StillOpen,
  bots: readonly ObservedBot[],
  declared: ReadonlyMap<number, Pick<DesiredBot, "enabled">>,
): boolean {
  const { sends, botId, makes } = one;
  if (sends === "create")
    return bots.some((bot) => (bot.accessId ?? makes?.accessId) === makes?.accessId && hasArrived(one, bot));
  const bot = bots.find(({ id }) => id === botId);
  if (bot === undefined) return false;
  if (sends === "turn-on") return bot.status.on && declared.get(bot.id)?.enabled !== false;
  return sends === "turn-off" ? !bot.status.on : hasArrived(one, bot);
}

/** What has sent it. */
export function sentAs({ sends, isWebhook }: Pick<OpenIntent, "sends" | "isWebhook">): Sent {
  return isWebhook === true ? "open-webhook" : sends;
}

/** Rule 23, as a plan says it: one warning for each bot with a step that has to wait. */
export function waitingSteps(
  steps: readonly Step[],
  planned: readonly PlannedBot[],
  { open = [] }: Pick<Observed, "open">,
): Diagnostic[] {
  const creates = new Set(steps.flatMap(({ action, address }) => (action === "create" ? [address] : [])));
  const isCreated = (address: string) => creates.has(address);
  return planned.flatMap((bot): Diagnostic[] => {
    const { address, observed } = bot;
    const own = steps.filter((step) => step.address === address);
    const isShown = (one: OpenIntent, step: Step) =>
      observed !== null &&
      (one.botId === undefined || one.botId === observed.id) &&
      hasArrived(one, one.sends === "create" ? observed : before(step, own, observed));
    const waits = (step: Step, one: OpenIntent) =>
      concerns(one, step, bot, observed?.id, isCreated) && !isShown(one, step);
    const awaited = open
      .filter((one) => own.some((step) => waits(step, one)))
      .toSorted((one, other) => other.until - one.until);
    const [last] = awaited;
    if (last === undefined) return [];
    const of = last.address === address ? "of it" : `of ${last.address}`;
    return [
      planProblem("plan/waits", {
        summary: `apply waits until ${clockTime(iso(last.until))} with this bot's next step, since an earlier ${last.sends} ${of} may still arrive`,
        remedy: "botform ends the wait as soon as it sees that it has arrived. botform bots off waits for nothing.",
        address,
      }),
    ];
  });
}

/** The bot as the steps before this one leave it: what it shows of an earlier write, the plan's own may take away again. */
function before(step: Step, own: readonly Step[], observed: ObservedBot): ObservedBot {
  const earlier = own.slice(0, own.indexOf(step));
  const changes = earlier.flatMap((one) => one.changes);
  const fields = Object.fromEntries(changes.map(({ field, after }) => [field, after]));
  const switched = earlier.findLast(({ action }) => action === "turn-on" || action === "turn-off");
  const on = switched === undefined ? observed.status.on : switched.action === "turn-on";
  return { ...observed, status: { ...observed.status, on }, fields: { ...observed.fields, ...fields } };
}

/** A time out of range, from a wrong clock, must not prevent it from being said. */
function iso(ms: number): string {
  return new Date(Math.max(0, Math.min(ms, 253_402_300_799_999))).toISOString();
}

/** What every command says of a bot in doubt. */
export function inDoubtProblem(doubt: BotInDoubt): Diagnostic {
  const { sends, botId, address, on, status, sentAt, until } = doubt;
  const shown = on === null ? "isn't shown" : `is shown ${on ? "on" : "off"} (${status})`;
  return planProblem("plan/in-doubt", {
    summary: `${doubtText(doubt)} was sent at ${clockTime(sentAt)}, and nobody has seen what became of it: ${EFFECT[sends](shown)} until ${clockTime(until)}`,
    remedy: REMEDY[sends] ?? "Run botform resolve to look again. Later writes wait until then; turn-offs don't.",
    ...((sends !== "open-webhook" || botId !== 0) && { address }),
  });
}

/** What may become of it. */
const EFFECT: Readonly<Record<Sent, (shown: string) => string>> = {
  "turn-on": (shown) => `the bot ${shown}, and may come on`,
  "turn-off": (shown) => `the bot ${shown}, and may go off`,
  "start-deal": () => "a deal may open",
  "open-webhook": () => "a deal may open",
  create: () => "the bot may still turn up",
  update: () => "the bot may still get its settings",
  "take-profit": () => "the deal may still get it",
  "complete-deal": () => "the deal may still end",
  "cancel-deal": () => "the deal may still end",
};

const REMEDY: Readonly<Partial<Record<Sent, string>>> = {
  "turn-on": "Run botform resolve to look again. botform bots off turns it off, and watches until then.",
  "start-deal": "Run botform resolve to look again. botform bots off watches until then, and ends no deal.",
  "open-webhook": "Run botform deals active to look again. botform bots off watches until then, and ends no deal.",
};

/** `18:05:07 UTC` */
function clockTime(iso: string): string {
  return `${iso.slice(11, 19)} UTC`;
}

/** That nobody knows what earlier runs left behind, or not all of it. */
export function unreadLedger({ unremembered, damaged }: Pick<Observed, "unremembered" | "damaged">): Diagnostic[] {
  if (damaged !== undefined)
    return [
      planProblem("plan/unread-ledger", {
        summary: `part of the ledger is lost (${damaged}): a hold, a bot's protection or a command under way may have stood there`,
        remedy: LEDGER_REPAIR,
      }),
    ];
  if (unremembered === undefined) return [];
  return [
    planProblem("plan/unread-ledger", {
      summary: `what earlier runs left behind can't be read (${unremembered}): turn-ons may still be under way, and bots that the list lacks aren't known`,
      remedy: "Make the ledger readable and look again; until then, nothing can be applied.",
    }),
  ];
}

/** Bots that this machine knows and the list lacks: those that are there, those that are gone, and those that nobody read. */
export function unlistedBots({ unlisted = new Map() }: Pick<Observed, "unlisted">): Diagnostic[] {
  const ids = (where: string) =>
    [...unlisted].flatMap(([id, one]) => (one === where ? [id] : [])).sort((a, b) => a - b);
  const [there, gone, unread] = [ids("there"), ids("gone"), ids("unread")];
  const hidden = planProblem("plan/unlisted-bot", {
    summary: `the bot list lacks ${named(there)}, which the service shows when asked by id; the list may lack others`,
    remedy: "botform reads the bots that it knows by id, but can't know all. Check the list on the service.",
  });
  const lost = planProblem("plan/unlisted-bot", {
    summary: `the bot list lacks ${named([...gone, ...unread])}, which botform saw earlier`,
    remedy: `If ${gone.length + unread.length === 1 ? "it was" : "they were"} deleted on the service, run botform forget with the ids, for example botform forget ${[...gone, ...unread][0]}.`,
  });
  return [...(there.length > 0 ? [hidden] : []), ...(gone.length + unread.length > 0 ? [lost] : [])];
}

/** A file of facts that the service doesn't keep to any more, or that is about another one. */
export function unpinned({
  contradicted = [],
  foreignFacts,
}: Pick<Observed, "contradicted" | "foreignFacts">): Diagnostic[] {
  const changed = contradicted.map(({ pinned, since }) =>
    planProblem("plan/service-changed", {
      summary: `the service was pinned to ${pinned.name}: ${answerValue(pinned)} (${seenOn(pinned)}), and has done otherwise since: ${answerValue(since)} (${seenOn(since)}); botform goes by neither`,
      remedy:
        "Ask it again (botform service check --again), and write its file of facts anew: botform service show --format json > FILE.",
    }),
  );
  if (foreignFacts === undefined) return changed;
  const { file, origin } = foreignFacts;
  return [
    ...changed,
    planProblem("plan/facts-elsewhere", {
      summary: `the file of facts ${file} is about ${origin}, which isn't the account's service; it isn't used`,
      remedy: "Name the file of this service under serviceFacts, or leave it out.",
    }),
  ];
}

const MOST_NAMED = 10;

/** `3 bots (1001, 1002, 1003)` */
function named(ids: readonly number[]): string {
  const more = ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : "";
  return `${counted(ids.length, "bot")} (${ids.slice(0, MOST_NAMED).join(", ")}${more})`;
}

/** Lengths at which services cut their lists. */
const PAGES: ReadonlySet<number> = new Set([10, 20, 25, 30, 50, 100, 200, 250, 500, 1_000, 2_000, 5_000]);

export function isPageLong(listed: number): boolean {
  return PAGES.has(listed);
}

/** A list that shows just so many bots may be cut, and what it lacks would be created again. */
export function cutList({ listed = 0, seen }: Observed): Diagnostic[] {
  const most = factOf(seen, "listSize");
  const isCut = most !== undefined && listed >= Number(most.value);
  if (!isCut && !isPageLong(listed)) return [];
  const why = isCut
    ? `shows ${listed} bots, and was cut at ${most.value} before (${seenOn(most)})`
    : `shows exactly ${listed} bots, which may be all that the service shows`;
  return [
    planProblem("plan/cut-list", {
      summary: `the bot list ${why}; a bot that it lacks would be created again`,
      remedy:
        "Check on the service whether the account has more bots; if so, don't create any until the list shows all.",
    }),
  ];
}

// What a plan says of bots in doubt (rule 18), of bots that the list lacks, and of a list that may be cut (rule 20).
import type { ObservedBot } from "../../model/bot/bot.js";
import type { DesiredBot } from "../../model/bot/desired.js";
import { LEDGER_REPAIR, type Observed, type StartInDoubt } from "../../model/bot/observed.js";
import { doubtText } from "../../model/plan/in-doubt.js";
import type { OpenIntent } from "../../model/plan/open-intent.js";
import type { BotInDoubt, PlannedBot, Step } from "../../model/plan/plan.js";
import { planProblem } from "../../model/plan/plan-codes.js";
import { answerValue, factOf, seenOn } from "../../model/service-facts.js";
import { counted } from "../../model/text/counted.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { concerns, hasArrived } from "../ledger/intents.js";

/**
 * What is in doubt, by bot id: the bots that are seen off, or that are to be off, while a turn-on may still take effect, and
 * the starts of deals that may. Every command that names doubt takes it from here.
 */
export function botsInDoubt(
  account: string,
  {
    bots,
    inDoubt = new Map(),
    starts = [],
  }: Pick<Observed, "inDoubt" | "starts"> & { readonly bots: readonly LiveSwitch[] },
  declared: ReadonlyMap<number, Pick<DesiredBot, "address" | "enabled">>,
): readonly BotInDoubt[] {
  const live = new Map(bots.map((bot) => [bot.id, bot.status]));
  const turnOns = [...inDoubt].map(([botId, doubt]) => ({ sends: "turn-on" as const, botId, ...doubt }));
  const opens = starts.map((start) => ({ ...start, sends: sentAs(start) }));
  return [...turnOns, ...opens]
    .toSorted((left, right) => (left.botId ?? 0) - (right.botId ?? 0))
    .flatMap(({ sends, botId, sentAt, until }): BotInDoubt[] => {
      const own = botId === undefined ? undefined : declared.get(botId);
      const status = botId === undefined ? undefined : live.get(botId);
      // Its one wish is fulfilled, and a second turn-on changes nothing.
      if (sends === "turn-on" && status?.on === true && own?.enabled !== false) return [];
      const address = own?.address ?? (botId === undefined ? account : `${account}/#${botId}`);
      const shown = { on: status?.on ?? null, status: status?.raw ?? null };
      return [{ sends, botId: botId ?? 0, address, ...shown, sentAt: iso(sentAt), until: iso(until) }];
    });
}

/** What has sent it. */
export function sentAs({ isWebhook }: Pick<StartInDoubt, "isWebhook">): "start-deal" | "open-webhook" {
  return isWebhook ? "open-webhook" : "start-deal";
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

type LiveSwitch = Pick<ObservedBot, "id" | "status">;

/** What every command says of a bot in doubt. */
export function inDoubtProblem(doubt: BotInDoubt): Diagnostic {
  const { sends, botId, address, on, status, sentAt, until } = doubt;
  if (sends !== "turn-on")
    return planProblem("plan/in-doubt", {
      summary: `${doubtText(doubt)} was sent at ${clockTime(sentAt)}, and nobody has seen what became of it: a deal may open until ${clockTime(until)}`,
      remedy: `Run ${sends === "start-deal" ? "botform resolve" : "botform deals active"} to look again. botform bots off watches until then, and ends no deal.`,
      ...(botId !== 0 && { address }),
    });
  const shown = on === null ? "isn't shown" : `is shown ${on ? "on" : "off"} (${status})`;
  return planProblem("plan/in-doubt", {
    summary: `${doubtText(doubt)} was sent at ${clockTime(sentAt)}, and nobody has seen what became of it: the bot ${shown}, and may come on until ${clockTime(until)}`,
    remedy: "Run botform resolve to look again. botform bots off turns it off, and watches until then.",
    address,
  });
}

/** `18:05:07 UTC` */
function clockTime(iso: string): string {
  return `${iso.slice(11, 19)} UTC`;
}

/** That nobody knows what earlier runs left behind, or not all of it. */
export function unreadLedger({ unremembered, damaged }: Pick<Observed, "unremembered" | "damaged">): Diagnostic[] {
  if (damaged !== undefined)
    return [
      planProblem("plan/unread-ledger", {
        summary: `part of the ledger is lost (${damaged}): a hold, a bot's protection or a turn-on under way may have stood there`,
        remedy: LEDGER_REPAIR,
      }),
    ];
  if (unremembered === undefined) return [];
  return [
    planProblem("plan/unread-ledger", {
      summary: `what earlier runs left behind can't be read (${unremembered}): turn-ons may still be under way, and bots that the list lacks aren't known`,
      remedy: "Make the journal's folder readable and look again; until then, nothing can be applied.",
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
    summary: `the bot list lacks ${named([...gone, ...unread])}, which this machine has seen before`,
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

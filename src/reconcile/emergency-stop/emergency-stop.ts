// Turns every bot of an account off, without a configuration: exchange by exchange, even if one of them fails.
import type { Access } from "../../model/bot/bot.js";
import type { Desired } from "../../model/bot/desired.js";
import type { RunningDeal } from "../../model/deal/deal.js";
import type { Plan } from "../../model/plan/plan.js";
import { type Clock, ServiceError, type ServiceReader, type ServiceWriter } from "../../model/ports.js";
import { type ApplyEvent, COMMAND_DEADLINE_MS } from "../apply/run-options.js";
import type { KnownBot } from "../ledger/facts.js";
import type { Journal } from "../ledger/journal.js";
import { type Memory, NO_MEMORY } from "../ledger/ledger.js";
import { type ExpectedAccesses, resolveAccesses, withImpliedAccess } from "../plan/access.js";
import { attempt } from "../plan/lists.js";
import { doubtsIn } from "../plan/remembered.js";
import { type Meant, MeantBots } from "./meant-bots.js";
import { lateText, leftText, openedText } from "./start-texts.js";
import { TurnOffAll } from "./turn-off-all.js";
import { merge, type RemainingBot, type ReportedBot, sorted, type TurnOffReport } from "./turn-off-report.js";
import { untilAnswered } from "./until-answered.js";
import { type StartsWatched, type StartWatch, watchStarts } from "./watch-starts.js";

const DEFAULT_TIMEOUT_MS = 120_000;

export interface EmergencyStopPorts {
  readonly readerFor: (exchange: string) => ServiceReader;
  readonly writerFor: (exchange: string) => ServiceWriter;
  readonly clock: Clock;
  /** Begins the record of one run. Rejects with DiskError; that stops nothing. */
  readonly beginJournal?: ((plan: Plan) => Promise<Journal>) | undefined;
  /** What is remembered of the account, at that moment: bots that a list may hide, and turn-ons that may still take effect. */
  readonly recall?: (() => Promise<Memory>) | undefined;
}

export interface EmergencyStopOptions extends Meant, Pick<StartWatch, "onStarts" | "onOpened"> {
  readonly account: string;
  /** Known without asking, for when the accesses can't be read. */
  readonly knownExchange?: string | undefined;
  /** The accesses that the account must have, if a configuration names them; without them the key may be another account's. */
  readonly expected?: ExpectedAccesses | undefined;
  /** Milliseconds until a bot that isn't observed off is given up. Default 120 000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds for which bots that are off are watched, since commands are queued. Default 120 000. */
  readonly settleMs?: number | undefined;
  /** Called once all bots are seen off, with the milliseconds for which they are watched from then on. */
  readonly onSeenOff?: ((bots: number, restMs: number) => void) | undefined;
  /** Called each time the service doesn't answer, with why, and the milliseconds for which it is asked again. */
  readonly onUnanswered?: ((why: string, restMs: number) => void) | undefined;
  /** Once aborted, nothing more is sent. */
  readonly signal?: AbortSignal;
  readonly onEvent?: ((event: ApplyEvent) => void) | undefined;
}

export interface EmergencyStopReport extends TurnOffReport {
  /** Deals of these bots that go on; undefined where that couldn't be read. */
  readonly runningDeals: number | undefined;
  /** Bots that were off, with a running deal; undefined where that couldn't be read. */
  readonly offInDeals: readonly ReportedBot[] | undefined;
  readonly isInterrupted: boolean;
}

/** Never throws for what the service or the disk does. */
export async function emergencyStop(
  ports: EmergencyStopPorts,
  options: EmergencyStopOptions,
): Promise<EmergencyStopReport> {
  const { account, managed, only, onEvent, signal = new AbortController().signal } = options;
  const { recall = async () => NO_MEMORY, clock: now } = ports;
  const memory = await recall();
  const turnOnsIn = ({ intents }: Memory) =>
    new Map(
      [...doubtsIn(intents, now.now()).inDoubt].map(([id, { until }]) => [id, now.elapsed() + until - now.now()]),
    );
  const settled = now.elapsed() + (options.settleMs ?? COMMAND_DEADLINE_MS);
  const until = Math.max(
    now.elapsed() + (options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
    settled,
    ...turnOnsIn(memory).values(),
  );
  const meant = new MeantBots({ managed, only });
  let areOff = false;
  const onSeenOff: typeof options.onSeenOff = (bots, restMs) => {
    areOff = true;
    options.onSeenOff?.(bots, restMs);
  };
  const turnOffs = new Map<string, Promise<TurnOffReport>>();
  const unsettled: string[] = [];
  const mayInclude = (known: KnownBot) => meant.mayInclude(known);
  const unanswered = (why: string) => {
    meant.answered();
    options.onUnanswered?.(why, until - now.elapsed());
  };

  function turnOff(exchange: string, accesses: readonly Access[]): void {
    if (turnOffs.has(exchange)) return;
    const { readerFor, writerFor, clock, beginJournal } = ports;
    const own = accesses.filter((access) => access.exchange === exchange);
    const bare = readerFor(exchange);
    const reader = { ...bare, bots: async () => withImpliedAccess(await bare.bots(), own) };
    const others = new Set(accesses.flatMap((access) => (access.exchange === exchange ? [] : [access.id])));
    const knownHere = (then: Memory) => [...then.bots.values()].filter(({ accessId }) => !others.has(accessId ?? 0));
    const remembered = async () => {
      const newest = await recall();
      const starts = meant.starts(newest, now.now());
      const startsUntil = Math.max(0, ...starts.map(({ until: end }) => now.elapsed() + end - now.now()));
      return { known: knownHere(newest), doubts: turnOnsIn(newest), startsUntil };
    };
    const known = knownHere(memory);
    const watched = { remembered, isMeant: mayInclude, settled, onSeenOff, onUnanswered: unanswered };
    const includes = meant.shownOn(accesses, memory);
    const all = { account, exchange, includes, until, signal, onEvent, ...watched };
    const run = new TurnOffAll({ reader, writer: writerFor(exchange), clock, beginJournal }, all).run();
    turnOffs.set(
      exchange,
      run.then((report) => withUnasked(report, known.filter(mayInclude))),
    );
  }

  const ask = async () => {
    // The list of accesses holds those of every exchange.
    const read = await attempt(ports.readerFor("").accesses());
    if (read instanceof ServiceError) unanswered(read.message);
    // Known exchanges needn't wait for the accesses; but without accesses nobody knows which bots are declared.
    const known = read instanceof ServiceError && managed === undefined ? options.knownExchange : undefined;
    if (known !== undefined) turnOff(known, []);
    return read;
  };
  const accesses = await untilAnswered(ask, { clock: ports.clock, signal, until });
  if (accesses instanceof ServiceError) unsettled.push(`the account's accesses are unknown: ${accesses.message}`);
  else
    for (const exchange of exchangesOf(accesses, only === undefined ? managed : undefined)) turnOff(exchange, accesses);
  if (!(accesses instanceof ServiceError)) unsettled.push(...accessTroubles(managed, options.expected, accesses));

  const all = Promise.all(turnOffs.values()).then(merge);
  const watch = {
    readerFor: ports.readerFor,
    clock: now,
    starts: async () => meant.starts(await recall(), now.now()),
    known: meant.startKnown,
    areOff: () => areOff,
    bots: all,
    signal,
  };
  const says = { onStarts: options.onStarts, onOpened: options.onOpened };
  const { opened, left } =
    accesses instanceof ServiceError ? NOT_WATCHED : await watchStarts({ ...watch, ...says, accesses });
  const read = await all;
  const merged = turnOffs.size > 0 ? read : withUnasked(read, [...memory.bots.values()].filter(mayInclude));
  // One empty list proves little; whoever watches sees several.
  const isBlank = merged.wasRead && !meant.isAnyShown && memory.bots.size === 0;
  if (isBlank && options.settleMs === 0 && only === undefined) unsettled.push(BLANK);
  const deals = await dealsOf(merged, accesses, ports);
  const last = await recall();
  const told = new Set(merged.stragglers.map(({ id }) => id));
  const late = [...turnOnsIn(last).keys()]
    .filter((id) => !told.has(id) && meant.isMeant(id, last))
    .sort((a, b) => a - b);
  const inDeals = new Set(deals?.map(({ botId }) => botId));
  return {
    ...merged,
    notes: [...damagedLedger(memory), ...merged.notes, ...opened.map((deal) => openedText(deal, account))],
    unsettled: [...unsettled, ...unreadLedger(last), ...merged.unsettled, ...left.map(leftText), ...late.map(lateText)],
    runningDeals: deals?.length,
    offInDeals: deals && merged.wereOff.filter(({ id }) => inDeals.has(id)),
    isInterrupted: signal.aborted,
  };
}

const BLANK =
  "the service shows no bots, and none is known here, so the list may be wrong: run it again without --settle 0, and botform looks several times";
const NOT_WATCHED: StartsWatched = { opened: [], left: [] };

/** With the known bots of an exchange whose list was never read. */
function withUnasked(report: TurnOffReport, known: readonly KnownBot[]): TurnOffReport {
  if (report.wasRead) return report;
  const told = new Set([...report.turnedOff, ...report.wereOff, ...report.stragglers].map(({ id }) => id));
  const others = known.filter(({ id }) => !told.has(id));
  return { ...report, stragglers: sorted([...report.stragglers, ...others.map(unasked)]) };
}

function damagedLedger({ damaged }: Memory): string[] {
  if (damaged === undefined) return [];
  return [
    `part of the ledger is lost (${damaged}): bots that the list lacks may not be known, nor each turn-on under way`,
  ];
}

function unreadLedger({ unread }: Memory): string[] {
  if (unread === undefined) return [];
  return [
    `what earlier runs left behind can't be read (${unread}): bots that the list lacks aren't known, nor which turn-ons are under way`,
  ];
}

function unasked({ id, title }: KnownBot): RemainingBot {
  return { id, title, status: "unknown", why: "the service didn't answer, so nothing was done to it", told: false };
}

/** For all bots only a missing access matters: the key may be another account's, whose bots are turned off while ours run on. */
function accessTroubles(
  managed: Desired | undefined,
  expected: ExpectedAccesses | undefined,
  accesses: readonly Access[],
): string[] {
  if (managed !== undefined) return resolveAccesses(managed, accesses).diagnostics.map(({ summary }) => summary);
  if (expected === undefined) return [];
  return resolveAccesses(expected, accesses)
    .diagnostics.filter(({ code }) => code === "plan/unknown-access")
    .map(({ summary }) => `${summary}: the API key may belong to another account`);
}

function exchangesOf(accesses: readonly Access[], managed: Desired | undefined): ReadonlySet<string> {
  return new Set(managed === undefined ? accesses.map(({ exchange }) => exchange) : [managed.exchange]);
}

/** One try is enough: the deals are only shown. */
async function dealsOf(
  { turnedOff, wereOff, stragglers, wasRead }: TurnOffReport,
  accesses: readonly Access[] | ServiceError,
  { readerFor }: EmergencyStopPorts,
): Promise<readonly RunningDeal[] | undefined> {
  if (accesses instanceof ServiceError || !wasRead) return undefined;
  const ids = new Set([...turnedOff, ...wereOff, ...stragglers].map(({ id }) => id));
  const deals = await attempt(Promise.all(accesses.map(({ id, exchange }) => readerFor(exchange).runningDeals(id))));
  return deals instanceof ServiceError ? undefined : deals.flat().filter(({ botId }) => ids.has(botId));
}

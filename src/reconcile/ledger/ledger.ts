// The ledger: what is remembered of one account, beside the service itself. A hint and a history; the service is the truth.
import type { Acknowledged, Setting } from "../../model/bot/acknowledged.js";
import type { Kept } from "../../model/bot/observed.js";
import type { OpenIntent } from "../../model/plan/open-intent.js";
import type { Plan } from "../../model/plan/plan.js";
import { type Clock, type Disk, DiskError } from "../../model/ports.js";
import { type Contradiction, type PinnedFacts, type ReliedOn, reliedOn } from "../../model/service-facts.js";
import { lastAnswers, type SeenThen } from "../../model/service-questions.js";
import { acknowledgedIn, endedFacts } from "./acknowledged.js";
import { damageIn, damageText, fileText, lostOf } from "./damage.js";
import {
  type Asking,
  awaitedUntil,
  type Fact,
  type KnownBot,
  type KnownBots,
  knownBots,
  newFacts,
  type StopOf,
  stillAsking,
  together,
} from "./facts.js";
import { factFiles, factsName } from "./facts-file.js";
import { type Halts, haltsIn } from "./halts.js";
import { beganAt, createdBots, mayMatterLater, readHistory } from "./history.js";
import { keptIn } from "./holds.js";
import { openIntents } from "./intents.js";
import { beginJournal, type Heading, type Journal } from "./journal.js";
import { type LeftBot, leftBots } from "./left.js";
import { accountNames, addressNow, factsFile, factsUnder, type LedgerOwner, type Place } from "./names.js";
import { openingSends } from "./sends.js";
import { isAbout, isKeptOff, type Stop, type StopWatch, stopsIn } from "./stops.js";

/** All that is remembered of the account. */
export interface Memory {
  readonly bots: KnownBots;
  /** Writes of earlier runs, and opening webhooks, that nobody has seen to arrive (rules 18 and 23); some may be over. */
  readonly intents: readonly OpenIntent[];
  /** Origin of the service at which the account's last run was, and without one the first plan; undefined where neither is known. */
  readonly host?: string | undefined;
  /** Why nothing could be read, where it couldn't: what is empty here is then unknown. */
  readonly unread?: string;
  /** Which lines of the ledger are lost, where some are: a hold, protection or doubt may be. */
  readonly damaged?: string;
  /** Bots that are to be left alone; absent is none. */
  readonly kept?: Kept;
  /** Drift that is known. Absent where there is none, and where lines are lost: nothing is silenced that may have been withdrawn. */
  readonly acknowledged?: readonly Acknowledged[];
  /** What the service was seen to do, as far as it may be relied on; absent where nothing is. */
  readonly seen?: readonly SeenThen[];
  /** What the ledger has seen otherwise than the configuration's file of facts says; absent where nothing is. */
  readonly contradicted?: readonly Contradiction[];
  /** A file of facts that is about another service. */
  readonly foreignFacts?: PinnedFacts;
}

/** Where nothing is remembered. */
export const NO_MEMORY: Memory = { bots: new Map(), intents: [] };

/** Of one account. Every method rejects with DiskError alone. */
export interface Ledger {
  /** @param deadlineMs the longest command deadline that an earlier run may have had, and of the run that asks */
  recall(deadlineMs?: number): Promise<Memory>;
  /** What the account was called, and where: its own name and host last. */
  places(): Promise<readonly Place[]>;
  /** Remembers bots as they are now; what is known already isn't written again. */
  saw(bots: readonly KnownBot[]): Promise<void>;
  /** How earlier runs have left these bots. */
  left(botIds: ReadonlySet<number>): Promise<ReadonlyMap<number, LeftBot>>;
  /** Forgets a bot that is gone for good. */
  forget(botId: number): Promise<void>;
  /** Bots that are to be left alone. */
  kept(): Promise<Kept>;
  /** Drift of the account that is known. */
  acknowledged(): Promise<readonly Acknowledged[]>;
  /** Records that it has ended: when it comes again, it is reported anew. */
  endAcknowledged(settings: readonly Setting[]): Promise<void>;
  /** Records that these bots aren't protected any more. */
  unprotect(botIds: readonly number[]): Promise<void>;
  /** Tells every run under way in the same ledger that it may send these bots nothing more but turn-offs. */
  stop(of?: StopOf): Promise<void>;
  /** From now on. */
  watchStops(): Promise<StopWatch>;
  /** What has stopped its bots so far. */
  halts(): Promise<Halts>;
  /** What the service was seen to do, oldest first; the same for every account at it. */
  answers(): Promise<readonly SeenThen[]>;
  /** What the service was seen to do, as far as it may be relied on: what the configuration pins, and the last answers. */
  relied(): Promise<ReliedOn>;
  /** Bots of the account that a check has changed and not put back. */
  asking(): Promise<readonly Asking[]>;
  /** A check is about to change a bot; on the disk before it does. */
  beginAsking(asking: Asking): Promise<void>;
  /** The bot was put back. */
  endAsking(botId: number): Promise<void>;
  /** Until when a bot that a check has asked for may still appear, in milliseconds since the epoch. */
  awaited(): Promise<number | undefined>;
  /** A check is about to make a bot; on the disk before it does. */
  beginMaking(until: number): Promise<void>;
  /** It is there, or was never asked for. */
  endMaking(): Promise<void>;
  /** Remembers what it was seen to do. */
  learn(seen: readonly SeenThen[]): Promise<void>;
  /** Begins the record of a run. @param nonceWindow of the service, in seconds */
  begin(heading: Heading, plan: Plan, nonceWindow?: number): Promise<Journal>;
}

/** The ledger in a folder: a file of facts for each account and service, one for each account, and a journal for each run. */
export function folderLedger(disk: Disk, clock: Clock, owner: LedgerOwner): Ledger {
  const files = factFiles(disk);
  const { account, origin } = owner;
  const name = factsFile(owner);
  const ofAccount = factsName([account]);
  // No account is called so.
  const ofService = factsName(["", origin]);
  const append = (added: readonly Fact[], to = name) => files.add(to, added);
  const names = accountNames(files, clock, owner);
  const facts = async () => factsUnder(files, owner, names.places, factsFile);
  const lastHost = async () => {
    const all = await Promise.all([...(await names.anywhere())].map((one) => files.in(factsName([one]))));
    const hosts = all.flat().flatMap((fact) => (fact.type === "host" ? [fact] : []));
    return hosts.toSorted((left, right) => left.at - right.at).at(-1)?.origin;
  };
  const answers = async () =>
    (await files.in(ofService)).flatMap((fact): SeenThen[] => {
      if (fact.type !== "seen") return [];
      const { type: _type, ...seen } = fact;
      return [seen];
    });
  const pinned = owner.facts;
  const isOwn = pinned?.origin === origin;
  const relied = async () => reliedOn(isOwn ? pinned.seen : [], lastAnswers(await answers()));
  const accountAlone = () => factsUnder(files, owner, names.places, (one) => factsName([one.account]));
  const kept = async () => keptIn(account, await facts(), await accountAlone());
  const acknowledged = async () => acknowledgedIn(await accountAlone());

  async function isHere(): Promise<void> {
    await append([{ type: "host", at: clock.now(), origin }], ofAccount);
  }

  return {
    async recall(deadlineMs = 0) {
      const since = clock.now() - Math.max(deadlineMs, LONGEST_DEADLINE_MS) - LOOK_BACK_MS;
      const recent = clock.now() - deadlineMs - SENT_BACK_MS;
      const lost: string[] = [];
      const ofRun = (file: string, text: string) => {
        lost.push(...lostOf(disk, file, text, ADDED));
        return mayMatterLater(text);
      };
      const places = await names.places();
      const called = places.map((place) => place.account);
      const ofSend = (file: string, text: string) => lost.push(...lostOf(disk, file, text));
      // At once, so that the disk is listed once.
      const [seen, { runs, unreadable }, opens, known] = await Promise.all([
        facts(),
        readHistory(disk, since, ofRun, called),
        openingSends(disk, recent, account, places, ofSend),
        relied(),
      ]);
      for (const { name: file, why } of unreadable)
        if (why === "unreadable" && Number.isFinite(beganAt(file))) lost.push(`${fileText(disk, file)} can't be read`);
      const renamed = <T extends { readonly address?: string | undefined }>(one: T, called: string): T =>
        one.address === undefined ? one : { ...one, address: addressNow(one.address, called, account) };
      const created = places.flatMap((at) => createdBots(runs, at).map((bot) => renamed(bot, at.account)));
      const intents = openIntents(runs, places, deadlineMs);
      const bots = new Map(knownBots(seen));
      const gone = new Set(seen.flatMap((fact) => (fact.type === "gone" ? [fact.id] : [])));
      // Bots of a run that died before it could remember them. What was seen of them since is newer.
      for (const made of created) {
        const now = bots.get(made.id);
        if (!gone.has(made.id)) bots.set(made.id, now === undefined ? made : together(made, now));
      }
      const [host, keptNow, silenced] = await Promise.all([lastHost(), kept(), acknowledged()]);
      const damaged = damageText([...(await damageIn(disk, files.names())), ...lost]);
      return {
        ...{ bots, intents: [...intents, ...opens], host, kept: keptNow },
        ...(damaged !== undefined && { damaged }),
        ...(damaged === undefined && silenced.length > 0 && { acknowledged: silenced }),
        ...(known.seen.length > 0 && { seen: known.seen }),
        ...(known.contradicted.length > 0 && { contradicted: known.contradicted }),
        ...(pinned !== undefined && !isOwn && { foreignFacts: pinned }),
      };
    },
    places: names.places,
    async saw(bots) {
      await names.remember();
      await append(newFacts(knownBots(await facts()), bots, clock.now()));
      if ((await lastHost()) === undefined) await isHere();
    },
    left: async (ids) => (ids.size === 0 ? new Map() : leftBots(disk, await names.places(), ids)),
    forget: (id) => append([{ type: "gone", at: clock.now(), id }]),
    kept,
    acknowledged,
    endAcknowledged: (settings) => append(endedFacts(settings, clock.now()), ofAccount),
    unprotect: (ids) => append(ids.map((id) => ({ type: "unprotected", at: clock.now(), id }))),
    async stop(of) {
      await append([{ type: "stop", at: clock.now(), ...(of !== undefined && { of }) }]);
      await names.remember();
    },
    async watchStops() {
      const before = stopsIn(await facts()).length;
      const filesNow = async () => [
        ...(names.file === undefined ? [] : [names.file]),
        ...(await names.places()).flatMap((place) => [factsFile(place), factsName([place.account])]),
      ];
      // What may say that there is a stop or a hold, or another file that may: while none has grown, there is nothing new.
      let files: readonly string[] = await filesNow();
      const sizes = async () => JSON.stringify(await Promise.all(files.map((file) => disk.size(file))));
      // Not asked for yet: a stop that is set right after this reading must be seen.
      let seen: string | undefined;
      let stops: readonly Stop[] = [];
      let leftAlone = await kept();
      const look = inTurn(async () => {
        const now = await sizes();
        if (now === seen) return;
        seen = undefined;
        const found = await filesNow();
        stops = stopsIn(await facts()).slice(before);
        leftAlone = await kept();
        // The sizes of other files say nothing of these.
        seen = found.join() === files.join() ? now : undefined;
        files = found;
      });
      return async (bot) => {
        await look();
        return stops.some((stop) => isAbout(stop, bot)) || isKeptOff(leftAlone, account, bot);
      };
    },
    halts: async () => haltsIn(await facts(), await accountAlone()),
    answers,
    relied,
    asking: async () => stillAsking(await facts()),
    beginAsking: (asking) => append([{ type: "asking", at: clock.now(), ...asking, fields: { ...asking.fields } }]),
    endAsking: (botId) => append([{ type: "asked", at: clock.now(), botId }]),
    awaited: async () => awaitedUntil(await facts()),
    beginMaking: (until) => append([{ type: "making", at: clock.now(), until }]),
    endMaking: () => append([{ type: "made", at: clock.now() }]),
    learn: (seen) =>
      append(
        seen.map((one) => ({ type: "seen", ...one })),
        ofService,
      ),
    async begin(heading, plan, nonceWindow) {
      const journal = await beginJournal(disk, clock, heading, plan, nonceWindow);
      await ifThere(names.remember(), undefined);
      // It only warns, so a disk that can't keep it holds nothing back.
      if ((await ifThere(lastHost(), undefined)) !== origin) await ifThere(isHere(), undefined);
      return journal;
    },
  };
}

/** Whoever asks gets a look that begins after that; all who ask while one is under way share the next. */
function inTurn(look: () => Promise<void>): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  const begin = () => {
    next = undefined;
    return look();
  };
  return () => {
    next ??= last.then(begin, begin);
    last = next;
    return next;
  };
}

/** How far back a run may have begun whose writes still matter: longer than any run takes, as clocks differ. */
const LOOK_BACK_MS = 6 * 3_600_000;
/** As long a webhook is in doubt that nobody has seen to take effect, beside the deadline of the run that asks; and more. */
const SENT_BACK_MS = 600_000;
/** What a line has that is added to the file of a run that has ended, after a line that may have broken off. */
const ADDED = '"type":"resolved"';
/** The longest command deadline that an earlier run of the command line can have had. */
const LONGEST_DEADLINE_MS = 24 * 3_600_000;

/** For what only shows: a ledger that can't be read or written is empty. */
export async function ifThere<T>(reading: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return otherwise;
  }
}

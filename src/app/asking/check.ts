// Asks a service what the interface leaves open, by reads alone, and remembers what it was seen to do.
import { DiskError } from "../../model/ports.js";
import {
  factsAbout,
  type Seen,
  type SeenThen,
  type ServiceCheckFacts,
  type ServiceFacts,
} from "../../model/service-questions.js";
import type { Ledger } from "../../reconcile/ledger/ledger.js";
import { createProbe } from "../../service/probe.js";
import { systemClock } from "../clock.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import type { ConfigOptions } from "../files/configuration.js";
import { declinedBy, refuseUnasked } from "../gate/gate.js";
import type { Host } from "../host.js";
import { ledgerOf } from "../ledger/ledger.js";
import { type LiveAccount, openLive } from "../live/account.js";
import { addressOf } from "../live/open-account.js";
import { botName } from "../live/targets.js";
import { Asker, AskingStopped, READ_DEADLINE_MS } from "./asker.js";
import { askBot, chooseBot, locked, madeBot, putBack } from "./check-bot.js";
import type { CheckOptions } from "./check-options.js";
import { askLacks } from "./lacks.js";
import { findOwn, OWN_TITLE, type Place, placeOf } from "./made-bot.js";
import { askNonces, type Known, type Say } from "./nonces.js";
import { readAll } from "./read-all.js";
import { askRefusals } from "./refusals.js";
import { seenIn } from "./shown.js";

const GAP_MS = 1_000;
const LONGEST_VALUE = 60;
const LONGEST_DETAIL = 300;

/** Throws AppError where it may not ask, where the user declines, and where the ledger or the named bot can't be used. */
export async function checkService(host: Host, options: CheckOptions): Promise<ServiceCheckFacts> {
  refuseUnasked(host, options, "Add --yes.");
  const live = await openLive(host, options, options.bot === undefined ? undefined : botName(options.bot).account);
  const { account, endpoint } = live;
  const ledger = ledgerOf({ folder: options.journal }, account, endpoint);
  const before = await onDisk(ledger.answers());
  const left = await onDisk(ledger.asking());
  const { clock = systemClock } = options;
  const found: Seen[] = [];
  const say: Say = async (answer) => {
    // What a service may write is as long as it likes.
    if (String(answer.value).length > LONGEST_VALUE) return;
    const seen = { ...answer, detail: answer.detail.slice(0, LONGEST_DETAIL) };
    found.push(seen);
    await onDisk(ledger.learn([remembered(seen, clock.now())]));
  };
  let requests = 0;
  const probe = createProbe({ ...endpoint, deadlineMs: options.deadlineMs ?? READ_DEADLINE_MS });
  const origin = new URL(endpoint.apiUrl).origin;
  const asking: Asking = (task) =>
    host.read(`what ${origin} does`, ({ onRequest }) => {
      const onSent = () => {
        requests += 1;
        onRequest();
      };
      const { refusals, gapMs = GAP_MS } = options;
      return reasonToStop(task(new Asker({ send: probe.send, clock, refusals, gapMs, onRequest: onSent })));
    });
  const known = new Map(before.map(({ name, value }) => [name as string, value]));
  const check = { host, live, ledger, left, known, say, asking, options };
  try {
    const stopped = await (options.bot === undefined && options.create === undefined
      ? byReads(check)
      : byWrites(check));
    const all = [...before, ...found.map((seen) => remembered(seen, clock.now()))];
    return { facts: factsAbout(account, origin, all), found, requests, ...(stopped && { stopped }) };
  } finally {
    await probe.close();
  }
}

/** Asks as the task tells, and says why it stopped. */
type Asking = (task: (asker: Asker) => Promise<void>) => Promise<Stopped>;
type Stopped = ServiceCheckFacts["stopped"] | undefined;

interface Check {
  readonly host: Host;
  readonly live: LiveAccount;
  readonly ledger: Ledger;
  /** Bots that an earlier check has changed and not put back. */
  readonly left: Awaited<ReturnType<Ledger["asking"]>>;
  readonly known: Known;
  readonly say: Say;
  readonly asking: Asking;
  readonly options: CheckOptions;
}

async function byReads({ host, live, ledger, left, known, say, asking, options }: Check): Promise<Stopped> {
  const { account, endpoint } = live;
  for (const one of left) host.say({ kind: "warning", text: leftText(one) });
  await consented(
    host,
    options,
    `Ask ${new URL(endpoint.apiUrl).origin} up to 90 questions with the key of ${account}, one a second? It may refuse ${options.refusals} of them; nothing is written to the service. yes/no: `,
  );
  return asking((asker) => askAll(asker, options.again === true ? new Map() : known, ledger, say));
}

function leftText({ botId, switched }: Check["left"][number]): string {
  const check = `botform service check --bot '#${botId}' --write`;
  if (switched !== true) return `an earlier check has changed bot ${botId} and not put it back: ${check} does`;
  return `an earlier check may have left bot ${botId} on: botform bots off '#${botId}' turns it off, and ${check} puts it back`;
}

async function byWrites(check: Check): Promise<Stopped> {
  const { host, live, ledger, left, known, say, asking, options } = check;
  const isOrdered = known.get("nonceOrder") === "growing";
  const alone = (accessIds: readonly number[], task: (asker: Asker) => Promise<void>) =>
    locked(host, options, live, accessIds, (lost) =>
      asking((asker) => task(Object.assign(asker, { isOrdered, lost }))),
    );
  if (left.length > 0) {
    const ids = left.map(({ botId }) => botId).join(", ");
    await consented(host, options, `Put bot ${ids} back, which an earlier check has left changed? yes/no: `);
    const accessIds = left.map(({ accessId }) => accessId);
    const stopped = await alone(accessIds, (asker) => putBack(asker, live, { ledger, left, options }));
    if (stopped !== undefined) return stopped;
  }
  const own = options.create === undefined ? { id: undefined, stopped: undefined } : await ownBot(check, alone);
  if (own.stopped !== undefined) return own.stopped;
  const named = own.id === undefined ? options : { ...options, bot: `#${own.id}` };
  const bot = await onDisk(chooseBot(host, live, ledger, named));
  await consented(
    host,
    options,
    `Change bot ${bot.id} ${JSON.stringify(bot.title)} of ${live.account} for some minutes, title and all, and put it back? If an update turns bots on at this service, it turns on, and is turned off at once.${switchText(options)} yes/no: `,
  );
  return alone([bot.accessId], (asker) => askBot(asker, live, { ledger, bot, say, options }));
}

/** Its own bot, made if it isn't there, and if the user agrees. */
async function ownBot(
  { host, live, ledger, known, say, asking, options }: Check,
  alone: (accessIds: readonly number[], task: (asker: Asker) => Promise<void>) => Promise<Stopped>,
): Promise<{ readonly id: number | undefined; readonly stopped: Stopped }> {
  const access = typeof options.create === "string" ? options.create : undefined;
  let place: Place | undefined;
  let id: number | undefined;
  const isOrdered = known.get("nonceOrder") === "growing";
  const looked = await asking(async (asker) => {
    place = await placeOf(Object.assign(asker, { isOrdered }), access);
    id = await onDisk(findOwn(asker, place, ledger));
  });
  if (place === undefined || looked !== undefined || id !== undefined) return { id, stopped: looked };
  await consented(
    host,
    options,
    `Make a bot ${JSON.stringify(OWN_TITLE)} on ${live.account}, off, for checks alone? Nothing can delete it but you, on the service's website. The next check finds it again. yes/no: `,
  );
  const where = place;
  const stopped = await alone([place.accessId], async (asker) => {
    id = await onDisk(madeBot(asker, live, { ledger, place: where, say, options }));
  });
  return { id, stopped };
}

function switchText({ withSwitch }: CheckOptions): string {
  return withSwitch === undefined
    ? ""
    : ` Then it is turned on, and off 3 s after it is seen on: it may open a deal, with a free balance of up to ${withSwitch}.`;
}

/** Throws AppError where the user declines. */
async function consented(host: Host, { yes }: CheckOptions, question: string): Promise<void> {
  const declined = yes === true ? undefined : await declinedBy(host, { question, answer: "yes" });
  if (declined !== undefined) throw new AppError(`${declined}; nothing was asked`, { exitCode: EXIT.failed });
}

async function reasonToStop(asking: Promise<void>): Promise<Stopped> {
  try {
    await asking;
    return undefined;
  } catch (error) {
    if (!(error instanceof AskingStopped)) throw error;
    return { why: error.message, isPlanned: error.isPlanned };
  }
}

/** What nobody can refuse comes first. */
async function askAll(asker: Asker, known: Known, ledger: Ledger, say: Say): Promise<void> {
  await askClock(asker, say);
  const { reading, ids } = await readAll(asker);
  for (const seen of seenIn(reading)) await say(seen);
  await askNonces(asker, known, say);
  await askRefusals(asker, known, Math.max(0, ...ids), say);
  const { bots } = await onDisk(ledger.recall());
  await askLacks(asker, { shown: ids, known: [...bots.keys()] }, say);
}

/** A service with such a clock accepts no nonce of ours, and a wait for it has no end. */
const MOST_SKEW_S = 600;

/** By the Date of its answers, which has whole seconds. */
async function askClock(asker: Asker, say: Say): Promise<void> {
  const sent = await asker.freshSecond();
  const { verdict, dateMs } = await asker.ask({ name: "accessList", isSoon: true });
  if (verdict.kind !== "success") throw new AskingStopped(`a plain request was refused: ${verdict.message}`);
  if (dateMs === undefined) return;
  const skew = Math.round(dateMs / 1000) - sent;
  if (Math.abs(skew) > MOST_SKEW_S) {
    const where = skew > 0 ? "ahead of" : "behind";
    throw new AskingStopped(
      `by the Date of its answers the service's clock is ${Math.abs(skew)} s ${where} this machine's: compare both`,
    );
  }
  // A second may pass on the way.
  asker.skew = Math.abs(skew) < 2 ? 0 : skew;
  // Where nonces have to grow, the next one must be above this one, which is by our clock.
  await asker.rest(Math.max(0, -asker.skew));
  await say({ name: "clock", value: skew, detail: "by the Date of its answers, to a second or so" });
}

function remembered(seen: Seen, at: number): SeenThen {
  return { ...seen, at, tool: BOTFORM_VERSION };
}

async function onDisk<T>(task: Promise<T>): Promise<T> {
  try {
    return await task;
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    throw new AppError(`the ledger can't be read or written: ${error.message}`, { exitCode: EXIT.failed });
  }
}

/** What is remembered of the service; its address alone is needed. Throws AppError where the ledger can't be read. */
export async function knownOfService(
  host: Host,
  options: ConfigOptions & { readonly account?: string; readonly journal: string },
): Promise<ServiceFacts> {
  const { account, apiUrl } = addressOf(host, options);
  const ledger = ledgerOf({ folder: options.journal }, account, { apiUrl });
  return factsAbout(account, apiUrl, await onDisk(ledger.answers()));
}

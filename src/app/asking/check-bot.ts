// A check that changes a bot: which one, whether it may, and that it is put back, by this run or the next.
import { readStatus } from "../../model/bot/bot.js";
import type { Asking } from "../../reconcile/ledger/facts.js";
import type { Ledger } from "../../reconcile/ledger/ledger.js";
import { heldReason, holdOn } from "../../reconcile/plan/holds.js";
import { canonicalFields } from "../../service/canonical.js";
import type { Client } from "../../service/client.js";
import { withClient } from "../endpoint.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import type { Host } from "../host.js";
import { knownOf } from "../ledger/known-of-service.js";
import { type LockOptions, lock } from "../ledger/lock.js";
import { idOf, type LiveAccount, readAccesses, readDeals, readFleet } from "../live/account.js";
import { botName } from "../live/targets.js";
import { type Asker, AskingStopped, READ_DEADLINE_MS } from "./asker.js";
import type { CheckOptions } from "./check-options.js";
import { makeOwn, type Place } from "./made-bot.js";
import type { Say } from "./nonces.js";
import { type BotNow, OwnBot, unfit } from "./own-bot.js";
import { askSwitch, refuseBalance } from "./switch.js";
import { askWrites } from "./writes.js";

/** The bot that may be changed. */
export interface Chosen {
  readonly id: number;
  readonly accessId: number;
  readonly exchange: string;
  readonly title: string;
}

/** Throws AppError where it isn't clear which bot is meant, where it is held or protected, and where it isn't fit for it. */
export async function chooseBot(host: Host, live: LiveAccount, ledger: Ledger, options: CheckOptions): Promise<Chosen> {
  const { account, endpoint, desired } = live;
  const { bot: named = "", deadlineMs = READ_DEADLINE_MS } = options;
  const [kept, memory] = await Promise.all([ledger.kept(), ledger.recall()]);
  // Somebody may have sent the same request in this second (S-07).
  const twice = { attempts: 2, baseMs: 0, capMs: 0, budget: 2 };
  const reader = {
    ...({ ...endpoint, allow: "read", concurrency: 1, deadlineMs, retry: twice } as const),
    ...timedBy(options.clock),
  };
  const look = async (client: Client) => {
    const accesses = await readAccesses(client);
    const declared = desired === undefined ? undefined : (await readFleet(client, accesses, desired)).declared;
    const id = idOf(botName(named), desired, declared ?? new Map());
    const wire = await client.botDetails(id);
    const own = accesses.filter((one) => one.id === wire.accessId);
    const deals = await readDeals(client, own, "activeDeals");
    return { id, wire, own, bot: declared?.get(id), deals: deals.filter(({ botId }) => botId === id).length };
  };
  const found = await host.read(account, (watch) => withClient({ ...reader, ...watch }, look));
  const { id, wire, bot, deals } = found;
  const [access] = found.own;
  const address = bot?.address ?? `${account}/#${id}`;
  const held = holdOn({ desired: { account, holds: desired?.holds ?? [] }, observed: { kept } })(address, id);
  const fields = canonicalFields(wire);
  const problems = [
    ...(held === undefined ? [] : [heldReason(held)]),
    ...(bot?.protect === true || kept.protectedIds.has(id) ? ["it is protected"] : []),
    ...(memory.intents.some(({ botId }) => botId === id) ? ["an earlier command to it may still arrive"] : []),
    ...(memory.damaged === undefined ? [] : [`part of the ledger is lost (${memory.damaged})`]),
    ...(access === undefined ? ["its access isn't known"] : []),
    ...unfit({ fields, on: readStatus(wire.status).on }, deals),
  ];
  if (problems.length > 0 || access === undefined)
    throw new AppError(`bot ${id} can't be changed for this: ${problems.join("; ")}\n${FIT}`, {
      exitCode: EXIT.blocked,
    });
  return { id, accessId: access.id, exchange: access.exchange, title: fields.title ?? "" };
}

const FIT =
  "Name a bot made for it: off, titled in capitals (ASK 1), with volumeSafetyOrder, countOrderMax and a martingaleScale.";

/** A create that was sent may be on its way as long as its nonce is good, and as long as a command waits. */
const QUEUED_MS = 150_000;
const ASSUMED_WINDOW_S = 60;

/** The id of a bot of the check's own. Throws AskingStopped. */
export async function madeBot(
  asker: Asker,
  live: LiveAccount,
  { ledger, place, say, options }: { ledger: Ledger; place: Place; say: Say; options: CheckOptions },
): Promise<number> {
  const window = live.endpoint.nonceWindow ?? knownOf((await ledger.relied()).seen).nonceWindow ?? ASSUMED_WINDOW_S;
  const lifeMs = window * 1000 + QUEUED_MS;
  return withClient(writing(asker, live, options), (client) => makeOwn({ asker, client, ledger, place, lifeMs, say }));
}

/** Asks what an update does, and puts the bot back. */
export async function askBot(
  asker: Asker,
  live: LiveAccount,
  { ledger, bot, say, options }: { ledger: Ledger; bot: Chosen; say: Say; options: CheckOptions },
): Promise<void> {
  await withClient(writing(asker, live, options), async (client) => {
    const own = new OwnBot(bot.id, asker, client);
    if (options.withSwitch !== undefined)
      refuseBalance(await asker.read({ name: "accountInformation" }), options.withSwitch);
    const before = await own.look();
    const asking = { botId: bot.id, accessId: bot.accessId, fields: before.fields };
    const isStopped = await ledger.watchStops();
    await ledger.beginAsking(asking);
    // The ledger knows it from now on, whatever its title is meanwhile (rule 20).
    await ledger.saw([{ id: bot.id, accessId: bot.accessId, title: bot.title, address: undefined }]);
    try {
      const begin = () => ledger.beginAsking({ ...asking, switched: true });
      await askWrites(asker, own, before, { exchange: bot.exchange, isOn: begin }, say);
      const switching = {
        parameters: { accessId: bot.accessId, exchange: bot.exchange },
        begin,
        isStopped: () => isStopped({ id: bot.id, address: `${live.account}/#${bot.id}` }),
      };
      if (options.withSwitch !== undefined) await askSwitch(asker, own, switching, say);
    } catch (error) {
      if (!(error instanceof AskingStopped)) throw error;
      await restored(own, before, error);
      await ledger.endAsking(bot.id);
      throw new AskingStopped(`${error.message}; bot ${bot.id} is as it was`, error.isPlanned);
    }
    await ledger.endAsking(bot.id);
  });
}

/** Makes it what it was, in spite of what ended the asking. Throws AskingStopped, with both reasons, where it can't. */
async function restored(own: OwnBot, before: BotNow, because: AskingStopped): Promise<void> {
  own.putsBack();
  try {
    await own.restore(before.fields);
    await own.restoreText(before);
  } catch (error) {
    if (!(error instanceof AskingStopped)) throw error;
    throw new AskingStopped(`${because.message}; ${error.message}. The next check with --write puts it back`);
  }
}

/** Makes bots what they were before checks that didn't come to their end. */
export async function putBack(
  asker: Asker,
  live: LiveAccount,
  { ledger, left, options }: { ledger: Ledger; left: readonly Asking[]; options: CheckOptions },
): Promise<void> {
  await withClient(writing(asker, live, options), async (client) => {
    for (const { botId, fields, switched } of left) {
      const own = new OwnBot(botId, asker, client);
      // Its own turn-on may have come late, or may still come.
      if (switched === true) await own.turnOff();
      const now = await own.look();
      if (now.on)
        throw new AskingStopped(
          `bot ${botId}, which an earlier check left changed, is on by now: botform bots off '#${botId}' turns it off`,
        );
      await own.restore(fields);
      await ledger.endAsking(botId);
    }
  });
}

/** While the access is this run's. */
function writing(asker: Asker, live: LiveAccount, options: CheckOptions) {
  return {
    ...{ ...live.endpoint, allow: "bots" as const, ...tuned(options) },
    mayWrite: () => asker.lost() === undefined,
  };
}

function tuned({ clock, deadlineMs }: CheckOptions) {
  return { ...timedBy(clock), deadlineMs };
}

function timedBy(clock: CheckOptions["clock"]) {
  return clock === undefined ? {} : { now: () => clock.now(), sleep: (ms: number) => clock.sleep(ms) };
}

/** The only writer of the bot's access on this machine while the task runs. Throws AppError where another run is. */
export async function locked<T>(
  host: Host,
  options: LockOptions,
  { account, endpoint }: LiveAccount,
  accessIds: readonly number[],
  task: (lost: () => string | undefined) => Promise<T>,
): Promise<T> {
  const taken = await lock(host, { ...options, isUnrecorded: true }, { account, endpoint, accessIds });
  if ("heldBy" in taken)
    throw new AppError(`${taken.heldBy} writes to the same access; nothing was changed`, { exitCode: EXIT.failed });
  try {
    return await task(() => taken.lost()?.message);
  } catch (error) {
    if (!(error instanceof AppError) || error.exitCode !== EXIT.interrupted) throw error;
    throw new AppError("interrupted; the bot may be left changed\nThe next check with --write puts it back.", {
      exitCode: EXIT.interrupted,
    });
  } finally {
    await taken.release();
  }
}

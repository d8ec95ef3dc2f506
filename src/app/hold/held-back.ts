// What the gate asks of holds and of protection, with what the ledger and the configuration say at that moment.
import type { ConfiguredAccount } from "../../config/load.js";
import { reasonText } from "../../model/bot/hold.js";
import { type Kept, NOTHING_KEPT } from "../../model/bot/observed.js";
import { groupBy } from "../../model/order.js";
import { ACTIONS } from "../../model/plan/actions.js";
import { type Plan, passesHolds, type Step } from "../../model/plan/plan.js";
import { type BreakerPast, trippedText } from "../../model/policy/breaker.js";
import { counted } from "../../model/text/counted.js";
import { namesText } from "../../model/text/named.js";
import { ifThere } from "../../reconcile/ledger/ledger.js";
import { type HoldOn, holdOn, liftText, type OnHold } from "../../reconcile/plan/holds.js";
import { EXIT } from "../exit.js";
import { breakerLedgerOf, holdsOf, ledgerOf } from "../ledger/ledger.js";

/** Where the ledger is, and what the configuration says of the account, if anything. */
export interface HoldSource {
  readonly account: string;
  /** undefined where it can't be reached; then what was known of its bots isn't. */
  readonly endpoint: { readonly apiUrl: string } | undefined;
  /** Folder of the ledger; without it only the configuration's holds are known. */
  readonly journal: string | undefined;
  readonly configured: ConfiguredAccount | undefined;
}

/** Read anew each time: a hold is in force at once. */
export async function keptNow({ account, endpoint, journal }: HoldSource): Promise<Kept> {
  if (journal === undefined) return NOTHING_KEPT;
  if (endpoint !== undefined) return ifThere(ledgerOf({ folder: journal }, account, endpoint).kept(), NOTHING_KEPT);
  const holds = await ifThere(holdsOf({ folder: journal }, account).read(), []);
  return { ...NOTHING_KEPT, holds: holds.map((hold) => ({ ...hold, bots: [hold.bots] })) };
}

/** Why a plan may not be carried out: a breaker has tripped, a bot of it is held, or was protected. Turn-offs and the ends of deals pass a hold. */
export async function heldBack(source: HoldSource, made: Plan) {
  const tripped = passesHolds(made) ? undefined : await trippedNow(source);
  if (tripped !== undefined) return { exitCode: EXIT.blocked, why: tripped };
  const kept = await keptNow(source);
  const holds = holdsOn(source, kept);
  const meant = meantBy(source.configured);
  const held = made.steps.flatMap((step) => {
    if (ACTIONS[step.action].rules.passesHolds) return [];
    const hold = holdOfStep(made, step, meant, holds);
    return hold === undefined ? [] : [{ address: step.address, hold }];
  });
  const [first] = held;
  if (first !== undefined) return { exitCode: EXIT.blocked, why: heldText(first.hold, addressesOf(held)) };
  const guarded = made.steps.filter(({ address }) => kept.protectedIds.has(made.bots[address]?.observed?.id ?? -1));
  return guarded.length === 0 ? undefined : { exitCode: EXIT.blocked, why: protectedText(addressesOf(guarded)) };
}

/** Why nothing but turn-offs passes, whatever the configuration says of breakers by now; undefined where none has tripped. */
async function trippedNow({ account, endpoint, journal }: HoldSource): Promise<string | undefined> {
  if (journal === undefined) return undefined;
  const past = await ifThere(breakerLedgerOf({ folder: journal }, account, endpoint).read(), NONE);
  const tripped = [...past].flatMap(([name, { trip }]) =>
    trip === undefined ? [] : [{ name, why: trip.why, trippedAt: String(trip.at) }],
  );
  return tripped.length === 0 ? undefined : trippedText(tripped);
}

const NONE: ReadonlyMap<string, BreakerPast> = new Map();

function holdsOn({ account, configured }: HoldSource, kept: Kept): HoldOn {
  return holdOn({ desired: configured?.desired ?? { account }, observed: { kept } });
}

/** Addresses of the configured bots of an id, or of a title. */
type Meant = (id: number | undefined, title: string | undefined) => readonly string[];

function meantBy(configured: ConfiguredAccount | undefined): Meant {
  const bots = configured?.desired.bots ?? [];
  const ofId = groupBy(bots, ({ botId }) => botId);
  const ofTitle = groupBy(bots, ({ fields }): string | undefined => fields.title ?? undefined);
  return (id, title) =>
    [...(id === undefined ? [] : (ofId.get(id) ?? [])), ...(ofTitle.get(title) ?? [])].map(({ address }) => address);
}

/** By the step's address, by the live bot's id, and by each configured bot with its id or its title. */
function holdOfStep({ bots }: Plan, { address }: Step, meant: Meant, holds: HoldOn): OnHold | undefined {
  const planned = bots[address];
  const [id, title] = [planned?.observed?.id, planned?.observed?.fields.title ?? planned?.title];
  const addresses = [address, ...meant(id, title)];
  return addresses.map((one) => holds(one, id)).find((hold) => hold !== undefined);
}

function addressesOf(all: readonly { readonly address: string }[]): readonly string[] {
  return [...new Set(all.map(({ address }) => address))];
}

/** Who is held by what, why, and how the hold is lifted. */
export function heldText({ hold, pattern }: OnHold, addresses: readonly string[]): string {
  const whom =
    addresses.length === 1
      ? `${addresses[0]} is`
      : `${counted(addresses.length, "bot")} (${namesText(addresses, 5)}) are`;
  const by = pattern === addresses[0] && addresses.length === 1 ? "" : ` by ${pattern}`;
  return `${whom} held${by}: ${reasonText(hold)}; to lift the hold, run ${liftText({ ...hold, bots: [pattern] })}. Turning bots off is still possible`;
}

function protectedText(addresses: readonly string[]): string {
  const whom = addresses.length === 1 ? `${addresses[0]} is` : `${namesText(addresses, 5)} are`;
  return `${whom} protected, as far as the ledger knows; if protect: true was removed, botform apply records that first`;
}

/** Why a webhook that may buy isn't sent; undefined where it may be. @param address undefined for the service's own Ghost bot, which only a hold of the whole account holds */
export async function heldMessage(
  source: HoldSource,
  bot: { readonly address: string | undefined; readonly id: number | undefined; readonly known: readonly string[] },
): Promise<string | undefined> {
  const tripped = await trippedNow(source);
  if (tripped !== undefined) return tripped;
  const holds = holdsOn(source, await keptNow(source));
  const addresses = [bot.address ?? `${source.account}/`, ...bot.known];
  const hold = addresses.map((one) => holds(one, bot.id)).find((one) => one !== undefined);
  return hold && heldText(hold, [bot.address ?? `a deal of the account ${source.account}`]);
}

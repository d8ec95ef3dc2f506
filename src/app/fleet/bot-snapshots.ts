// The bots of an account as one look sees them, to be shown later: their state, their switch, their running deals.
import Big from "big.js";
import type { ObservedBot } from "../../model/bot/bot.js";
import type { AccountDrift } from "../../model/bot/drift.js";
import { mayComeOn, type Observed } from "../../model/bot/observed.js";
import type { RunningDeal } from "../../model/deal/deal.js";
import type { BotSnapshot, DealSnapshot } from "../../model/fleet.js";

/** What the look has found. */
export interface LookedAt {
  readonly observed: Pick<Observed, "bots" | "deals" | "open">;
  /** The address of each bot that the configuration declares and that is there, by its id. */
  readonly addresses: ReadonlyMap<number, string>;
  readonly drift: AccountDrift;
}

/** Those that the configuration declares, and those in its scope that it doesn't; the missing ones last. */
export function botSnapshots({ observed, addresses, drift }: LookedAt): readonly BotSnapshot[] {
  const undeclared = new Set(drift.undeclared.map(({ id }) => id));
  const own = observed.bots.filter(({ id }) => addresses.has(id) || undeclared.has(id));
  const absent = [...drift.missing, ...(drift.waiting ?? []).filter(({ botId }) => botId === null)];
  const missing = absent.map(({ address, title, ...one }): BotSnapshot => {
    const doubt = drift.inDoubt.find((other) => other.address === address);
    const state = doubt === undefined ? stateOfAbsent("why" in one ? one.why : undefined) : inDoubt(doubt);
    return {
      ...{ address, title, id: null, pair: null, strategy: null, on: null, differs: [], deals: null },
      ...state,
    };
  });
  return [...own.map((bot) => snapshotOf(bot, addresses.get(bot.id) ?? null, observed, drift)), ...missing];
}

/** @param why it isn't there yet; undefined where it should be */
function stateOfAbsent(why: string | undefined): Pick<BotSnapshot, "state" | "why"> {
  return why === undefined ? { state: "missing" } : { state: "in-wave", why };
}

function inDoubt({ sends, sentAt }: AccountDrift["inDoubt"][number]): Pick<BotSnapshot, "state" | "why"> {
  return { state: "in-doubt", why: `a ${sends} was sent at ${sentAt}` };
}

function snapshotOf(
  bot: ObservedBot,
  address: string | null,
  { deals, open = [] }: LookedAt["observed"],
  drift: AccountDrift,
): BotSnapshot {
  const { id, fields, status } = bot;
  const drifted = drift.drifted.find(({ botId }) => botId === id);
  const differs = (drifted?.settings ?? []).map(({ name, live, declared }) => ({ name, live, declared }));
  const naked = new Set(drift.naked.map((one) => one.id));
  return {
    ...{ address, id, title: fields.title ?? "", pair: fields.pairTitle, strategy: fields.strategy },
    ...stateOf(id, address, drift),
    on: mayComeOn(id, { open }) ? null : status.on,
    differs,
    deals: deals?.filter(({ botId }) => botId === id).map((deal) => dealOf(deal, naked)) ?? null,
  };
}

function stateOf(id: number, address: string | null, drift: AccountDrift): Pick<BotSnapshot, "state" | "why"> {
  const doubt = drift.inDoubt.find(({ botId }) => botId === id);
  if (doubt !== undefined) return inDoubt(doubt);
  if (address === null) return { state: "undeclared" };
  const held = drift.held.find((one) => one.botId === id || one.address === address);
  if (drift.drifted.some(({ botId }) => botId === id)) return { state: "drifted", ...(held && { why: held.why }) };
  if (held !== undefined) return { state: "held", why: held.why };
  if (drift.onHold?.includes(address) === true) return { state: "held", why: "a hold keeps it off" };
  const waiting = drift.waiting?.find((one) => one.address === address);
  return waiting === undefined ? { state: "in-step" } : { state: "in-wave", why: waiting.why };
}

function dealOf({ id, position, protection }: RunningDeal, naked: ReadonlySet<number>): DealSnapshot {
  const { side, amount = null, markPrice = null, liquidationPrice = null, profit = null } = position ?? {};
  const value = amount === null || markPrice === null ? null : new Big(amount).abs().times(markPrice).toFixed();
  return {
    ...{ id, side: side ?? "", value, profit, markPrice, liquidationPrice },
    margin: position?.positionInitialMargin ?? position?.initialMargin ?? null,
    isNaked: naked.has(id) ? true : protection === undefined || protection.state === "unknown" ? null : false,
  };
}

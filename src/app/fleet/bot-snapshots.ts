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
  const missing = drift.missing.map(({ address, title }): BotSnapshot => {
    const doubt = drift.inDoubt.find((one) => one.address === address);
    return doubt === undefined
      ? { ...NOTHING, address, title, state: "missing" }
      : { ...NOTHING, address, title, state: "in-doubt", why: `a ${doubt.sends} was sent at ${doubt.sentAt}` };
  });
  const yetToCome = (drift.waiting ?? []).flatMap(({ address, botId, title, why }): BotSnapshot[] =>
    botId === null ? [{ ...NOTHING, address, title, state: "in-wave", why }] : [],
  );
  return [
    ...own.map((bot) => snapshotOf(bot, addresses.get(bot.id) ?? null, observed, drift)),
    ...missing,
    ...yetToCome,
  ];
}

const NOTHING: Pick<BotSnapshot, "id" | "pair" | "strategy" | "on" | "differs" | "deals"> = {
  id: null,
  pair: null,
  strategy: null,
  on: null,
  differs: [],
  deals: null,
};

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
  if (doubt !== undefined) return { state: "in-doubt", why: `a ${doubt.sends} was sent at ${doubt.sentAt}` };
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

// What of a webhook's effect one look at the deals shows: how far it has come, and whether what it opened is protected.
import { symbolOf } from "../../model/bot/pair.js";
import type { Deal, NakedDeal, Protection } from "../../model/deal/deal.js";
import { asAskedFor } from "../../model/deal/protection.js";
import { compareDecimals } from "../../model/text/decimal.js";
import {
  asksForNoTakeProfit,
  asksForTakeProfit,
  settingAt,
  type WebhookAction,
  type WebhookMessage,
} from "../../model/webhook/webhook.js";
import { nakedAmong } from "../../reconcile/plan/naked-deals.js";

/** What is to be seen. */
export interface Expected {
  readonly action: WebhookAction;
  /** Exchange symbols; a deal is expected on each. */
  readonly pairs: readonly string[];
  /** Whether the deal should have a take-profit order then. */
  readonly takeProfit: boolean;
}

/** A regular bot has a take profit of its own, which an open without a close section leaves as it is; the Ghost bot has none. */
export function expectedOf(message: WebhookMessage, botId: number | undefined): Expected {
  const { action } = message;
  const pairs = settingAt(message, "pairs");
  const byItsBot = action === "open" && botId !== undefined && !asksForNoTakeProfit(message);
  const takeProfit = asksForTakeProfit(message) || byItsBot;
  return { action, pairs: typeof pairs === "object" ? pairs : [], takeProfit };
}

export interface Effect {
  /** How far the effect shows, as a clause; undefined where nothing of it does. */
  readonly says: string | undefined;
  /** Whether the effect is there: for an open a deal on each pair, for a close none of those that ran. */
  readonly isThere: boolean;
  /** Of the deals that were opened; undefined of anything else, and where no take profit was asked for. */
  readonly protection: Protection["state"] | undefined;
  readonly naked: readonly NakedDeal[];
  /** Ids of deals that a close should have ended, and that still run. */
  readonly left: readonly number[];
}

const NOTHING: Effect = { says: undefined, isThere: false, protection: undefined, naked: [], left: [] };

/** @param before the deals as they were when it was sent */
export function effectOf(expected: Expected, before: readonly Deal[], now: readonly Deal[]): Effect {
  switch (expected.action) {
    case "open":
      return opened(expected, before, now);
    case "close":
      return closed(before, now);
    case "average":
      return changed(before, now, ({ position }, old) => {
        const [amount, earlier] = [position?.amount, old.position?.amount];
        return amount != null && earlier != null && isMore(amount, earlier) ? `grew to ${amount}` : undefined;
      });
    case "update":
      return {
        ...changed(before, now, (deal, old) => (takeProfitsOf(old) === takeProfitsOf(deal) ? undefined : "changed")),
        naked: expected.takeProfit ? nakedAmong(now, new Map()) : [],
      };
  }
}

function opened({ pairs, takeProfit }: Expected, before: readonly Deal[], now: readonly Deal[]): Effect {
  const earlier = new Set(before.map(({ id }) => id));
  const fresh = now.filter(({ id }) => !earlier.has(id));
  if (fresh.length === 0) return NOTHING;
  const missing = pairs.filter((pair) => !fresh.some(({ pairTitle }) => symbolOf(pairTitle) === pair));
  const found = fresh.map((deal) => ({ deal, protection: protectionOf(deal, takeProfit) }));
  const states = found.map(({ protection }) => protection.state);
  const worst = (["naked", "unknown"] as const).find((state) => states.includes(state)) ?? "protected";
  const clauses = [
    ...found.map(
      ({ deal, protection }) => `deal ${deal.id} opened on ${deal.pairTitle}${tail(protection, takeProfit)}`,
    ),
    ...(missing.length === 0 ? [] : [`none opened on ${missing.join(", ")}`]),
  ];
  return {
    says: clauses.join("; "),
    isThere: missing.length === 0,
    protection: takeProfit ? worst : undefined,
    naked: takeProfit ? nakedAmong(fresh, new Map()) : [],
    left: [],
  };
}

function protectionOf({ protection }: Deal, takeProfit: boolean): Protection {
  return asAskedFor(protection ?? { state: "unknown", why: "it has ended" }, { opensWithoutTakeProfit: !takeProfit });
}

function tail({ state, why }: Protection, takeProfit: boolean): string {
  if (!takeProfit) return ", without a take-profit order, as it was asked to";
  if (state === "protected") return `, and is protected: ${why}`;
  return state === "naked" ? `, and is naked: ${why}` : `, and it is unknown whether it is protected: ${why}`;
}

function closed(before: readonly Deal[], now: readonly Deal[]): Effect {
  const left = before.flatMap(({ id }) => (now.some((deal) => deal.id === id) ? [id] : []));
  if (left.length === before.length) return { ...NOTHING, left };
  const clauses = before.map(
    ({ id, pairTitle }) => `deal ${id} on ${pairTitle} ${left.includes(id) ? "still runs" : "ended"}`,
  );
  return { ...NOTHING, says: clauses.join("; "), isThere: left.length === 0, left };
}

/** @param change what is to be said of a deal that changed so, after `the … of deal 7` */
function changed(
  before: readonly Deal[],
  now: readonly Deal[],
  change: (deal: Deal, old: Deal) => "changed" | `grew to ${string}` | undefined,
): Effect {
  const earlier = new Map(before.map((deal) => [deal.id, deal]));
  for (const deal of now) {
    const old = earlier.get(deal.id);
    const found = old && change(deal, old);
    if (found === undefined) continue;
    const what = found === "changed" ? "take profit" : "position";
    return { ...NOTHING, says: `the ${what} of deal ${deal.id} ${found}`, isThere: true };
  }
  return NOTHING;
}

function isMore(amount: string, earlier: string): boolean {
  return compareDecimals(amount.replace("-", ""), earlier.replace("-", "")) > 0;
}

/** What an update changes of them; how much is filled changes by itself. */
function takeProfitsOf({ takeProfits }: Deal): string {
  return JSON.stringify(takeProfits.map(({ number, type, price }) => [number, type, price]).sort());
}

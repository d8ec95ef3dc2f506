// What the gates of a roll-out come to at one moment: passed, failed, or not known. Unknown never passes. Pure.
import Big from "big.js";
import { instantOf } from "../model/bot/moment.js";
import { quoteOf } from "../model/bot/pair.js";
import type { GateReading } from "../model/rollout/record.js";
import type { Gates } from "../model/rollout/rollout.js";
import { counted } from "../model/text/counted.js";
import { amount } from "../model/text/money-figures.js";
import { namesText } from "../model/text/named.js";
import { type BreakerFacts, type Known, marginOf, partsText, resultSince } from "./breaker-figures.js";

/** What was read of one account of the waves so far; the deals are those of the bots of these waves. */
export interface GateFacts extends Pick<BreakerFacts, "running" | "ended" | "account"> {
  readonly name: string;
  /** Addresses of bots that differ from the configuration. */
  readonly differing: Known<readonly string[]>;
  /** What its running deals had won or lost when the wave began, by id. */
  readonly open: ReadonlyMap<number, string>;
  /** Which deals had ended when the wave began; by the service's times where it isn't known. */
  readonly hadEnded?: (id: number) => boolean;
  /** Whose deals count; those of every bot where absent. */
  readonly bots?: ReadonlySet<number>;
}

const MOST_NAMES = 3;

/** One reading for each gate that is declared. @param since when the wave began, in milliseconds since the epoch */
export function readGates(gates: Gates, all: readonly GateFacts[], since: number): readonly GateReading[] {
  const { drift, loss, marginUsed, endedDeals } = gates;
  return [
    ...(drift ? [driftGate(all)] : []),
    ...(loss === undefined ? [] : [lossGate(loss, all, since)]),
    ...(marginUsed === undefined ? [] : [marginGate(marginUsed, all)]),
    ...(endedDeals === undefined ? [] : [dealsGate(endedDeals, all, since)]),
  ];
}

function driftGate(all: readonly GateFacts[]): GateReading {
  const found = all.flatMap(({ differing }) => ("known" in differing ? differing.known : []));
  if (found.length > 0) {
    const verb = found.length === 1 ? "differs" : "differ";
    const text = `${counted(found.length, "bot")} ${verb} from the configuration: ${namesText(found, MOST_NAMES)}`;
    return { gate: "drift", state: "failed", text };
  }
  const lost = all.find(({ differing }) => "unknown" in differing);
  if (lost !== undefined && "unknown" in lost.differing)
    return {
      gate: "drift",
      state: "unknown",
      text: `whether ${lost.name} has drifted isn't known: ${lost.differing.unknown}`,
    };
  return { gate: "drift", state: "passed", text: "no bot differs from the configuration" };
}

/** In each quote asset by itself, over all accounts: profits offset losses. */
function lossGate(limit: string, all: readonly GateFacts[], since: number): GateReading {
  const quotes = new Set(all.flatMap((one) => quotesOf(one)));
  const results = [...quotes].sort().map((quote) => ({ quote, result: lossIn(quote, all, since) }));
  const lost = results.find(({ result }) => "known" in result && result.known.loss.gt(limit));
  if (lost !== undefined && "known" in lost.result)
    return { gate: "loss", state: "failed", text: lossText(lost.result.known, limit, lost.quote) };
  const unread = all.flatMap((one) => unreadOf(one));
  const unknown = results.flatMap(({ result }) => ("unknown" in result ? result.unknown : []));
  const [why] = [...unread, ...unknown];
  if (why !== undefined) return { gate: "loss", state: "unknown", text: `what was lost isn't known: ${why}` };
  const texts = results.flatMap(({ quote, result }) => ("known" in result ? lossText(result.known, limit, quote) : []));
  return { gate: "loss", state: "passed", text: texts.join("; ") || "no deal has run since the wave began" };
}

function unreadOf({ name, running, ended }: GateFacts): readonly string[] {
  const why = "unknown" in running ? running.unknown : "unknown" in ended ? ended.unknown : undefined;
  return why === undefined ? [] : [`${name}: ${why}`];
}

function quotesOf({ running, ended, bots }: GateFacts): readonly string[] {
  const deals = [...("known" in running ? running.known : []), ...("known" in ended ? ended.known.flat() : [])];
  return deals.flatMap(({ botId, pairTitle }) => ((bots?.has(botId) ?? true) ? quoteOf(pairTitle) : []));
}

interface Loss {
  readonly loss: Big;
  readonly realised: Big;
  readonly open: Big;
}

function lossIn(quote: string, all: readonly GateFacts[], since: number): Known<Loss> {
  let [realised, open] = [new Big(0), new Big(0)];
  for (const one of all) {
    const found = resultSince(one, quote, since, one.open);
    if ("unknown" in found) return { unknown: `${one.name}: ${found.unknown}` };
    realised = realised.plus(found.known.realised);
    open = open.plus(found.known.open);
  }
  const total = realised.plus(open);
  return { known: { loss: total.lt(0) ? total.abs() : new Big(0), realised, open } };
}

function lossText({ loss, realised, open }: Loss, limit: string, quote: string): string {
  return `lost ${amount(loss.toFixed())} of ${amount(limit)} ${quote} since the wave began${partsText(realised, open)}`;
}

/** Of the account that is nearest to it. */
function marginGate(limit: string, all: readonly GateFacts[]): GateReading {
  const found = all.map(({ name, account }) => ({ name, ...marginOf({ limit }, { account }) }));
  const most = found.reduce<(typeof found)[number] | undefined>(
    (worst, one) => (one.figure !== null && (worst?.figure == null || one.figure.gt(worst.figure)) ? one : worst),
    undefined,
  );
  const of = (one: (typeof found)[number]) => `${one.name}: ${one.why}`;
  if (most?.figure?.gt(limit)) return { gate: "margin-used", state: "failed", text: of(most) };
  const lost = found.find(({ figure }) => figure === null);
  if (lost !== undefined) return { gate: "margin-used", state: "unknown", text: of(lost) };
  return { gate: "margin-used", state: "passed", text: most === undefined ? "no account is under way" : of(most) };
}

/** Fewer aren't a failure: more may come. */
function dealsGate(least: number, all: readonly GateFacts[], since: number): GateReading {
  const counts = all.map(({ ended, bots, hadEnded }) => {
    const own = "unknown" in ended ? [] : ended.known.flat().filter(({ botId }) => bots?.has(botId) ?? true);
    return new Set(
      own.flatMap(({ id, updated }) =>
        (
          hadEnded === undefined
            ? ((updated && instantOf(updated)) ?? Number.NEGATIVE_INFINITY) >= since
            : !hadEnded(id)
        )
          ? id
          : [],
      ),
    ).size;
  });
  const count = counts.reduce((sum, one) => sum + one, 0);
  const lost = all.find(({ ended }) => "unknown" in ended);
  const text = `${count} of ${counted(least, "deal")} ended since the wave began`;
  if (count >= least) return { gate: "ended-deals", state: "passed", text };
  const more =
    lost === undefined || "known" in lost.ended ? "" : `, and ${lost.name} can't be read: ${lost.ended.unknown}`;
  return { gate: "ended-deals", state: "unknown", text: `${text}${more}` };
}

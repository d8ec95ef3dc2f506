// Finds configured bots among the live ones for their webhooks, by the rules of a plan and with reads alone.
import type { Draft } from "../config/compose/draft.js";
import type { ConfiguredAccount } from "../config/load.js";
import type { ObservedBot } from "../model/bot/bot.js";
import { symbolOf } from "../model/bot/pair.js";
import { resolveAccesses } from "../reconcile/plan/access.js";
import { type Match, matchBots } from "../reconcile/plan/match.js";
import { refresh } from "../reconcile/plan/refresh.js";
import { serviceReader } from "../service/ports.js";
import type { Endpoint } from "./endpoint.js";
import { reading } from "./endpoint.js";
import { AppError } from "./error.js";
import { EXIT } from "./exit.js";
import type { Host } from "./host.js";

/** The live bot that stands for a configured one for certain, or where else its title was seen. */
export type Standing =
  | { readonly kind: "live"; readonly live: ObservedBot }
  | { readonly kind: "absent"; readonly elsewhere: readonly number[] };

/**
 * By bot key. A title alone is no proof: the bot must be on the access that the configuration says, on its pair and side.
 * Throws AppError where which bot is meant isn't certain; ServiceError.
 */
export async function standings(
  host: Host,
  { desired }: ConfiguredAccount,
  endpoint: Endpoint,
  drafts: readonly Draft[],
): Promise<ReadonlyMap<string, Standing>> {
  return reading(host, { account: desired.account, endpoint }, 4, async (client) => {
    const observed = await refresh(desired, serviceReader(client, desired.exchange));
    const { byAlias, diagnostics } = resolveAccesses(desired, observed.accesses);
    const matches = new Map(matchBots(desired, observed, byAlias).map((match) => [match.bot.key, match]));
    return new Map(
      drafts.map((draft) => {
        const match = matches.get(draft.key);
        if (match === undefined || match.kind === "no-access") throw uncertain(draft, diagnostics);
        return [draft.key, standingOf(draft, match)];
      }),
    );
  });
}

function standingOf(draft: Draft, match: Exclude<Match, { kind: "no-access" }>): Standing {
  if (match.kind === "unclear") throw uncertain(draft, [match.diagnostic]);
  if (match.kind === "absent") return { kind: "absent", elsewhere: match.elsewhere.map(({ id }) => id) };
  refuseOtherTrade(draft.address, tradeOf(draft), match.live);
  return { kind: "live", live: match.live };
}

function uncertain({ address }: Draft, diagnostics: AppError["diagnostics"]): AppError {
  return new AppError(`no live bot stands for ${address} for certain`, { diagnostics });
}

/** What is said of an id that nothing tells. */
export function notLive({ address }: Draft, elsewhere: readonly number[]): string {
  const shown = elsewhere.map((id) => `#${id}`).join(", ");
  return elsewhere.length === 0
    ? `no live bot stands for ${address}, so it has no id yet`
    : `no live bot stands for ${address} on its access; ${shown} has its title on another access and isn't it`;
}

/** The pairs (as symbols) and the direction (in lower case) that a bot is meant to have; undefined where nothing says. */
export interface Trade {
  readonly pairs: readonly string[];
  readonly side: string | undefined;
}

export function tradeOf({ fields, initial }: Draft): Trade {
  const pair = fields.pairTitle ?? initial.pairTitle;
  const side = fields.strategy ?? initial.strategy;
  return { pairs: pair ? [symbolOf(pair)] : [], side: side?.toLowerCase() };
}

/** Throws AppError where the live bot trades another pair, or in another direction. */
export function refuseOtherTrade(whom: string, { pairs, side }: Trade, { id, fields }: ObservedBot): void {
  const pair = fields.pairTitle === null ? undefined : symbolOf(fields.pairTitle);
  const found: string[] = [];
  if (pair !== undefined && pairs.length > 0 && !pairs.includes(pair))
    found.push(`it trades ${pair}, not ${pairs.join(", ")}`);
  const live = fields.strategy?.toLowerCase();
  if (live !== undefined && side !== undefined && side !== "" && live !== side)
    found.push(`it is ${live}, not ${side}`);
  if (found.length === 0) return;
  throw new AppError(
    `bot #${id} isn't as ${whom} says: ${found.join("; ")}\nbotform plan shows what differs; botform apply brings the bot there.`,
    { exitCode: EXIT.stale },
  );
}

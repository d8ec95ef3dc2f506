// Whether a webhook may be sent to a bot at all: not to a protected one, nor to one that isn't as the configuration says.

import type { Draft } from "../config/compose/draft.js";
import type { ConfiguredAccount } from "../config/load.js";
import type { Access, ObservedBot } from "../model/bot/bot.js";
import type { Desired } from "../model/bot/desired.js";
import { ServiceError } from "../model/ports.js";
import { resolveAccesses } from "../reconcile/plan/access.js";
import { serviceReader } from "../service/ports.js";
import type { Endpoint } from "./endpoint.js";
import { reading } from "./endpoint.js";
import { AppError } from "./error.js";
import { EXIT } from "./exit.js";
import type { Host } from "./host.js";
import { refuseProtected, refuseProtectedId } from "./protection.js";
import { refuseOtherTrade, type Trade } from "./webhook-live.js";

/** The bot that is about to be acted on. */
export interface Aim {
  readonly id: number;
  /** The configured one, where it was named. */
  readonly draft: Draft | undefined;
  /** Whether the configuration itself, or the service by its rules, says that the id is that bot's. */
  readonly isProven: boolean;
  /** What the body or the configuration says of it. */
  readonly trade: Trade;
}

/** The bot as it was read, and which configured one it is. */
export interface Read {
  readonly access: Access;
  readonly live: ObservedBot;
  /** `account/#id` of one that nobody declares. */
  readonly address: string;
  /** Of its access, where the configuration has one. */
  readonly alias: string | undefined;
}

/** Throws AppError for a bot that `protect` holds. */
export function refuseProtectedDraft({ desired }: ConfiguredAccount, { key }: Draft): void {
  const bot = desired.bots.find((one) => one.key === key);
  if (bot !== undefined) refuseProtected(bot);
}

/** Without credentials: what the configuration alone tells. Throws AppError. */
export function checkUnread({ desired }: ConfiguredAccount, { id, isProven }: Aim): void {
  const held = desired.bots.filter(({ protect }) => protect);
  const pinned = held.find(({ botId }) => botId === id);
  if (pinned !== undefined) refuseProtected(pinned);
  const [unpinned] = held.filter(({ botId }) => botId === undefined);
  if (unpinned === undefined || isProven) return;
  throw new AppError(
    `${unpinned.address} is protected, and without the account's credentials nobody can tell whether it is #${id}; nothing was sent\nSet the credentials, or state botId at the protected bot.`,
  );
}

/** Reads the bot itself, and says where it is and which one. Throws AppError where nothing may be sent to it; ServiceError. */
export async function checkRead(
  host: Host,
  { desired }: ConfiguredAccount,
  endpoint: Endpoint,
  aim: Aim,
): Promise<Read> {
  return reading(host, { account: desired.account, endpoint }, 2, async (client) => {
    const reader = serviceReader(client, desired.exchange);
    const [accesses, live] = await Promise.all([reader.accesses(), reader.bot(aim.id).catch(absent(aim.id))]);
    const { byAlias } = resolveAccesses(desired, accesses);
    refuseProtectedId(desired, accesses, live);
    const wanted = aim.draft?.access === undefined ? undefined : byAlias.get(aim.draft.access.alias);
    if (aim.draft !== undefined && wanted?.id !== live.accessId)
      throw new AppError(
        `bot #${live.id} is on access ${live.accessId}, and ${aim.draft.address} belongs on ${wanted === undefined ? "one that the account hasn't" : wanted.id}; nothing was sent\nCorrect access or the id.`,
        { exitCode: EXIT.stale },
      );
    refuseOtherTrade(aim.draft?.address ?? "the body", aim.trade, live);
    const access = accesses.find(({ id }) => id === live.accessId);
    if (access === undefined) throw new ServiceError("shape", `bot ${live.id} is on an access that the account hasn't`);
    const alias = [...byAlias].find(([, { id }]) => id === access.id)?.[0];
    return { access, live, alias, address: aim.draft?.address ?? addressOfLive(desired, live, alias) };
  });
}

/** By its id, else by a title that only one of its access has. */
function addressOfLive({ account, bots }: Desired, { id, fields }: ObservedBot, alias: string | undefined): string {
  const titled = bots.filter(
    (bot) => bot.botId === undefined && bot.access.alias === alias && bot.fields.title === fields.title,
  );
  const [only, second] = titled;
  const pinned = bots.find(({ botId }) => botId === id);
  return (pinned ?? (second === undefined ? only : undefined))?.address ?? `${account}/#${id}`;
}

function absent(id: number): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ServiceError) || (error.kind !== "absent" && error.kind !== "refused")) throw error;
    throw new AppError(`the service doesn't show bot #${id} (${error.message}); nothing was sent\nCorrect the id.`, {
      exitCode: EXIT.stale,
    });
  };
}

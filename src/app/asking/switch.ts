// Turns a bot on for a moment, to see whether its log tells of switches (S-51). It may open a deal meanwhile: the user has said with how much.
import { isRecord } from "../../model/record.js";
import { canonicalDecimal, compareDecimals } from "../../model/text/decimal.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import { type Asker, AskingStopped } from "./asker.js";
import type { Say } from "./nonces.js";
import type { OwnBot } from "./own-bot.js";
import { rowsOf } from "./shown.js";

/** Throws AppError where more is free than the user allows, or nobody can tell. @param most in the quote asset */
export function refuseBalance(account: unknown, most: number): void {
  const free = isRecord(account) ? canonicalDecimal(String(account["totalFreeBalance"] ?? "")) : undefined;
  if (free !== undefined && compareDecimals(free, String(most)) <= 0) return;
  const has = free === undefined ? "can't be read" : `is ${free}`;
  throw new AppError(
    `the account's free balance ${has}, and --with-switch allows ${most}: a bot that is on may open a deal\nUse an account with less, or say how much it may be.`,
    { exitCode: EXIT.blocked },
  );
}

/** Long enough for the log of anything that was seen so far. */
const LONGEST_LAG_MS = 30_000;

interface Switching {
  /** Of its access, for the list of deals. */
  readonly parameters: { readonly accessId: number; readonly exchange: string };
  /** Records that the bot may be on, before it is. */
  readonly begin: () => Promise<void>;
  /** Whether bots off has stopped it meanwhile. */
  readonly isStopped: () => Promise<boolean>;
}

/** Turns it on and off, and looks for what its log says of it. The bot is off afterwards. Throws AskingStopped. */
export async function askSwitch(asker: Asker, bot: OwnBot, at: Switching, say: Say): Promise<void> {
  // What came before has to be in the log by now, or it would be taken for the switch.
  await asker.rest(LONGEST_LAG_MS / 1000);
  const before = new Set(rowsOf(await logOf(asker, bot.id)).map((entry) => JSON.stringify(entry)));
  await at.begin();
  if (await at.isStopped()) throw new AskingStopped("botform bots off has stopped it: the bot wasn't turned on");
  const word = await bot.turnOnAndOff();
  if (word !== undefined) await say({ name: "statusOn", value: word, detail: "of a bot that was turned on" });
  const deals = rowsOf(await asker.read({ name: "activeDeals", parameters: Object.entries(at.parameters) }));
  const own = deals.filter(({ botId }) => botId === bot.id).map(({ id }) => String(id));
  if (own.length > 0)
    throw new AskingStopped(`the bot has opened deal ${own.join(", ")} while it was on: look at it on the service now`);
  await asker.rest(LONGEST_LAG_MS / 1000);
  const noted = await newIn(before, asker, bot.id);
  // What a bot notes when it comes on is no word of a switch: the one of the turn-off comes seconds later.
  const times = noted.map(({ datetime }) => Date.parse(`${String(datetime).replace(" ", "T")}Z`));
  const isNoted = Math.max(...times) - Math.min(...times) >= LEAST_APART_MS;
  const detail = isNoted
    ? "its log has an entry of when it was turned off"
    : `its log has no entry of when it was turned off, ${LONGEST_LAG_MS / 1000} s later`;
  await say({ name: "logSwitches", value: isNoted ? "yes" : "no", detail });
}

/** It is on for longer than that. */
const LEAST_APART_MS = 2_000;

async function newIn(before: ReadonlySet<string>, asker: Asker, botId: number) {
  return rowsOf(await logOf(asker, botId)).filter((entry) => !before.has(JSON.stringify(entry)));
}

function logOf(asker: Asker, botId: number): Promise<unknown> {
  return asker.read({ name: "botLogs", parameters: [["botId", botId]] });
}

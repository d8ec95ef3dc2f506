// What an emergency stop leaves behind: the hold that was asked for, or the bots that the configuration would turn on again.
import { holdLine } from "../../model/bot/hold.js";
import { NOTHING_KEPT } from "../../model/bot/observed.js";
import { DiskError } from "../../model/ports.js";
import { counted } from "../../model/text/counted.js";
import { namesText } from "../../model/text/named.js";
import { holdOn } from "../../reconcile/plan/holds.js";
import type { ConfigOptions } from "../files/configuration.js";
import type { Host } from "../host.js";
import { holdsOf } from "../ledger/ledger.js";
import { soundDesired } from "../live/targets.js";
import { keptNow } from "./held-back.js";

export interface OffHoldOptions extends ConfigOptions {
  /** Why the bots stay off; without it no hold is set. */
  readonly hold?: string;
  /** Folder of the ledger. */
  readonly journal: string;
}

/** A hold that was asked for with the stop. */
export interface OffHold {
  readonly bots: readonly string[];
  readonly reason: string;
  /** The item of `holds:`, to be committed. */
  readonly line: string;
  /** Whether the ledger could be written. */
  readonly set: boolean;
}

/** Sets the hold, before anything is turned off: a disk that can't be written is said, and stops nothing. */
export async function holdOff(
  host: Host,
  { hold: reason, journal }: OffHoldOptions,
  account: string,
  bots: readonly string[],
): Promise<OffHold | undefined> {
  if (reason === undefined) return undefined;
  const hold = { bots, reason, line: holdLine({ bots, reason }) };
  try {
    await holdsOf({ folder: journal }, account).set(bots.map((pattern) => ({ bots: pattern, reason })));
    return { ...hold, set: true };
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    host.say({
      kind: "warning",
      text: `the hold isn't set: the ledger can't be written (${error.code}); commit it instead`,
    });
    return { ...hold, set: false };
  }
}

/** Which bots a stop was about. */
export interface StoppedBots {
  readonly account: string;
  readonly endpoint: { readonly apiUrl: string };
  /** Every bot of the account, or those with such an address, id or title. */
  readonly of:
    | "all"
    | { readonly addresses: readonly string[]; readonly ids: readonly number[]; readonly titles: readonly string[] };
}

/** The declared bots among them that the next apply would turn on; none where no configuration can be read. */
export async function turnedOnAgain(options: OffHoldOptions, stopped: StoppedBots): Promise<readonly string[]> {
  const desired = soundDesired(options, stopped.account);
  if (desired === undefined) return [];
  const kept = await keptNow({ ...stopped, journal: options.journal, configured: undefined });
  const holds = holdOn({ desired, observed: { kept: kept ?? NOTHING_KEPT } });
  const { of } = stopped;
  const isMeant = ({ address, botId, fields }: (typeof desired.bots)[number]) =>
    of === "all" ||
    of.addresses.includes(address) ||
    of.ids.some((id) => id === botId) ||
    of.titles.includes(fields.title);
  return desired.bots
    .filter(
      (bot) => bot.enabled === true && !bot.protect && isMeant(bot) && holds(bot.address, bot.botId) === undefined,
    )
    .map(({ address }) => address);
}

/** Said last, when the bots are off. */
export function sayAfterwards(host: Host, again: readonly string[], hold: OffHold | undefined): void {
  const text = (words: string) => host.say({ kind: "note", text: words });
  if (hold !== undefined)
    text(
      `${hold.set ? `held: ${namesText(hold.bots)}, until botform hold remove` : "not held"}; to keep it, commit it under holds: in the configuration: ${hold.line}`,
    );
  if (again.length === 0) return;
  const whom =
    again.length === 1
      ? `${again[0]}: the next apply turns it on again`
      : `${counted(again.length, "bot")} (${namesText(again)}): the next apply turns them on again`;
  text(
    `the configuration has enabled: true for ${whom}. To keep them off, set enabled: false, or run botform hold add`,
  );
}

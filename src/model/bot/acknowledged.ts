// Acknowledged drift: what of a live bot is known to differ, why, and until when it isn't counted.
import type { AcknowledgedSetting, DriftedSetting } from "./drift.js";
import { endOf, stateOf } from "./hold.js";

export interface Acknowledged extends Pick<AcknowledgedSetting, "botId" | "live" | "reason"> {
  /** Of the bot, as it was called when its drift was acknowledged. */
  readonly address: string;
  /** A field, or `enabled`. */
  readonly name: string;
  /** Of a running deal that keeps another take profit than its bot. */
  readonly dealId?: number | undefined;
  /** A day, which is the last one in UTC, or a moment. */
  readonly until: string;
  /** When it was acknowledged, in milliseconds since the epoch. */
  readonly at: number;
}

/** One setting of one bot, or of one of its deals. */
export type Setting = Pick<Acknowledged, "botId" | "name" | "dealId">;

export function settingKey({ botId, name, dealId }: Setting): string {
  return JSON.stringify([botId, name, dealId]);
}

/** `main/btc-dip.leverage`, as it is typed. */
export function settingText({ address, name }: Pick<Acknowledged, "address" | "name">): string {
  return `${address}.${name}`;
}

/** As long as the live value is the one that was acknowledged, and the end isn't past. @param now milliseconds since the epoch */
export function acknowledgedAs(
  all: readonly Acknowledged[],
  now: number,
): (setting: Setting & Pick<DriftedSetting, "live">) => Acknowledged | undefined {
  const byKey = new Map(all.map((one) => [settingKey(one), one]));
  return (setting) => {
    const found = byKey.get(settingKey(setting));
    return found !== undefined && found.live === setting.live && (endOf(found.until) ?? 0) > now ? found : undefined;
  };
}

/** One of the ledger's, as it is listed. */
export interface ListedAcknowledged extends Omit<Acknowledged, "at"> {
  /** ISO 8601. */
  readonly since: string;
  /** Past its end it silences nothing any more. */
  readonly state: Exclude<ReturnType<typeof stateOf>, "overdue">;
}

export function listed({ at, ...one }: Acknowledged, now: number): ListedAcknowledged {
  const isInForce = stateOf(one, now) === "in force";
  return { ...one, since: new Date(at).toISOString(), state: isInForce ? "in force" : "ended" };
}

export interface AcknowledgedListFacts {
  readonly acknowledged: readonly ListedAcknowledged[];
  /** Which lines of the ledger are lost; then nothing is taken for acknowledged. Absent where none is. */
  readonly damaged?: string;
}

export interface AcknowledgedFacts extends Pick<Acknowledged, "reason" | "until"> {
  /** What isn't counted from now on. */
  readonly acknowledged: readonly (Omit<Acknowledged, "reason" | "until" | "at"> & Pick<DriftedSetting, "declared">)[];
}

export interface UnacknowledgedFacts {
  /** Settings whose drift counts again. */
  readonly unacknowledged: readonly string[];
}

// Drift as data: the live bots that differ from the configuration, in what, where the value is stated, and since when.

import type { NakedDeal } from "../deal/deal.js";
import type { BotInDoubt, Step, UndeclaredBot, UndeclaredSetting } from "../plan/plan.js";
import type { Diagnostic } from "../text/diagnostic.js";
import type { UndeclaredRule } from "./desired.js";
import type { LogEntry } from "./new-logs.js";
import type { FilePlace } from "./provenance.js";

export interface DriftedSetting {
  /** A field, or `enabled`. */
  readonly name: string;
  /** Of a running deal that keeps another take profit than its bot. */
  readonly dealId?: number;
  /** Canonical; null is off. */
  readonly live: string | boolean | null;
  readonly declared: string | boolean | null;
  /** Where the configuration states it; null if that isn't known. */
  readonly place: FilePlace | null;
}

/** What a step would change, with both values. */
export function settingsOf({ action, changes, deal }: Step): readonly Omit<DriftedSetting, "place">[] {
  if (action === "update")
    return changes.map(({ field, before = null, after }) => ({ name: field, live: before, declared: after }));
  if (deal?.takeProfit !== undefined) {
    const { before, after } = deal.takeProfit;
    return [{ name: "percentTakeProfit", dealId: deal.id, live: before, declared: after }];
  }
  if (action !== "turn-on" && action !== "turn-off") return [];
  return [{ name: "enabled", live: action === "turn-off", declared: action === "turn-on" }];
}

/** Since when, as far as the service shows it. It is only shown. */
export interface Since {
  /**
   * The bot's settings were what they are at this moment at the latest: its `updated`, as ISO 8601. null where the service
   * didn't say, or where only the switch drifted: what a switch does to `updated` isn't known.
   */
  readonly settingsAtTheLatest: string | null;
  /** The last of the bot's log, oldest first, in the service's own words and time; null where it couldn't be read or wasn't asked for. */
  readonly log: readonly LogEntry[] | null;
}

export interface DriftedBot {
  readonly address: string;
  readonly botId: number;
  /** As it is now. */
  readonly title: string;
  readonly settings: readonly DriftedSetting[];
  readonly since: Since;
}

/** A setting that is known to differ, and isn't counted. */
export interface AcknowledgedSetting extends DriftedSetting {
  readonly address: string;
  readonly botId: number;
  readonly reason: string;
  readonly until: string;
}

/** A bot that differs, and that no apply would touch now: it is protected, or frozen by a deal. */
export interface HeldBot {
  readonly address: string;
  readonly why: string;
  readonly place: FilePlace | null;
  /** null where it isn't known. */
  readonly botId: number | null;
  /** In what; empty where that isn't known. */
  readonly settings: readonly DriftedSetting[];
}

/** A declared bot that isn't there: removed, renamed by hand, or not created yet. */
interface MissingBot {
  readonly address: string;
  readonly title: string;
  readonly place: FilePlace | null;
}

/** A bot that differs, or isn't there yet, since a roll-out that is under way has yet to bring what the files ask for. */
export interface WaitingBot {
  readonly address: string;
  /** null where it isn't there. */
  readonly botId: number | null;
  readonly title: string;
  /** What it waits for, as a clause. */
  readonly why: string;
}

/** What of one account differs. */
export interface AccountDrift {
  readonly account: string;
  readonly drifted: readonly DriftedBot[];
  /** What of drifted bots is acknowledged, and not among their settings. */
  readonly acknowledged: readonly AcknowledgedSetting[];
  /** A turn-on that was sent before may still take effect: whether they are as declared, nobody knows yet. */
  readonly inDoubt: readonly BotInDoubt[];
  /** Running deals that hold a position without a take-profit order. They are no drift: an apply changes nothing of them. */
  readonly naked: readonly NakedDeal[];
  readonly held: readonly HeldBot[];
  readonly missing: readonly MissingBot[];
  /** Bots under a hold, whose settings aren't compared. Absent where there is none. */
  readonly onHold?: readonly string[];
  /** Not among those that differ. Absent where none waits. */
  readonly waiting?: readonly WaitingBot[];
  readonly undeclared: readonly UndeclaredBot[];
  /** With turn-off, an undeclared bot that is on is drift by itself. */
  readonly undeclaredRule: UndeclaredRule;
  /** Set on the service and not declared; no drift. Absent where there is none. */
  readonly undeclaredSettings?: readonly UndeclaredSetting[];
  /** Whether an apply would turn undeclared bots off. */
  readonly strays: number;
  readonly unchanged: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Whether something differs from the configuration, and isn't acknowledged. An undeclared bot alone doesn't, unless it is to be turned off. */
export function hasDrifted({ drifted, held, missing, strays }: AccountDrift): boolean {
  return drifted.length + held.length + missing.length + strays > 0;
}

/** One account's part of a run on several; `error` in the place of the drift where it couldn't be read. */
export interface DriftResult {
  readonly account: string;
  readonly exitCode: number;
  readonly drift?: AccountDrift;
  readonly error?: string;
  readonly diagnostics?: readonly Diagnostic[];
}

/** `failed`: accounts that couldn't be read. */
export function driftTotals(results: readonly DriftResult[]) {
  const drifts = results.flatMap(({ drift }) => (drift === undefined ? [] : [drift]));
  const sum = (of: (drift: AccountDrift) => number) => drifts.reduce((total, drift) => total + of(drift), 0);
  return {
    accounts: results.length,
    drifted: sum(({ drifted }) => drifted.length),
    acknowledged: sum(({ acknowledged }) => acknowledged.length),
    inDoubt: sum(({ inDoubt }) => inDoubt.length),
    naked: sum(({ naked }) => naked.length),
    held: sum(({ held }) => held.length),
    missing: sum(({ missing }) => missing.length),
    waiting: sum(({ waiting = [] }) => waiting.length),
    undeclared: sum(({ undeclared }) => undeclared.length),
    unchanged: sum(({ unchanged }) => unchanged),
    failed: results.length - drifts.length,
  };
}

// What bots have earned, version by version of their settings: the figures, the comparisons, and where the versions come from.
import type { FieldName, Fields, FieldValue, SomeFields } from "./bot/field.js";

/** What a row is of. */
export type ResultsBy = "version" | "bot" | "account" | "variant";

/** What two versions are compared by: the mean net of their days, or of their deals. */
export type Measure = "day" | "deal";

/** What the service's `profit` is, as its deals show it (no documentation says). */
export type ProfitReading = "after-fees" | "before-fees" | "unknown";

/** A commit of the configuration; `at` in milliseconds since the epoch. */
export interface NamedCommit {
  readonly commit: string;
  readonly at: number;
  readonly subject: string;
}

/** Of ended deals in one asset. Amounts are canonical decimals in it; null is unknown, which 0 never is. */
export interface Figures {
  readonly asset: string;
  /** Those that ended, without the cancelled ones, whose positions the user got (S-49). */
  readonly deals: number;
  readonly cancelled: number;
  /** Deals whose net can't be read; with any, what rests on all of them is unknown. */
  readonly unreadable: number;
  readonly won: number | null;
  /** After fees. */
  readonly net: string | null;
  /** UTC days from the first end to the last one, whole, and on while a deal of the newest settings runs; of a version that came back, of each of its times. Where a run is known to have changed the settings of a bot that was on, they change there, or when the deal that then ran ended. */
  readonly days: number | null;
  readonly perDay: string | null;
  /** Net in percent of the margin that the deals' positions took, all added up. */
  readonly onMargin: string | null;
  /** Deepest fall of the closed results below the highest they had been at. */
  readonly drawdown: string | null;
  /** Mean hours of a deal, at most: from the end of its bot's deal before. The service doesn't show when a deal opened. */
  readonly hoursAtMost: number | null;
  /** Safety orders that filled. `unclear`: deals whose volume doesn't tell how many, with any of which the others are unknown. */
  readonly safetyOrders: { readonly mean: number | null; readonly most: number | null; readonly unclear: number };
  /** `possible`: further deals that lost, and of which the service doesn't show how they ended (S-50). */
  readonly liquidations: { readonly seen: number; readonly possible: number };
  /** Deals that still run: their result is part of no sum. */
  readonly running: { readonly deals: number; readonly unrealised: string | null };
  /** When the first and the last of them ended, in milliseconds since the epoch. */
  readonly first: number | null;
  readonly last: number | null;
}

export interface SettingChange {
  readonly field: FieldName;
  readonly before: FieldValue;
  readonly after: FieldValue;
}

/** The run that applied a version's settings, and when the service had them; `at` in milliseconds since the epoch, by the clock of the machine that ran it. */
export interface AppliedBy {
  readonly run: string;
  readonly at: number;
}

/** A step of a run whose effect was seen: it made a bot, or changed its settings. */
export interface AppliedStep extends AppliedBy {
  readonly botId: number;
  /** null of a bot that it made. */
  readonly before: Fields | null;
  /** Whether it was on before. */
  readonly wasOn: boolean;
  /** All settings of a bot that was there, the declared ones of a new one. */
  readonly after: SomeFields;
}

/** One bot's settings, as its deals kept them. */
export interface Version {
  /** Of the settings that make a difference to a deal; 12 hexadecimal digits. */
  readonly fingerprint: string;
  /** The first one whose configuration asks for these settings; null where none is known. */
  readonly commit: NamedCommit | null;
  /** Since the version before it; empty for the first one. */
  readonly changes: readonly SettingChange[];
  /** Each time that a run is known to have brought these settings about, the oldest first; empty where none is. */
  readonly applied: readonly AppliedBy[];
}

export interface ResultBot {
  readonly id: number;
  /** `account/bot-key` where the configuration declares it. */
  readonly address: string | null;
  /** As it is in the latest of its deals. */
  readonly title: string;
}

export interface ResultRow {
  readonly account: string;
  /** null of a row about an account. */
  readonly bot: ResultBot | null;
  /** null of a row about a bot or an account. */
  readonly version: Version | null;
  readonly figures: Figures;
}

/**
 * `too-few`: by the rule that is stated beside it, so that nothing is concluded. `unclear`: the interval holds 0, or would with what
 * is open. `unknown`: a figure that it takes isn't known.
 */
export type Verdict = "better" | "worse" | "unclear" | "too-few" | "unknown";

/** Two versions of one bot, the later one against the earlier one. */
export interface Comparison {
  readonly account: string;
  readonly bot: ResultBot;
  readonly before: Pick<Version, "fingerprint" | "commit">;
  readonly after: Pick<Version, "fingerprint" | "commit">;
  readonly changes: readonly SettingChange[];
  readonly asset: string;
  readonly measure: Measure;
  readonly verdict: Verdict;
  /** After less before, in the asset a day or a deal, with its interval; null where nothing is concluded. */
  readonly interval: { readonly difference: string; readonly low: string; readonly high: string } | null;
  /** A clause. */
  readonly why: string;
  /** What a reader has to know beside it, each a sentence. */
  readonly caveats: readonly string[];
  /** Fingerprint of the bot's settings that are in force, as far as its deals show it; null where they don't. */
  readonly inForce: string | null;
}

export interface AccountHistory {
  readonly account: string;
  /** Ended deals that the service shows, whatever was asked for. */
  readonly shown: number;
  /** Its history may be cut short: older deals of the time asked for may be missing. */
  readonly mayLack: boolean;
  readonly profit: ProfitReading;
  /** What its versions are dated by; absent where there are no versions. */
  readonly dating?: Dating;
  /** Why there is nothing of this account; absent where it was read. */
  readonly error?: string;
}

/** By runs of the ledger, as far as they tell, of which some may be unreadable; or by the ends of deals alone, and why (a clause). */
export type Dating =
  | { readonly by: "runs"; readonly runs: number; readonly unreadable: number }
  | { readonly by: "deals"; readonly why: string };

/** Where the names of versions come from. */
export type CommitsRead =
  | {
      readonly kind: "read";
      readonly commits: number;
      /** Whose configuration has errors, or can't be used. */
      readonly skipped: number;
      /** There are older ones that weren't read. */
      readonly isCut: boolean;
      /** The clone doesn't have all of its history. */
      readonly isShallow: boolean;
    }
  | { readonly kind: "none"; readonly why: string };

/** Of a calendar month in UTC. */
export interface MonthNet {
  /** Its first day, YYYY-MM-DD. */
  readonly start: string;
  /** After fees. */
  readonly net: string;
}

/** Of ended deals in one asset, for pictures: of a bot, or of an account. */
export interface NetCurve {
  readonly account: string;
  readonly bot: ResultBot | null;
  readonly asset: string;
  /** Each end with all net so far, in the order of time; null where an end or a net isn't known. */
  readonly points: readonly { readonly at: number; readonly net: string }[] | null;
  /** From the first to the last one, those without a deal included; null as above. */
  readonly months: readonly MonthNet[] | null;
  /** When deals of each version ended, in the order of time; a version that came back has several. */
  readonly bands: readonly { readonly fingerprint: string; readonly from: number; readonly to: number }[];
}

/** The bots of one variant together, in one asset. */
export interface VariantRow {
  readonly variant: string;
  /** Names of the settings that it lays over its bots; empty of a control. */
  readonly settings: readonly string[];
  /** What its bots have of each setting that the experiment tries, as the configuration declares it. */
  readonly declared: readonly DeclaredSetting[];
  /** Addresses, those without ended deals included. */
  readonly bots: readonly string[];
  /** Mean net of a bot that was at work, of the UTC days on which any was, in the asset. */
  readonly perBotDay: string | null;
  readonly figures: Figures;
}

export interface DeclaredSetting {
  readonly field: FieldName;
  /** Each value that one of the bots has; null is off. */
  readonly values: readonly FieldValue[];
  /** Whether one of the bots leaves it to the service. */
  readonly isUndeclared: boolean;
}

/** Of the bots of one variant in one asset, for pictures. */
export interface VariantCurve {
  readonly experiment: string;
  readonly variant: string;
  readonly asset: string;
  /**
   * Net so far of a bot, by the mean of those at work each day: 0 where a UTC day with bots begins, then at the end of each day.
   * null where an end or a net isn't known.
   */
  readonly points: readonly { readonly at: number; readonly net: string }[] | null;
}

/** A variant against the control of its experiment. */
export interface VariantComparison {
  readonly control: string;
  readonly variant: string;
  readonly asset: string;
  readonly measure: Measure;
  readonly verdict: Verdict;
  /** UTC days on which both had bots; null where that isn't known. */
  readonly days: number | null;
  /** Variant less control, in the asset: a day and bot, or a deal; null where nothing is concluded. */
  readonly interval: { readonly difference: string; readonly low: string; readonly high: string } | null;
  /** A clause. */
  readonly why: string;
  /** What a reader has to know beside it, each a sentence. */
  readonly caveats: readonly string[];
}

/** Deals of a bot that don't count, since their settings aren't those of its variant. */
export interface OtherDeals {
  readonly address: string;
  readonly variant: string;
  readonly deals: number;
}

/** Deals of the variants that set something, with their settings, that ended before the commit that declares the experiment. */
export interface EarlyDeals {
  readonly deals: number;
  readonly commit: NamedCommit;
}

export interface ExperimentResults {
  readonly experiment: string;
  /** From when on deals count, in milliseconds since the epoch; null while no variant with settings has an ended deal. */
  readonly since: number | null;
  readonly rows: readonly VariantRow[];
  readonly comparisons: readonly VariantComparison[];
  readonly others: readonly OtherDeals[];
  /** null where there are none, or no commit declares the experiment. They don't count. */
  readonly early: EarlyDeals | null;
}

export interface ResultsFacts {
  readonly by: ResultsBy;
  readonly measure: Measure;
  readonly accounts: readonly AccountHistory[];
  readonly rows: readonly ResultRow[];
  readonly comparisons: readonly Comparison[];
  /** Percent that each interval covers, so that all of them together hold at 95 %; null without any. */
  readonly confidence: number | null;
  readonly commits: CommitsRead;
  /** In the order of the rows; documents leave them out. */
  readonly curves: readonly NetCurve[];
  /** By variant: what takes the place of rows and comparisons; absent otherwise. */
  readonly experiments?: readonly ExperimentResults[];
  /** By variant, in the order of the rows of all experiments; documents leave them out. */
  readonly variantCurves?: readonly VariantCurve[];
}

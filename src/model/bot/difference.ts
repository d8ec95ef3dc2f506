// What differs between two configurations, or between two live accounts: what diff shows.
import type { FieldValue } from "./field.js";

export type SettingValue = string | number | boolean | null | readonly string[];

/** A side that says nothing of it (a field that isn't managed, an alias that isn't there) is absent; null is off. */
export interface SettingChange {
  readonly name: string;
  readonly before?: SettingValue;
  readonly after?: SettingValue;
}

export interface BotDifference {
  readonly kind: "added" | "removed" | "changed";
  /** Its address now; of a removed one, what it was. */
  readonly address: string;
  readonly title: string;
  /** The title before, where the bot is known by its previousTitles. */
  readonly renamedFrom?: string;
  /** Settings in the interface's order; of an added bot all that it has, of a removed one none. */
  readonly changes: readonly SettingChange[];
}

/** What differs in one account between two configurations. */
export interface AccountDifference {
  readonly account: string;
  readonly kind: "added" | "removed" | "changed" | "equal";
  readonly settings: readonly SettingChange[];
  readonly bots: readonly BotDifference[];
  readonly unchanged: number;
}

export interface LiveChange {
  readonly field: string;
  readonly from: FieldValue;
  readonly to: FieldValue;
  /** What `to` would be by the accounts' scales alone, where that is known. */
  readonly expected?: string;
}

/** A bot by what names it on both sides: the alias of its access, and its title. */
export interface LiveName {
  readonly access: string;
  readonly title: string;
}

export interface LiveOneSided extends LiveName {
  readonly side: "from" | "to";
  readonly id: number;
  readonly on: boolean;
}

export interface LivePair extends LiveName {
  readonly fromId: number;
  readonly toId: number;
  readonly changes: readonly LiveChange[];
}

/** A title that stands several times on a side can't be compared. */
export interface LiveAmbiguity extends LiveName {
  readonly fromIds: readonly number[];
  readonly toIds: readonly number[];
}

export interface LiveDifference {
  readonly onlyOn: readonly LiveOneSided[];
  readonly changed: readonly LivePair[];
  readonly ambiguous: readonly LiveAmbiguity[];
  readonly equal: number;
}

// A policy as the configuration states it: a rule, its limits, its scope, and its waivers.

import type { FieldName } from "../bot/field.js";
import type { Side } from "../risk/risk.js";
import type { Origin } from "../text/diagnostic.js";
import type { RuleName } from "./policy-rules.js";

/** Which bots are meant; every list is of alternatives, and what isn't stated is every bot. Texts may hold * for any text. */
export interface PolicyScope {
  readonly account?: readonly string[];
  readonly access?: readonly string[];
  readonly pair?: readonly string[];
  readonly strategy?: readonly Side[];
  readonly title?: readonly string[];
}

export interface Waiver {
  /** Keys or addresses, * for any text; absent is every bot, and what is about no bot. */
  readonly bots?: readonly string[];
  readonly reason: string;
  /** The last day on which it holds, YYYY-MM-DD, UTC. */
  readonly until: string;
  readonly origin: Origin;
}

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
type Weekday = (typeof WEEKDAYS)[number];

/** A stretch of local time that comes again; one that ends before it begins ends on the next day. */
export interface TimeWindow {
  /** Days on which it begins; absent is every day. */
  readonly days?: readonly Weekday[];
  /** HH:MM; absent are 00:00 and 24:00. */
  readonly from?: string;
  readonly to?: string;
  /** First and last day on which it may begin, YYYY-MM-DD. */
  readonly firstDay?: string;
  readonly lastDay?: string;
  /** IANA name. */
  readonly timeZone: string;
}

/** Decimals as canonical text. Which of them a rule has is in its row (policy-rules.ts). */
export interface PolicyParameters {
  readonly limit?: string;
  readonly pairs?: readonly string[];
  readonly quotes?: readonly string[];
  readonly marginMode?: "ISO" | "CROSS";
  readonly pattern?: string;
  readonly fields?: readonly FieldName[];
  readonly windows?: readonly TimeWindow[];
  readonly file?: string;
  readonly env?: string;
  readonly of?: "bot" | "account";
  readonly each?: "bot" | "plan";
  readonly when?: string;
  readonly message?: string;
}

export interface Policy {
  readonly name: string;
  readonly rule: RuleName;
  readonly severity: "deny" | "warn" | "off";
  /** How severe it is if a figure isn't known. */
  readonly onUnknown: "deny" | "warn";
  readonly scope: PolicyScope;
  readonly parameters: PolicyParameters;
  readonly waivers: readonly Waiver[];
  readonly origin: Origin;
}

/** What a judgement rests on beside plan and configuration. */
export interface PolicyFacts {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The kill switches that are engaged, by the name of their policy, each with what engages it. */
  readonly engaged: ReadonlyMap<string, string>;
}

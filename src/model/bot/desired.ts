// The desired bots of an account in canonical form: the planner's first input.
import type { Origin } from "../text/diagnostic.js";
import type { FieldName, SomeFields } from "./field.js";
import type { Hold } from "./hold.js";

export interface DesiredBot {
  /** Its key in the YAML map. */
  readonly key: string;
  /** `account/bot-key`. */
  readonly address: string;
  readonly origin: Origin;
  /** Where each managed field was stated: at the bot, or in `defaults`. */
  readonly fieldOrigins?: Readonly<Partial<Record<FieldName, Origin>>>;
  /** The live title, or the accessId, that the bot's access alias stands for. */
  readonly access: AccessReference;
  /** Managed fields only: a field that is absent is neither compared nor changed. */
  readonly fields: SomeFields & { readonly title: string };
  /** Fields that the configuration leaves to the service in so many words; absent is none. */
  readonly unmanaged?: readonly FieldName[];
  /** Its undeclared settings are to be off: `fields` says so of those that can be switched off for certain. Absent is keep. */
  readonly undeclaredSettings?: "off";
  /** Fields that `ignore` names: a new bot is created with them, a live one keeps its own. */
  readonly initial: SomeFields;
  /** undefined leaves the switch alone. */
  readonly enabled: boolean | undefined;
  readonly previousTitles: readonly string[];
  /** Titles of undeclared live bots beside which this one is meant as another; absent is none. */
  readonly twin?: readonly string[];
  readonly botId: number | undefined;
  readonly protect: boolean;
  /** No update while a deal of it runs; absent is false. */
  readonly freezeActiveDeals?: boolean;
  /** The experiments that it takes part in. They change no plan by themselves, only by the settings that they lay over it; absent is none. */
  readonly variants?: readonly VariantName[];
  /** Whether its update webhook places a running deal's take profit again; absent is false. */
  readonly hasUpdateWebhook?: boolean;
  /** Whether its open webhook asks for no take-profit order: none, or a close after a time; absent is false. */
  readonly opensWithoutTakeProfit?: boolean;
}

/** One variant of one experiment. */
export interface VariantName {
  readonly experiment: string;
  readonly variant: string;
}

/** A bot that takes part in an experiment. */
export interface VariantMember extends VariantName {
  readonly address: string;
}

export interface AccessReference {
  readonly alias: string;
  readonly live: string | number;
}

/** What happens to live bots in scope that no configuration declares. */
export type UndeclaredRule = "report" | "turn-off" | "ignore";

/** What happens to optional settings that are set on the service and that nothing declares. */
export type UndeclaredSettingsRule = "keep" | "off";

/** What an apply does to running deals whose percentTakeProfit is another than the configuration's. */
export type ActiveDealsRule = "keep" | "take-profit";

/** One account's desired state. */
export interface Desired {
  readonly account: string;
  readonly exchange: string;
  readonly origin: Origin;
  readonly accesses: readonly AccessReference[];
  readonly undeclared: UndeclaredRule;
  /** Absent is keep. */
  readonly activeDeals?: ActiveDealsRule;
  /** Scope: only live titles with this prefix are ours. */
  readonly titlePrefix: string;
  /** Exact titles of undeclared live bots that are never turned off; absent is none. */
  readonly protectedTitles?: readonly string[];
  /** Bots that stay off and untouched; absent is none. They aren't part of the digest: a saved plan meets them at the gate. */
  readonly holds?: readonly Hold[];
  readonly bots: readonly DesiredBot[];
  /** SHA-256 (hex) over the canonical desired state; binds a saved plan to its configuration. */
  readonly digest: string;
}

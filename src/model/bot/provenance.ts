// The origin of every value of a configured bot, as render shows it.
import type { Position } from "../text/diagnostic.js";
import type { UndeclaredRule } from "./desired.js";
import type { FieldName, FieldValue } from "./field.js";

export type FilePlace = Omit<Position, "text">;

/** Where a bot, or a setting of it, is stated; undefined where that isn't known. */
export type PlaceOf = (address: string, field?: FieldName) => FilePlace | undefined;

/** The variant that states a setting of a bot, as `experiment/variant`, and where; undefined where none does. */
export type VariantOf = (
  address: string,
  field: FieldName,
) => { readonly variant: string; readonly place: FilePlace } | undefined;

/** A part of the configuration; `account` where a value follows from the account alone. The name is empty for defaults. */
export interface LayerName {
  readonly kind: "defaults" | "template" | "bot" | "exception" | "variant" | "overrides" | "account";
  readonly name: string;
}

export interface Stated<Value> {
  readonly value: Value;
  readonly origin: FilePlace;
  readonly layer: LayerName;
  /** As it stands in the file, where variables stand in it. */
  readonly written?: string;
}

/** What the account's volumeScale made of the configuration's own volume; decimal texts. */
interface Scaling {
  readonly volume: string;
  readonly scale: string;
  readonly step?: string;
}

export interface FieldProvenance extends Stated<FieldValue> {
  readonly scaled?: Scaling;
  /** Named by `ignore`: a new bot is created with it, a live one keeps its own. */
  readonly onlyWhenCreated?: true;
  /** No layer declares it: it is off by `undeclaredSettings`, which stands at the origin. */
  readonly undeclared?: true;
}

/** A field that a lower layer states and `unmanaged` takes away. */
export interface LetGo {
  readonly origin: FilePlace;
  readonly layer: LayerName;
}

/** One value of a webhook's message: stated at `origin`, or taken from these fields of the bot, or neither. */
export interface WebhookProvenance {
  readonly action: string;
  /** As in a flat body, such as open.orderVolume. */
  readonly path: string;
  readonly value: string | number | boolean | readonly string[];
  readonly origin?: FilePlace;
  readonly fields?: readonly string[];
}

export interface BotProvenance {
  readonly key: string;
  /** `account/bot-key`. */
  readonly address: string;
  readonly title: string;
  readonly origin: FilePlace;
  /** By name, in the interface's order; null is off, absent is not managed. */
  readonly fields: Readonly<Record<string, FieldProvenance>>;
  /** access, enabled, protect, ignore, previousTitles, botId, as far as they are stated. */
  readonly settings: Readonly<Record<string, Stated<string | number | boolean | readonly string[]>>>;
  readonly notManaged: Readonly<Record<string, LetGo>>;
  /** Of every action, in the interface's order; absent where the bot has none. */
  readonly webhooks?: readonly WebhookProvenance[];
}

export interface AccountProvenance {
  readonly account: string;
  readonly origin: FilePlace;
  readonly exchange: string;
  readonly accesses: readonly { readonly alias: string; readonly live: string | number }[];
  readonly undeclared: UndeclaredRule;
  readonly titlePrefix: string;
  readonly protectedTitles: readonly string[];
  /** Absent where none is stated. */
  readonly holds?: readonly { readonly bots: readonly string[]; readonly reason: string; readonly until?: string }[];
  readonly volumeScale?: string;
  readonly volumeStep?: string;
  readonly volumeMin?: string;
  readonly digest: string;
  readonly bots: readonly BotProvenance[];
}

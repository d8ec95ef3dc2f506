// Reads a webhook's body in either dialect (S-63) into an action and members checked by one table of fields.
import Big from "big.js";
import { Refusal } from "../http/failure.js";
import { isMembers, jsonObject, type Members } from "../http/request.js";
import type { Quirks } from "../quirks/quirks.js";

export type Dialect = "flat" | "envelope";

/** A body taken apart: the members that stand beside each other, whatever the dialect wraps around them. */
export interface HookBody {
  readonly dialect: Dialect;
  /** undefined in the flat dialect, where the URL tells. */
  readonly action: HookAction | undefined;
  readonly members: Members;
}

/** @throws Refusal when it is no JSON object, or in a dialect that isn't spoken here */
export function readHookBody(text: string, quirks: Quirks): HookBody {
  const body = jsonObject(text);
  const { action, params, ...rest } = body;
  if (action === undefined && params === undefined) {
    if (quirks.hookDialects === "envelope") throw new Refusal(400, "action is required.");
    return { dialect: "flat", action: undefined, members: body };
  }
  if (quirks.hookDialects === "flat") throw new Refusal(400, "action is unknown.");
  if (!isAction(action)) throw new Refusal(400, "action must be one of open, update, average, close.");
  if (!isMembers(params)) throw new Refusal(400, "params must be an object.");
  const unknown = Object.keys(rest);
  if (quirks.hookUnknown === "refuse" && unknown.length > 0)
    throw new Refusal(400, `${unknown.join(", ")} is unknown.`);
  return { dialect: "envelope", action, members: params };
}

function isAction(value: unknown): value is HookAction {
  return typeof value === "string" && value in HOOK_MEMBERS && Object.hasOwn(HOOK_MEMBERS, value);
}

/** Reads members one by one and gathers everything that is wrong with them. */
export class HookReader {
  readonly problems: string[] = [];
  readonly #quirks: Quirks;

  constructor(quirks: Quirks) {
    this.#quirks = quirks;
  }

  /** Names that have no place in a body of this action. */
  refuseUnknown(members: Members, action: HookAction): void {
    if (this.#quirks.hookUnknown === "ignore") return;
    const known = new Set(["botId", "strategy", "pairs", ...HOOK_MEMBERS[action]]);
    for (const name of Object.keys(members)) if (!known.has(name)) this.problems.push(`${name} is unknown.`);
  }

  botId(members: Members): number | null {
    const read = this.#value("botId", members["botId"], { kind: "integer", least: 1 });
    return typeof read === "number" ? read : null;
  }

  strategy(members: Members): "LONG" | "SHORT" | null {
    const read = this.#value("strategy", members["strategy"], { kind: "word", words: ["long", "short"] });
    return read === undefined ? null : read === "long" ? "LONG" : "SHORT";
  }

  /** Symbols without a dash; empty when there are none. */
  pairs(members: Members): readonly string[] {
    const { pairs } = members;
    if (pairs === undefined || pairs === null) {
      if (this.#quirks.hookPairs === "required") this.problems.push("pairs is required.");
      return [];
    }
    const list: readonly unknown[] = Array.isArray(pairs) ? pairs : [];
    const texts = list.filter((each): each is string => typeof each === "string" && each !== "");
    if (texts.length === 0 || texts.length < list.length) this.problems.push("pairs must be an array of texts.");
    return texts;
  }

  amount(members: Members): string {
    return String(this.#required("amount", members["amount"], positive) ?? "");
  }

  closePosition(members: Members): boolean {
    return this.#required("closePosition", members["closePosition"], flag) === true;
  }

  /** The sections of an open or an update in canonical form, those that are there. */
  sections(members: Members, action: HookAction): Readonly<Record<string, object>> {
    const found: Record<string, object> = {};
    for (const [name, fields] of Object.entries(HOOK_SECTIONS)) {
      const section = members[name];
      if (!HOOK_MEMBERS[action].includes(name) || section === undefined || section === null) continue;
      if (isMembers(section)) found[name] = this.#section(name, section, fields);
      else this.problems.push(`${name} must be an object.`);
    }
    return found;
  }

  #section(name: string, section: Members, fields: Readonly<Record<string, HookField>>): object {
    const read: Record<string, string | number | boolean> = {};
    for (const [key, raw] of Object.entries(section)) {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      const value = field === undefined ? undefined : this.#value(`${name}.${key}`, raw, field);
      if (value !== undefined) read[key] = value;
      if (field === undefined && this.#quirks.hookUnknown === "refuse")
        this.problems.push(`${name}.${key} is unknown.`);
    }
    if (name === "open" && section["orderVolume"] === undefined) this.problems.push("open.orderVolume is required.");
    if (name === "stop" && read["delay"] === 0 && this.#quirks.hookStopDelay === "refuse") {
      this.problems.push("stop.delay must be no less than 1.");
    }
    if (name === "close" || name === "stop") this.#together(name, section, read);
    return read;
  }

  /** An event and its value need each other; a section that is switched off needs neither. */
  #together(name: string, section: Members, read: Members): void {
    const { event, value } = section;
    if (section["enabled"] === false) return;
    if ((event === undefined) !== (value === undefined)) {
      this.problems.push(`${name}.${event === undefined ? "event" : "value"} is required.`);
    } else if (typeof read["value"] === "string" && new Big(read["value"]).lte(0)) {
      this.problems.push(`${name}.value must be greater than 0.`);
    }
  }

  #required(name: string, raw: unknown, field: HookField): string | number | boolean | undefined {
    if (raw === undefined || raw === null) this.problems.push(`${name} is required.`);
    return this.#value(name, raw, field);
  }

  #value(name: string, raw: unknown, field: HookField): string | number | boolean | undefined {
    if (raw === undefined || raw === null) return undefined;
    const read = READERS[field.kind](raw, field, this.#quirks);
    if (read === undefined) this.problems.push(`${name} ${wanted(field)}`);
    return read;
  }
}

type Reader = (raw: unknown, field: HookField, quirks: Quirks) => string | number | boolean | undefined;

const PLAIN = /^\d{1,20}(?:\.\d{1,20})?$/;
const WHOLE = /^\d{1,15}$/;

const READERS: Readonly<Record<HookField["kind"], Reader>> = {
  boolean: (raw) => (typeof raw === "boolean" ? raw : undefined),
  word: (raw, field) => (typeof raw === "string" && field.words?.includes(raw) ? raw : undefined),
  integer: (raw, field, quirks) => {
    const lenient = quirks.hookNumbers === "lenient" && typeof raw === "string" && WHOLE.test(raw);
    const value = lenient ? Number(raw) : raw;
    if (typeof value !== "number" || !Number.isSafeInteger(value)) return undefined;
    return value < (field.least ?? 0) || value > (field.most ?? value) ? undefined : value;
  },
  decimal: (raw, field, quirks) => {
    const text = typeof raw === "number" && quirks.hookNumbers === "lenient" ? plain(raw) : raw;
    if (typeof text !== "string" || !PLAIN.test(text)) return undefined;
    const value = new Big(text);
    return field.positive === true && value.eq(0) ? undefined : value.toFixed();
  },
};

function plain(value: number): string {
  return Number.isFinite(value) ? new Big(value).toFixed() : "";
}

function wanted(field: HookField): string {
  if (field.kind === "word") return `must be one of ${field.words?.join(", ") ?? ""}.`;
  if (field.kind === "boolean") return "must be true or false.";
  if (field.kind === "decimal") return `must be a decimal number as text${field.positive ? ", greater than 0" : ""}.`;
  const most = field.most === undefined ? "" : ` and no more than ${field.most}`;
  return `must be an integer no less than ${field.least ?? 0}${most}.`;
}

type HookKind = "integer" | "decimal" | "boolean" | "word";

interface HookField {
  readonly kind: HookKind;
  readonly words?: readonly string[];
  /** Inclusive. */
  readonly least?: number;
  readonly most?: number;
  /** Decimals only: zero is refused. */
  readonly positive?: boolean;
}

type SectionName = "open" | "dca" | "close" | "stop";

const count = (least: number, most?: number): HookField => ({
  kind: "integer",
  least,
  ...(most !== undefined && { most }),
});
const flag: HookField = { kind: "boolean" };
const positive: HookField = { kind: "decimal", positive: true };
const word = (...words: readonly string[]): HookField => ({ kind: "word", words });

/** Sections of an open and, but for `open`, of an update. */
export const HOOK_SECTIONS: Readonly<Record<SectionName, Readonly<Record<string, HookField>>>> = {
  open: {
    orderVolume: positive,
    leverage: count(1, 125),
    marginType: word("cross", "isolated"),
    orderType: word("Market", "Limit"),
    cycles: count(1),
  },
  dca: {
    enabled: flag,
    max: count(0, 50),
    active: count(1, 50),
    volume: positive,
    percent: positive,
    multiplierVolume: positive,
    multiplierPrice: positive,
  },
  close: { enabled: flag, event: word("percentage", "pnl", "delay"), value: { kind: "decimal" } },
  stop: { enabled: flag, event: word("percentage", "pnl"), value: { kind: "decimal" }, delay: count(0) },
};

export type HookAction = "open" | "update" | "average" | "close";

/** What stands beside botId, strategy and pairs, by action. */
export const HOOK_MEMBERS: Readonly<Record<HookAction, readonly string[]>> = {
  open: ["open", "dca", "close", "stop"],
  update: ["dca", "close", "stop"],
  average: ["amount"],
  close: ["closePosition"],
};

// The fields of a webhook's body as one table: where each stands, its type, and what it may be (interface, "Webhook body fields").

type HookKind = "integer" | "decimal" | "boolean" | "word";

export interface HookField {
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

export const AMOUNT: HookField = positive;
export const CLOSE_POSITION: HookField = flag;

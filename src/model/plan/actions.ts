// The table of actions: what steps do, in the order of an apply, with their words and rules.

/** What of a bot an action is about. */
type About = "switch" | "settings" | "deal";

interface ActionRow {
  readonly of: About;
  /** How every renderer marks it: something begins, changes or ends. `place` is its place in a summary. */
  readonly mark: { readonly symbol: string; readonly tone: "good" | "warn" | "bad"; readonly place: number };
  /** In a summary, after how many; what its command asks for; what it has then done. */
  readonly words: { readonly summary: string; readonly asks: string; readonly done: string };
  /** What a sent step waits for, in singular and plural. */
  readonly awaited: readonly [string, string];
  /** Its name as a phase of an apply; null if it is only in plans of commands about one deal (rule 17). */
  readonly phase: string | null;
  /** The command that asks for it alone, as journals name it. */
  readonly command: string | null;
  readonly rules: {
    /** Whether it may open new positions. */
    readonly opens: boolean;
    /** Which limit counts it (rule 16). */
    readonly limit: "changed" | "turn-ons" | null;
    /** How often it is sent again when it isn't seen to be done; only what is absolute may be (rules 3, 8 and 10). */
    readonly resends: number;
    /** Whether undo can take it back. */
    readonly undoable: boolean;
    /** Whether a held bot may get it: it opens nothing, and changes nothing of the bot but to turn it off. */
    readonly passesHolds: boolean;
  };
}

const STEP = ["step", "steps"] as const;
const SWITCH = ["switch", "switches"] as const;

/** In the order in which an apply carries them out. */
export const ACTIONS = {
  "turn-off": {
    of: "switch",
    mark: { symbol: "⏻off", tone: "bad", place: 5 },
    words: { summary: "to turn off", asks: "turn the bot off", done: "turned off" },
    awaited: SWITCH,
    phase: "turn-offs",
    command: "bots off",
    rules: { opens: false, limit: "changed", resends: 2, undoable: true, passesHolds: true },
  },
  update: {
    of: "settings",
    mark: { symbol: "~", tone: "warn", place: 2 },
    words: { summary: "to update", asks: "update the bot", done: "updated" },
    awaited: STEP,
    phase: "updates",
    command: null,
    rules: { opens: false, limit: "changed", resends: 2, undoable: true, passesHolds: false },
  },
  "take-profit": {
    of: "deal",
    mark: { symbol: "◎", tone: "warn", place: 3 },
    words: {
      summary: "to set a deal's take profit",
      asks: "change the take profit",
      done: "changed the take profit of",
    },
    awaited: ["take profit", "take profits"],
    phase: "take-profit changes",
    command: "deals take-profit",
    rules: { opens: false, limit: "changed", resends: 2, undoable: true, passesHolds: true },
  },
  create: {
    of: "settings",
    mark: { symbol: "+", tone: "good", place: 1 },
    words: { summary: "to create", asks: "create the bot", done: "created" },
    awaited: STEP,
    phase: "creates",
    command: null,
    rules: { opens: true, limit: null, resends: 0, undoable: true, passesHolds: false },
  },
  "turn-on": {
    of: "switch",
    mark: { symbol: "⏻on", tone: "good", place: 4 },
    words: { summary: "to turn on", asks: "turn the bot on", done: "turned on" },
    awaited: SWITCH,
    phase: "turn-ons",
    command: "bots on",
    rules: { opens: true, limit: "turn-ons", resends: 0, undoable: true, passesHolds: false },
  },
  "start-deal": {
    of: "deal",
    mark: { symbol: "▶", tone: "good", place: 6 },
    words: { summary: "to start a deal", asks: "start a deal", done: "started" },
    awaited: ["start of a deal", "starts of deals"],
    phase: null,
    command: "deals start",
    rules: { opens: true, limit: null, resends: 0, undoable: false, passesHolds: false },
  },
  "complete-deal": {
    of: "deal",
    mark: { symbol: "■", tone: "bad", place: 7 },
    words: { summary: "to complete a deal", asks: "complete the deal", done: "completed" },
    awaited: ["completion of a deal", "completions of deals"],
    phase: null,
    command: "deals complete",
    rules: { opens: false, limit: null, resends: 0, undoable: false, passesHolds: true },
  },
  "cancel-deal": {
    of: "deal",
    mark: { symbol: "✕", tone: "bad", place: 8 },
    words: { summary: "to cancel a deal", asks: "cancel the deal", done: "cancelled" },
    awaited: ["cancel of a deal", "cancels of deals"],
    phase: null,
    command: "deals cancel",
    rules: { opens: false, limit: null, resends: 0, undoable: false, passesHolds: true },
  },
} as const satisfies Readonly<Record<string, ActionRow>>;

export type Action = keyof typeof ACTIONS;
/** All but take-profit are only in plans of a command about that one deal (rule 17). */
export type DealAction = { [Name in Action]: (typeof ACTIONS)[Name]["of"] extends "deal" ? Name : never }[Action];

/** In the order of the table. */
export const PHASES: readonly Action[] = namesOf(ACTIONS);

/** In the order in which a summary names them. */
export const SUMMARY_ORDER: readonly Action[] = PHASES.toSorted(
  (left, right) => ACTIONS[left].mark.place - ACTIONS[right].mark.place,
);

/** The order in words. What was created or renamed has to be listed before anything is turned on. */
export const PHASES_TEXT = PHASES.flatMap((action) => {
  const { phase } = ACTIONS[action];
  return action === "turn-on" ? ["verification", phase] : (phase ?? []);
}).join(", ");

/** A record of all actions. */
export function perAction<T>(of: (action: Action) => T): Readonly<Record<Action, T>> {
  return {
    "turn-off": of("turn-off"),
    update: of("update"),
    "take-profit": of("take-profit"),
    create: of("create"),
    "turn-on": of("turn-on"),
    "start-deal": of("start-deal"),
    "complete-deal": of("complete-deal"),
    "cancel-deal": of("cancel-deal"),
  };
}

function namesOf<Rows extends object>(rows: Rows): Extract<keyof Rows, string>[] {
  const names: Extract<keyof Rows, string>[] = [];
  for (const name in rows) names.push(name);
  return names;
}

export function isDealAction(action: Action): action is DealAction {
  return ACTIONS[action].of === "deal";
}

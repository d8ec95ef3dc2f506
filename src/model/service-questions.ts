// The questions about a service that botform can ask it, and what it was seen to answer.

import type { FieldName } from "./bot/field.js";

interface Question {
  /** The entry of docs/service.md. */
  readonly entry: string;
  readonly asks: string;
}

const question = (entry: string, asks: string): Question => ({ entry, asks });

/** By name, in the order of the entries. One that is a quirk of the emulator has the quirk's name and values. */
export const QUESTIONS = {
  clock: question("S-03", "How many seconds is its clock ahead of this machine's?"),
  nonceWindow: question("S-06", "For how many seconds is the nonce of a GET good?"),
  noncePostWindow: question("S-06", "For how many seconds is the nonce of a POST good?"),
  nonceLead: question("S-06", "How many seconds may a nonce be ahead?"),
  nonceOrder: question("S-07", "May a nonce be older than the last one?"),
  nonceReuse: question("S-07", "May a nonce be used again?"),
  methods: question("S-12", "Does an operation work by the other method?"),
  parameters: question("S-14", "Are unknown parameters refused?"),
  errorShape: question("S-17", "What is the body of a refusal?"),
  errorStatus: question("S-17", "Which HTTP status has a refusal?"),
  errorData: question("S-17", "What is data in the envelope of a refusal?"),
  unknownBot: question("S-19", "What is answered for a bot that isn't there?"),
  unknownExchange: question("S-19", "What is answered for an unknown exchange?"),
  emptyMaps: question("S-20", "How is an empty map written?"),
  extraFields: question("S-21", "Are there fields that the interface doesn't have?"),
  listOrder: question("S-23", "In which order does the list show bots?"),
  listLacks: question("S-23", "How many bots that are there does the list lack?"),
  listSize: question("S-23", "How many bots does the list show at most?"),
  listKeeps: question("S-23", "Which bots does a list show that is cut?"),
  listHides: question("S-23", "Is there a bot that the list never shows?"),
  listLag: question("S-23", "By how many milliseconds does the list lag behind?"),
  settingTypes: question("S-25", "Of which type are flags and counts?"),
  priceLevels: question("S-25", "Of which type are the price limits?"),
  numbers: question("S-26", "How are decimals written?"),
  rounding: question("S-26", "Are decimals rounded?"),
  scaleOmitted: question("S-28", "Does an update that leaves a scale out switch it off?"),
  scaleEmpty: question("S-28", "Does 0 switch a scale off?"),
  unsetScale: question("S-29", "How does a scale read that is off?"),
  update: question("S-30", "What becomes of what an update leaves out?"),
  updatedMoves: question("S-30", "Does an update that changes nothing move updated?"),
  pairRequired: question("S-30", "Must an update name the pair?"),
  updateSwitch: question("S-31", "Does an update turn a bot on that is off?"),
  statusOff: question("S-32", "What is the status of a bot that is off?"),
  statusOn: question("S-32", "What is the status of a bot that isn't off?"),
  newBots: question("S-33", "Is a new bot on?"),
  createDelay: question("S-33", "For how many milliseconds is a new bot in no answer?"),
  defaults: question("S-34", "What do optional parameters become that are left out?"),
  titles: question("S-35", "How are titles stored?"),
  logLag: question("S-51", "By how many milliseconds does a bot's log lag behind?"),
  logSwitches: question("S-51", "Does a bot's log tell that it is turned on or off?"),
  historyOrder: question("S-51", "In which order does the history show deals?"),
  dealNumbers: question("S-54", "Of which type are decimals of deals?"),
  accountLeverage: question("S-55", "What is leverage in the account information?"),
  indicatorOff: question("S-76", "What does an indicator become that is switched off?"),
  priceLevelOff: question("S-77", "What does a price limit become that is switched off?"),
} as const satisfies Readonly<Record<string, Question>>;

export type QuestionName = keyof typeof QUESTIONS;

/** Every name, in the order of the table. */
export const QUESTION_NAMES = Object.keys(QUESTIONS).filter((name): name is QuestionName => name in QUESTIONS);

const DECIMALS = ["percentTakeProfit", "percentSafetyOrder", "volumeFirstOrder", "volumeSafetyOrder"] as const;
const SCALES = ["martingaleScale", "dynamicStepScale", "cycleLimitScale"] as const;

/** The settings that a question is about, where it is about settings. */
export const ABOUT_FIELDS: Readonly<Partial<Record<QuestionName, readonly FieldName[]>>> = {
  priceLevels: ["priceLevelDown", "priceLevelUp"],
  rounding: DECIMALS,
  scaleOmitted: ["countOrderMax", ...SCALES],
  scaleEmpty: SCALES,
  unsetScale: SCALES,
  pairRequired: ["pairTitle"],
  defaults: ["volumeSafetyOrder"],
  titles: ["title"],
  indicatorOff: ["indicatorName", "indicatorInterval"],
  priceLevelOff: ["priceLevelDown", "priceLevelUp"],
};

/** What an answer is, where botform acts by it: one of these words, or a measure. */
export const ANSWERS: Readonly<Partial<Record<QuestionName, readonly string[] | "number">>> = {
  ...{ nonceWindow: "number", noncePostWindow: "number", nonceLead: "number", nonceOrder: ["any", "growing"] },
  ...{ listSize: "number", listLag: "number", logLag: "number" },
  rounding: ["none", "2"],
  scaleOmitted: ["keep", "clear"],
  scaleEmpty: ["clear", "keep", "refuse"],
  update: ["merge", "replace", "replace-strict"],
  updateSwitch: ["keep", "on", "off"],
  logSwitches: ["yes", "no"],
  titles: ["as sent", "cut", "escaped", "upper", "nfc"],
  indicatorOff: ["empty", "null", "default", "keep", "refuse"],
  priceLevelOff: ["zero", "empty", "null", "default", "keep", "refuse"],
};

/** An answer as it was found out. */
export interface Seen {
  readonly name: QuestionName;
  /** Of a measure, the most that was accepted. */
  readonly value: string | number;
  /** Of a measure, the least that was refused: the truth lies from `value` to below this. null where nothing was refused. Of titles that are cut, how many characters are surely too many. */
  readonly below?: number | null | undefined;
  /** What was asked and answered, in a few words. */
  readonly detail: string;
}

/** An answer as it is remembered. */
export interface SeenThen extends Seen {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Version of the botform that asked. */
  readonly tool: string;
}

/** What is known of a service. */
export interface ServiceFacts {
  readonly account: string;
  readonly origin: string;
  readonly seen: readonly SeenThen[];
  /** Questions whose answer nobody has seen. */
  readonly notSeen: readonly QuestionName[];
}

/** What is known of it, and what was found out now. */
export interface ServiceCheckFacts {
  readonly facts: ServiceFacts;
  readonly found: readonly Seen[];
  readonly requests: number;
  /** Why not everything was asked; planned where only as many refusals came as may. */
  readonly stopped?: { readonly why: string; readonly isPlanned: boolean };
}

/** The last answer to each question, in the order of the table. */
export function factsAbout(account: string, origin: string, all: readonly SeenThen[]): ServiceFacts {
  const seen = lastAnswers(all);
  const answered = new Set(seen.map(({ name }) => name));
  return { account, origin, seen, notSeen: QUESTION_NAMES.filter((name) => !answered.has(name)) };
}

/** The last answer to each question, in the order of the table. @param all oldest first */
export function lastAnswers(all: readonly SeenThen[]): readonly SeenThen[] {
  const last = new Map(all.map((one) => [one.name, one]));
  return QUESTION_NAMES.flatMap((name) => last.get(name) ?? []);
}

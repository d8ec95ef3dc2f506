// The 16 operations of the request/response API as one table: method, path, parameters, what each does.
import { FIELDS, type FieldSpec } from "../model/bot/field.js";
import type { ANSWERS } from "./wire.js";

export type ParameterType = "int64" | "float" | "string" | "boolean";

export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly required: boolean;
  /** Inclusive bounds and allowed words as the interface states them. */
  readonly min?: number;
  readonly max?: number;
  readonly words?: readonly string[];
}

export interface Operation {
  readonly method: "GET" | "POST";
  /** Path after the host, with its leading slash; it is signed like this. */
  readonly path: string;
  /** All travel in the query string (S-10). */
  readonly parameters: readonly Parameter[];
  /** The client repeats reads and never writes. Bots and deals are apart for rule 17. */
  readonly effect: "read" | "bots" | "deals";
  /** Shape of `data`, by the name of its decoder; a write's confirmation is any text. */
  readonly answer: keyof typeof ANSWERS;
}

const botId: Parameter = { name: "botId", type: "int64", required: true };
const dealId: Parameter = { name: "dealId", type: "int64", required: true };
const accessId: Parameter = { name: "accessId", type: "int64", required: true };
const exchange: Parameter = { name: "exchange", type: "string", required: true };
const immediately: Parameter = { name: "immediately", type: "boolean", required: true };
const newPercentOfTp: Parameter = { name: "newPercentOfTp", type: "float", required: true };

const TYPES: Record<FieldSpec["kind"], ParameterType> = {
  text: "string",
  word: "string",
  integer: "int64",
  decimal: "float",
};

function settings(required: boolean): Parameter[] {
  return FIELDS.map((field: FieldSpec) => ({
    name: field.name,
    type: TYPES[field.kind],
    required: required && field.required,
    ...(field.min !== undefined && { min: field.min }),
    ...(field.max !== undefined && { max: field.max }),
    ...(field.words !== undefined && { words: field.words }),
  }));
}

const read = <Answer extends Operation["answer"]>(path: string, answer: Answer, ...parameters: Parameter[]) =>
  ({ method: "GET", path: `/bot-futures/${path}`, effect: "read", answer, parameters }) as const;
const bots = <Answer extends Operation["answer"]>(path: string, answer: Answer, ...parameters: Parameter[]) =>
  ({ method: "POST", path: `/bot-futures/${path}`, effect: "bots", answer, parameters }) as const;
const deals = (path: string, ...parameters: Parameter[]) =>
  ({ method: "POST", path: `/bot-futures/${path}`, effect: "deals", answer: "confirmation", parameters }) as const;

export const OPERATIONS = {
  accessList: read("access-list", "accesses"),
  listBots: read("all", "bots", exchange),
  botDetails: read("detail", "botDetails", botId),
  botLogs: read("logs", "logs", botId, { name: "limit", type: "int64", required: false }),
  turnOn: bots("activate", "confirmation", botId),
  turnOff: bots("deactivate", "confirmation", botId),
  createBot: bots("create", "created", accessId, exchange, ...settings(true)),
  updateBot: bots("update", "updated", botId, ...settings(false)),
  activeDeals: read("active-deals", "deals", accessId, exchange),
  dealsHistory: read("deals-history", "deals", accessId, exchange),
  startDeal: deals("start-new-deal", botId),
  changeTakeProfit: deals("renew-tp-percentage", dealId, immediately, newPercentOfTp),
  completeDeal: deals("complete-deal", dealId),
  cancelDeal: deals("cancel-deal", dealId),
  // A POST although it only reads (S-12).
  accountInformation: { ...read("account-information", "account"), method: "POST" },
  pairList: read("pair-list", "pairs"),
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

export type ReadName = {
  [Name in OperationName]: (typeof OPERATIONS)[Name]["effect"] extends "read" ? Name : never;
}[OperationName];

/** What a read that fails was doing, in the user's words. */
export const READING: Readonly<Record<ReadName, string>> = {
  accessList: "reading the accesses",
  listBots: "reading the list of bots",
  botDetails: "reading a bot's details",
  botLogs: "reading a bot's log",
  activeDeals: "reading the running deals",
  dealsHistory: "reading the history of deals",
  accountInformation: "reading balances and positions",
  pairList: "reading the pairs",
};

// The 16 operations of the request/response API as one table: method, path, parameters, what each does.
import { FIELDS, type FieldSpec } from "../model/bot/field.js";

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
  /** Path after the host, with its leading slash: it is signed as it stands. */
  readonly path: string;
  /** All travel in the query string (wire facts, section 2). */
  readonly parameters: readonly Parameter[];
  /** Reads may be repeated; what writes never is by the transport. Bots and deals are kept apart for rule 17. */
  readonly effect: "read" | "bots" | "deals";
  /** Shape of `data`, by the name of its decoder in wire.ts; a write's confirmation is any text. */
  readonly answer:
    | "accesses"
    | "bots"
    | "botDetails"
    | "logs"
    | "created"
    | "updated"
    | "deals"
    | "account"
    | "pairs"
    | "confirmation";
}

const botId: Parameter = { name: "botId", type: "int64", required: true };
const dealId: Parameter = { name: "dealId", type: "int64", required: true };
const accessId: Parameter = { name: "accessId", type: "int64", required: true };
const exchange: Parameter = { name: "exchange", type: "string", required: true };

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

export const OPERATIONS = {
  accessList: { method: "GET", path: "/bot-futures/access-list", effect: "read", answer: "accesses", parameters: [] },
  listBots: { method: "GET", path: "/bot-futures/all", effect: "read", answer: "bots", parameters: [exchange] },
  botDetails: { method: "GET", path: "/bot-futures/detail", effect: "read", answer: "botDetails", parameters: [botId] },
  botLogs: {
    method: "GET",
    path: "/bot-futures/logs",
    effect: "read",
    answer: "logs",
    parameters: [botId, { name: "limit", type: "int64", required: false }],
  },
  turnOn: {
    method: "POST",
    path: "/bot-futures/activate",
    effect: "bots",
    answer: "confirmation",
    parameters: [botId],
  },
  turnOff: {
    method: "POST",
    path: "/bot-futures/deactivate",
    effect: "bots",
    answer: "confirmation",
    parameters: [botId],
  },
  createBot: {
    method: "POST",
    path: "/bot-futures/create",
    effect: "bots",
    answer: "created",
    parameters: [accessId, exchange, ...settings(true)],
  },
  updateBot: {
    method: "POST",
    path: "/bot-futures/update",
    effect: "bots",
    answer: "updated",
    parameters: [botId, ...settings(false)],
  },
  activeDeals: {
    method: "GET",
    path: "/bot-futures/active-deals",
    effect: "read",
    answer: "deals",
    parameters: [accessId, exchange],
  },
  dealsHistory: {
    method: "GET",
    path: "/bot-futures/deals-history",
    effect: "read",
    answer: "deals",
    parameters: [accessId, exchange],
  },
  startDeal: {
    method: "POST",
    path: "/bot-futures/start-new-deal",
    effect: "deals",
    answer: "confirmation",
    parameters: [botId],
  },
  changeTakeProfit: {
    method: "POST",
    path: "/bot-futures/renew-tp-percentage",
    effect: "deals",
    answer: "confirmation",
    parameters: [
      dealId,
      { name: "immediately", type: "boolean", required: true },
      { name: "newPercentOfTp", type: "float", required: true },
    ],
  },
  completeDeal: {
    method: "POST",
    path: "/bot-futures/complete-deal",
    effect: "deals",
    answer: "confirmation",
    parameters: [dealId],
  },
  cancelDeal: {
    method: "POST",
    path: "/bot-futures/cancel-deal",
    effect: "deals",
    answer: "confirmation",
    parameters: [dealId],
  },
  // A POST although it only reads (wire facts, section 2).
  accountInformation: {
    method: "POST",
    path: "/bot-futures/account-information",
    effect: "read",
    answer: "account",
    parameters: [],
  },
  pairList: { method: "GET", path: "/bot-futures/pair-list", effect: "read", answer: "pairs", parameters: [] },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

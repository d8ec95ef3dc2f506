// The faults of the server list in coverage.test.ts.
import * as z from "zod/mini";
import type { ServiceResponse } from "../../../src/emulator/http/failure.js";
import { ALL, BOTH, type Fault, type Strike, WRITES } from "./fault.js";
import { CHANGED_ID } from "./fleet.js";
import { enveloped, JSON_TYPE, refused } from "./wire.js";

const LIST: Fault["operations"] = ["listBots"];
const BOTS: Fault["operations"] = ["listBots", "botDetails"];

function instead(answer: ServiceResponse): Fault["strike"] {
  return (strike) => {
    if (strike.phase === "after") strike.act();
    strike.reply(answer);
  };
}

const row = z.looseObject({ id: z.number(), status: z.unknown(), settings: z.looseObject({}) });
type Row = z.infer<typeof row>;
const rows = z.looseObject({ isSuccess: z.literal(true), data: z.array(row) });

/** The emulator's answer with other bots in it; a failure stays as it is. */
function shownAs(change: (bots: Row[]) => readonly Row[]): Fault["strike"] {
  return (strike) => {
    const answer = strike.act();
    const read = z.safeParse(rows, JSON.parse(answer.body));
    if (!read.success) return void strike.reply(answer);
    strike.reply({ ...answer, body: JSON.stringify({ ...read.data, data: change(read.data.data) }) });
  };
}

/** The bot that the plan updates, shown otherwise. */
function changedShownAs(change: (bot: Row) => Row): Fault["strike"] {
  return shownAs((bots) => bots.map((bot) => (bot.id === CHANGED_ID ? change(bot) : bot)));
}

const STATUSES: readonly Fault[] = [
  ...[500, 502, 503, 504].map(
    (status): Fault => ({
      name: `HTTP ${status}`,
      row: status === 500 ? "500 after acting" : "502/503/504 on create",
      must: status === 500 ? "adopted by reading back" : "no retry",
      operations: status === 502 || status === 504 ? WRITES : ALL,
      phases: BOTH,
      write: "doubt",
      read: "passing",
      strike: instead({ status, headers: { "content-type": "text/html" }, body: "<h1>Sorry</h1>" }),
    }),
  ),
  ...Object.entries({
    "without Retry-After": {},
    "with Retry-After in seconds": { "retry-after": "4" },
    "with Retry-After as a date": { "retry-after": "Wed, 21 Oct 2037 07:28:00 GMT" },
  }).map(
    ([how, headers]): Fault => ({
      name: `HTTP 429 ${how}`,
      row: "429 with and without Retry-After",
      must: "a read is tried again when the server wishes, capped; a write is ambiguous",
      operations: how.endsWith("date") ? WRITES : ALL,
      phases: BOTH,
      write: "doubt",
      read: "passing",
      strike: instead({ status: 429, headers: { ...JSON_TYPE, ...headers }, body: refused(429, "slow down").body }),
    }),
  ),
  {
    name: "200 with isSuccess false",
    row: "200 with isSuccess false",
    must: "read back: what is there decides, and it has failed only if nothing has happened",
    operations: ALL,
    phases: BOTH,
    write: "refused",
    read: "final",
    strike: instead(refused(200, "Not today.")),
  },
  ...[400, 409, 422].map(
    (status): Fault => ({
      name: `HTTP ${status} in the service's own form`,
      row: "200 with isSuccess false",
      must: "read back: what is there decides, and it has failed only if nothing has happened",
      operations: WRITES,
      phases: BOTH,
      write: "refused",
      strike: instead(refused(status, "Not today.")),
    }),
  ),
  {
    name: "HTTP 422 in a foreign form",
    row: "undocumented 4xx (rule 4)",
    must: "ambiguous; a plain no once the bot reads back unchanged",
    operations: ALL,
    phases: BOTH,
    write: "doubt",
    read: "final",
    strike: instead({ status: 422, headers: JSON_TYPE, body: '{"name":"Unprocessable","message":"no","code":0}' }),
  },
  ...[401, 403].flatMap((status): Fault[] => {
    const rejected = {
      row: "401/403 half-way",
      must: "send nothing more, read back what was sent, exit 7, list what was done",
      operations: ALL,
      phases: BOTH,
      write: "rejected",
      strike: instead(refused(status, "Who are you?")),
    } as const;
    return [
      { ...rejected, name: `HTTP ${status} once`, read: "passing" },
      { ...rejected, name: `HTTP ${status} from then on`, onwards: true, read: "rejected" },
    ];
  }),
];

/** Carried out with parameters other than those that were sent. */
function altered(name: string, change: (parameters: URLSearchParams, strike: Strike) => void): Fault {
  return {
    name,
    row: "a field ignored or rounded",
    must: "unverified, stays off",
    operations: ["createBot", "updateBot"],
    phases: ["after"],
    write: "altered",
    strike: (strike) => strike.reply(strike.act(strike.forged((parameters) => change(parameters, strike)))),
  };
}

const COMMANDS: readonly Fault[] = [
  altered("a field is ignored", (parameters, { operation }) =>
    parameters.delete(operation === "createBot" ? "volumeSafetyOrder" : "leverage"),
  ),
  altered("a field is rounded", (parameters) => parameters.set("percentTakeProfit", "1.26")),
  {
    name: "command dropped",
    row: "command accepted and dropped",
    must: "a turn-on is unknown, a turn-off sent again",
    operations: ["turnOn", "turnOff"],
    phases: ["before"],
    write: "accepted",
    strike: instead(enveloped("Command was sent")),
  },
  {
    name: "command executed ten minutes later",
    row: "command executed ten minutes later",
    must: "a turn-on is unknown, a turn-off sent again",
    operations: ["turnOn", "turnOff"],
    phases: ["before"],
    actsLate: true,
    write: "accepted",
    strike(strike) {
      strike.actLater(600_000);
      strike.reply(enveloped("Command was sent"));
    },
  },
];

const LISTS: readonly Fault[] = [
  ...Object.entries({
    "drops its first row": { row: "list drops a row", strike: shownAs((bots) => bots.slice(1)) },
    "drops its last row": { row: "list drops a row", strike: shownAs((bots) => bots.slice(0, -1)) },
    lags: { row: "list lags", strike: (strike: Strike) => strike.reply(strike.earliest()) },
    "is suddenly empty": { row: "list is suddenly empty", strike: shownAs(() => []) },
  }).flatMap(([name, { row, strike }]): Fault[] => {
    const misread = {
      row,
      must: "absence in a bad read is not absence (rule 1)",
      operations: LIST,
      phases: [],
      read: "misread",
      strike,
    } as const;
    return [
      { ...misread, name: `list ${name}` },
      ...(name.startsWith("drops") ? [] : [{ ...misread, name: `list ${name} from then on`, onwards: true } as const]),
    ];
  }),
  {
    name: "list shows a row twice",
    row: "list shows a row twice",
    must: "a bad read (rule 1)",
    operations: LIST,
    phases: [],
    read: "final",
    strike: shownAs((bots) => bots.flatMap((bot, at) => (at === 0 ? [bot, bot] : [bot]))),
  },
];

const SHAPES: readonly Fault[] = [
  {
    name: "unknown new field",
    row: "unknown new field (warning)",
    must: "a warning, and all goes on",
    operations: BOTS,
    phases: [],
    onwards: true,
    read: "harmless",
    strike: shownAs((bots) =>
      bots.map((bot) => ({ ...bot, isArchived: false, settings: { ...bot.settings, stop_loss: "0" } })),
    ),
  },
  ...(["", " from then on"] as const).flatMap((spell): Fault[] => [
    {
      name: `unknown word in a managed field${spell}`,
      row: "unknown enum value (kept as it is; no write if it is a managed field)",
      must: "no write to that bot",
      operations: BOTS,
      phases: [],
      ...(spell !== "" && { onwards: true }),
      read: "misread",
      strike: changedShownAs((bot) => ({ ...bot, settings: { ...bot.settings, margin_mode: "PORTFOLIO" } })),
    },
    {
      name: `unknown status${spell}`,
      row: "unknown enum value (kept as it is; no write if it is a managed field)",
      must: "counts as on",
      operations: BOTS,
      phases: [],
      ...(spell !== "" && { onwards: true }),
      read: "harmless",
      strike: changedShownAs((bot) => ({ ...bot, status: "HIBERNATING" })),
    },
  ]),
  {
    name: "an id beyond 2^53",
    row: "numbers beyond 2^53 refused (threat 8)",
    must: "a bad read; a create is ambiguous",
    operations: ["accessList", "listBots", "botDetails", "createBot"],
    phases: ["after"],
    write: "doubt",
    read: "final",
    strike(strike) {
      const answer = strike.act();
      strike.reply({ ...answer, body: answer.body.replace(/"(id|accessId|botId)":\d+/, '"$1":9007199254740993') });
    },
  },
  ...Object.entries({
    "wrong account's answer": { operations: ["accessList", "listBots"], read: "misread" },
    "wrong account's refusal": { operations: ["botDetails", "activeDeals"], read: "final" },
  } as const).map(
    ([name, which]): Fault => ({
      ...which,
      name,
      row: "wrong account's answer",
      must: "nothing written",
      phases: [],
      strike: (strike) => strike.reply(strike.act(strike.forged(() => {}, "other"))),
    }),
  ),
];

export const SERVER_FAULTS: readonly Fault[] = [...STATUSES, ...COMMANDS, ...LISTS, ...SHAPES];

// The rows of the coverage table; a cell that is undefined is a gap.
import { readFileSync } from "node:fs";
import { FIELDS, type FieldSpec, isFieldName, withinBounds } from "../../../src/model/bot/field.js";
import { toParameters } from "../../../src/service/canonical.js";
import { OPERATIONS, type OperationName, type Parameter } from "../../../src/service/operations.js";
import { harness, PLAIN_BOT } from "../../unit/emulator/harness.js";
import type { Facts } from "./facts.js";
import { CREATE_STATED, FIELDS_STATED, LIMITS_STATED, OPERATIONS_STATED, type StatedParameter } from "./stated.js";
import { CALLED, COMMANDS_OF, VALUES_OF } from "./words.js";

/** Cells as Markdown. */
export type Row = readonly (string | undefined)[];

export function operationRows({ sent, served }: Facts): readonly Row[] {
  return Object.keys(OPERATIONS_STATED).map((stated): Row => {
    const name = CALLED[stated];
    if (name === undefined) return [stated, undefined, undefined, undefined, undefined];
    const { method, path, effect } = OPERATIONS[name];
    const commands = COMMANDS_OF[name].map((command) => `\`${command}\``).join(", ");
    return [
      stated,
      sent.has(name) ? `${method} \`${path}\`` : undefined,
      effect === "read" ? "reads" : `writes (${effect})`,
      commands,
      served.operations.has(name) ? "yes" : undefined,
    ];
  });
}

/** The parameters of every operation as the interface states them. */
function statedParameters(): readonly { readonly operation: string; readonly parameter: StatedParameter }[] {
  return Object.entries(OPERATIONS_STATED).flatMap(([operation, plain]) => {
    const update = [{ name: "botId", type: "int64", required: true }, ...CREATE_STATED.slice(2).map(optional)];
    const own = operation === "Create bot" ? CREATE_STATED : operation === "Update bot" ? update : plain;
    return own.map((parameter) => ({ operation, parameter }));
  });
}

function optional(parameter: StatedParameter): StatedParameter {
  return { ...parameter, required: false };
}

export function parameterRows({ sent, served }: Facts): readonly Row[] {
  return statedParameters().map(({ operation, parameter }): Row => {
    const name = CALLED[operation];
    const known =
      name === undefined ? undefined : OPERATIONS[name].parameters.find((one) => one.name === parameter.name);
    const isSent = name !== undefined && sent.get(name)?.includes(parameter.name) === true;
    const isAlike = known !== undefined && known.type === parameter.type && known.required === parameter.required;
    return [
      operation,
      `\`${parameter.name}\``,
      isAlike ? parameter.type : undefined,
      parameter.required ? "yes" : "",
      boundsOf(parameter, known),
      isSent ? sourceOf(parameter.name) : undefined,
      emulatorTakes(served, name, parameter),
    ];
  });
}

/** Empty where the interface states none; a gap where the code has others. */
function boundsOf({ words, bounds }: StatedParameter, known: Parameter | undefined): string | undefined {
  if (words !== undefined) return words.join() === known?.words?.join() ? words.join(", ") : undefined;
  if (bounds === undefined) return "";
  const [min, max] = bounds;
  return String(known?.min) === min && String(known?.max) === max ? `${min} to ${max}` : undefined;
}

function sourceOf(parameter: string): string | undefined {
  return isFieldName(parameter) ? `a bot's \`${parameter}\`` : VALUES_OF[parameter];
}

function emulatorTakes(
  served: Facts["served"],
  name: OperationName | undefined,
  { name: own, required }: StatedParameter,
) {
  if (name === undefined || !served.operations.has(name)) return undefined;
  if (required) return served.insists.has(`${name} ${own}`) ? "insists" : undefined;
  return served.takes.has(`${name} ${own}`) ? "takes" : undefined;
}

/** Where in which answer each resource is looked for. */
const PLACES: Readonly<Record<keyof typeof FIELDS_STATED, { readonly resource: string; readonly at: string }>> = {
  access: { resource: "Access", at: "accessList []." },
  bot: { resource: "Bot", at: "listBots []." },
  settings: { resource: "Bot settings", at: "botDetails [].settings." },
  timestamp: { resource: "Timestamp", at: "botDetails [].updated." },
  deal: { resource: "Deal", at: "activeDeals []." },
  position: { resource: "Position", at: "activeDeals [].position." },
  takeProfitOrder: { resource: "Take-profit order", at: "activeDeals [].tpOrder.*." },
  dealResult: { resource: "Deal result", at: "dealsHistory [].result." },
  log: { resource: "Log entry", at: "botLogs []." },
  account: { resource: "Account information", at: "accountInformation " },
  asset: { resource: "Asset", at: "accountInformation assets[]." },
  accountPosition: { resource: "Account position", at: "accountInformation positions.*." },
};

/** What the list leaves out the details have; a running deal has no result. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "bot accessId": "botDetails [].accessId",
  "bot updated": "botDetails [].updated",
  "deal result": "dealsHistory [].result",
};

export function fieldRows({ shown, served }: Facts): readonly Row[] {
  const rows = Object.entries(PLACES).flatMap(([name, { resource, at }]) =>
    FIELDS_STATED[name as keyof typeof FIELDS_STATED].map((field): Row => {
      const place = ELSEWHERE[`${name} ${field}`] ?? `${at}${field}`;
      return [resource, `\`${field}\``, shownAt(shown, place), served.fields.has(place) ? "yes" : undefined];
    }),
  );
  return [
    ...rows,
    ["Pair list", "each pair", shownAt(shown, "pairList []"), served.fields.has("pairList []") ? "yes" : undefined],
  ];
}

/** A field that holds others shows where they do. */
function shownAt(shown: Facts["shown"], place: string): string | undefined {
  const own = [...shown].filter(([key]) => key === place || key.startsWith(`${place}.`) || key.startsWith(`${place}[`));
  const [first] = own;
  if (first === undefined || own.some(([, { at }]) => at.length === 0)) return undefined;
  const [key, { command, at }] = first;
  if (own.length > 1 || key !== place) return `\`${command}\`: its ${own.length} fields`;
  return `\`${command}\`: ${at.map((path) => `\`${path}\``).join(", ")}`;
}

export function limitRows(): readonly Row[] {
  return LIMITS_STATED.map((limit): Row => {
    const bounds = /^(.*): (\S+) to (\S+)$/.exec(limit);
    if (bounds === null)
      return [
        limit,
        SECRET.test(readFileSync("docs/reference/commands.md", "utf8"))
          ? "said in docs/reference/commands.md"
          : undefined,
        "-",
      ];
    const [, names = "", min = "", max = ""] = bounds;
    const each = names.split(", ");
    return [
      limit,
      each.every((name) => botformKeeps(name, min, max))
        ? "`validate`, `plan`, `apply`; what is beyond is never sent"
        : undefined,
      each.every((name) => emulatorKeeps(name, min, max)) ? "refuses what is beyond" : undefined,
    ];
  });
}

/** Nothing that software could keep: the account's owner has to copy the secret in time. */
const SECRET = /secret is hidden 30 minutes after/;

/** The next number outside of a bound. */
const beyond = (bound: string, step: number) => String(Math.round((Number(bound) + step) * 1000) / 1000);

function botformKeeps(name: string, min: string, max: string): boolean {
  const spec: FieldSpec | undefined = FIELDS.find((field) => field.name === name);
  const step = spec?.kind === "integer" ? 1 : 0.001;
  if (spec === undefined) return false;
  const outside = [beyond(min, -step), beyond(max, step)];
  const isSent = (value: string) => toParameters({ [name]: value }, {}).length > 0;
  const keeps = [min, max].every((value) => withinBounds(spec, value) && isSent(value));
  return keeps && outside.every((value) => !withinBounds(spec, value) && !isSent(value));
}

function emulatorKeeps(name: string, min: string, max: string): boolean {
  const { call } = harness();
  const step = name === "countOrderMax" ? 1 : 0.001;
  const isTaken = (value: string) => call("POST", "create", { ...PLAIN_BOT, [name]: value }).json?.isSuccess === true;
  return isTaken(min) && isTaken(max) && !isTaken(beyond(min, -step)) && !isTaken(beyond(max, step));
}

// Writes pulled bots as a configuration of their own: the account, what bots share, and the bots in the order in which they came to be.

import type { Source } from "../config/yaml/source.js";
import { entryLines } from "./edit-text.js";
import type { Factored, ManyBlock, SingleBlock } from "./factor.js";
import { keyFor, type Skipped, type Written } from "./pulled.js";
import type { Settings, Stated } from "./templates.js";

/** An account as a fresh configuration declares it. */
export interface FreshAccount {
  readonly name: string;
  /** References to the environment, or an address. */
  readonly connection: Readonly<Record<"apiUrl" | "apiKey" | "apiSecret", string>>;
  readonly exchange: string;
  /** By alias: the live title, or the accessId where titles don't tell. */
  readonly accesses: ReadonlyMap<string, string | number>;
}

/** A map in a file may hold 2 000 keys; so many bots are read with ease. */
const MOST_BOTS_A_FILE = 1_000;
const STEP = 2;
/** Beside a configuration: what editors check it with, and complete. */
export const SCHEMA_FILE = "botform.schema.json";
export const MODELINE = `# yaml-language-server: $schema=./${SCHEMA_FILE}`;

type Value = Written | readonly Value[] | { readonly [key: string]: Value };

/** The files, `botform.yaml` first. The same live bots always give the same bytes. */
export function freshFiles(account: FreshAccount, factored: Factored, left: readonly Skipped[]): Source[] {
  const entries = botEntries(factored, account.name);
  const chunks: (readonly [string, Value])[][] = [];
  for (let at = 0; at < entries.length; at += MOST_BOTS_A_FILE) chunks.push(entries.slice(at, at + MOST_BOTS_A_FILE));
  const [first = [], ...more] = chunks;
  const head = [
    MODELINE,
    `# The bots of the account ${account.name}, pulled from the service.`,
    ...section("version", 1),
    ...section("accounts", { [account.name]: accountValue(account) }),
    ...(factored.defaults.size === 0 ? [] : ["", ...section("defaults", record(factored.defaults))]),
    ...(factored.templates.size === 0
      ? []
      : [
          "",
          ...section(
            "templates",
            Object.fromEntries([...factored.templates].map(([name, own]) => [name, statedIn(own)])),
          ),
        ]),
  ];
  return [
    { file: "botform.yaml", text: `${[...head, ...botLines(first), ...leftLines(left)].join("\n")}\n` },
    ...more.map((chunk, index) => ({
      file: `bots-${String(index + 2).padStart(3, "0")}.yaml`,
      text: `${[MODELINE, ...botLines(chunk)].join("\n")}\n`,
    })),
  ];
}

function accountValue({ connection, exchange, accesses }: FreshAccount): Value {
  return { ...connection, exchange, accesses: Object.fromEntries(accesses) };
}

function botLines(entries: readonly (readonly [string, Value])[]): string[] {
  if (entries.length === 0) return [];
  return [
    "",
    "bots:",
    ...entries.flatMap(([key, value], index) => [...(index === 0 ? [] : [""]), ...entryLines(key, value, STEP, STEP)]),
  ];
}

function botEntries({ blocks }: Factored, account: string): (readonly [string, Value])[] {
  const taken = new Set<string>();
  return blocks.map((block) => (block.kind === "bot" ? singleEntry(block, account, taken) : manyEntry(block, taken)));
}

function singleEntry(
  { bot, template, own: stated }: SingleBlock,
  account: string,
  taken: Set<string>,
): readonly [string, Value] {
  const { access, ...own } = statedIn(stated);
  const value = {
    ...(template !== undefined && { extends: template }),
    // A pin is an id of this account, so what is pinned is this account's alone.
    ...(bot.pinned && { only: [account], botId: bot.id }),
    ...(access !== undefined && { access }),
    title: literal(bot.title),
    ...own,
  };
  return [keyFor(bot.title, taken), value];
}

const REFERENCE = /\$\{pair(?:\.base)?\}/;

function manyEntry({ pairs, title, own: stated, exceptions }: ManyBlock, taken: Set<string>): readonly [string, Value] {
  const [reference = ""] = REFERENCE.exec(title) ?? [];
  const [before = "", after = ""] = title.split(reference);
  const { access, ...own } = statedIn(stated);
  const slug = (text: string) => keyFor(text, new Set());
  for (let number = 1; ; number += 1) {
    const parts = [before.trim() === "" ? "" : slug(before), reference, after.trim() === "" ? "" : slug(after)];
    if (number > 1) parts.push(String(number));
    const key = parts.filter((part) => part !== "").join("-");
    const keyOf = (pair: string) => key.replace(reference, reference === "${pair}" ? pair : (pair.split("-")[1] ?? ""));
    const keys = pairs.map(keyOf);
    // Two blocks of other pairs may come to one key as it is written.
    if ([key, ...keys].some((one) => taken.has(one))) continue;
    for (const one of [key, ...keys]) taken.add(one);
    const apart = Object.fromEntries([...exceptions].map(([pair, one]) => [keyOf(pair), statedIn(one)]));
    const value = {
      forEach: { pair: pairs },
      ...(access !== undefined && { access }),
      title,
      pairTitle: "${pair}",
      ...own,
      ...(exceptions.size > 0 && { exceptions: apart }),
    };
    return [key, value];
  }
}

/** What a layer says, in the canonical order of keys. */
function statedIn({ settings, unmanaged }: Stated): Readonly<Record<string, Value>> {
  return { ...record(settings), ...(unmanaged.length > 0 && { unmanaged }) };
}

function record(settings: Settings): Readonly<Record<string, Written>> {
  return Object.fromEntries([...settings].map(([name, value]) => [name, literal(value)]));
}

/** A value in which `${` means itself. */
export function literal<T>(value: T): T | string {
  return typeof value === "string" ? value.replaceAll("${", () => "$${") : value;
}

/** What could not be said stands at the end, so that nobody takes the file for the whole account. */
function leftLines(left: readonly Skipped[]): string[] {
  if (left.length === 0) return [];
  const lines = left.map(
    ({ botId, title, field, reason }) =>
      `#   ${botId} ${JSON.stringify(title)}${field === undefined ? "" : `, ${field}`}: ${reason}`,
  );
  return ["", "# Not pulled:", ...lines.map(printable)];
}

/** A comment ends with its line, whatever a title holds. */
function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`);
}

function section(key: string, value: Value): readonly string[] {
  return entryLines(key, value, 0, STEP);
}

// Checks one file's value against the schema and keeps its valid parts, so that one run shows all problems.

import * as z from "zod/mini";
import { isRecord } from "../../model/record.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { type Deferred, divide } from "../compose/deferred.js";
import { problem } from "../problem.js";
import { nearlyScenario } from "../scenarios/nearly-scenario.js";
import { UNUSABLE } from "../yaml/value.js";
import { explainIssue } from "./issues.js";
import { isBesideItsOwner } from "./not-indented.js";
import { mapId, ownerPath, type Path, pathOf, valueAt, without } from "./place.js";
import { isPlainBot } from "./plain-bot.js";
import { accountSchema, type FileShape, fileSchema } from "./schema.js";
import { type BotShape, botSchema, templateSchema } from "./schema-bot.js";
import { NAME } from "./schema-parts.js";
import { holdsVariable, type SchemaProblem } from "./schema-problem.js";

/** The usable part of one file. */
export interface ReadFile {
  readonly file: string;
  readonly shape: FileShape;
  /**
   * Keys that stand in the file with a value that can't be used, by the mapId of the map they belong to
   * ("bots/x", "defaults", "" for the top). What depends on them can't be checked, so nothing is reported about it.
   */
  readonly dropped: ReadonlyMap<string, ReadonlySet<string>>;
  /** Settings that refer to variables; they are not in `shape`. */
  readonly deferred: Deferred;
}

export interface ReadResult {
  readonly read: ReadFile;
  readonly diagnostics: readonly Diagnostic[];
}

/** Invalid parts are dropped. A second round is needed only if a whole map was dropped. */
const MOST_ROUNDS = 3;
const CONTENTS = { accounts: accountSchema, bots: botSchema, templates: templateSchema } as const;
const NOTHING: Deferred = new Map();

/** Checks the value of a file. Never throws. */
export function readFile(file: string, value: unknown): ReadResult {
  if (value === null) {
    const [summary, remedy] = ["the file contains no configuration", "Fill it, or delete it."];
    const empty = problem("config/empty-file", { summary, remedy, origin: { file, path: [] } });
    return { read: { file, shape: {}, dropped: new Map(), deferred: NOTHING }, diagnostics: [empty] };
  }
  if (isRecord(value) && value["kind"] === "botform-plan") {
    const summary = "this is a saved plan, not a configuration";
    const remedy = `To see it: botform show ${file}. To carry it out: botform apply ${file}.`;
    return unused(file, problem("config/wrong-type", { summary, remedy, origin: { file, path: [] } }));
  }
  const scenario = nearlyScenario(file, value, Object.keys(fileSchema.shape));
  if (scenario !== undefined) return unused(file, scenario);
  const { plain, rest } = apart(value);
  if (plain !== undefined) {
    const result = check(file, rest);
    // With problems the whole file is checked below, so that they are placed in it.
    if (result.diagnostics.length === 0) return { ...result, read: withBots(result.read, plain) };
  }
  return check(file, value);
}

/** A file of which nothing is used. */
function unused(file: string, why: Diagnostic): ReadResult {
  const dropped = new Map<string, Set<string>>();
  remember(dropped, []);
  return { read: { file, shape: {}, dropped, deferred: NOTHING }, diagnostics: [why] };
}

/** The bots of a file in its order, and those among them that the schema has to look at. */
interface Bots {
  readonly all: Readonly<Record<string, unknown>>;
  readonly others: Readonly<Record<string, unknown>>;
}

/** A file's value without its surely valid bots and, if there are any, all its bots. */
function apart(value: unknown): { readonly plain?: Bots; readonly rest: unknown } {
  if (!isRecord(value) || !isRecord(value["bots"])) return { rest: value };
  const all = value["bots"];
  const others: Record<string, unknown> = {};
  let isAny = false;
  for (const key of Object.keys(all)) {
    if (NAME.test(key) && isPlainBot(all[key])) isAny = true;
    else others[key] = all[key];
  }
  return isAny ? { plain: { all, others }, rest: { ...value, bots: others } } : { rest: value };
}

/** What the schema dropped of the others stays dropped. */
function withBots(read: ReadFile, { all, others }: Bots): ReadFile {
  const checked = read.shape.bots ?? {};
  const bots: Record<string, BotShape> = {};
  for (const key of Object.keys(all)) {
    // isPlainBot has seen those that the schema wasn't asked about.
    const bot = Object.hasOwn(others, key) ? checked[key] : (all[key] as BotShape);
    if (bot !== undefined) bots[key] = bot;
  }
  return { ...read, shape: { ...read.shape, bots } };
}

function check(file: string, value: unknown): ReadResult {
  const findings: SchemaProblem[] = [];
  const dropped = new Map<string, Set<string>>();
  const { rest: settled, deferred, lists } = divide(value);
  for (const { path, items } of lists) {
    const found = itemFindings(path, items, value);
    if (found.length === 0) continue;
    findings.push(...found);
    remember(dropped, path);
    deferred.get(mapId(path.slice(0, -1)))?.delete(path.at(-1) ?? "");
  }
  let rest: unknown = settled;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const result = z.safeParse(fileSchema, rest);
    if (result.success)
      return { read: { file, shape: result.data, dropped, deferred }, diagnostics: placed(file, findings) };
    const { issues } = result.error;
    // What the document already found unusable, or was said of the key above it, is dropped without another word.
    const known = issues.filter((issue) => {
      const path = pathOf(issue);
      return valueAt(rest, path) === UNUSABLE || isBesideItsOwner(rest, path);
    });
    const found = issues
      .filter((issue) => !known.includes(issue))
      .flatMap((issue) => [...explainIssue(issue, rest), ...contentsOf(issue, rest)]);
    findings.push(...found);
    // Of several that aren't known, one may explain all.
    const unknown = issues.flatMap((issue) =>
      issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...pathOf(issue), key]) : [],
    );
    const drops = [...known.map(pathOf), ...found.map((finding) => finding.path), ...unknown].map(dropPath);
    for (const path of drops) remember(dropped, path);
    rest = isRecord(rest) && drops.every((path) => path.length > 0) ? without(rest, drops) : {};
  }
  return { read: { file, shape: {}, dropped, deferred: NOTHING }, diagnostics: placed(file, findings) };
}

const SCHEMAS: Readonly<Record<string, z.ZodMiniType>> = botSchema.shape;

/** Problems of list items without variables; their template may never be used, so they are checked here. */
function itemFindings(path: readonly string[], items: readonly unknown[], root: unknown): SchemaProblem[] {
  const schema = SCHEMAS[path.at(-1) ?? ""];
  const written = items.flatMap((item, index) => (holdsVariable(item) || item === UNUSABLE ? [] : [index]));
  const result =
    schema === undefined
      ? undefined
      : z.safeParse(
          schema,
          written.map((index) => items[index]),
        );
  if (result === undefined || result.success) return [];
  return result.error.issues.flatMap((issue) => {
    const [index, ...inner] = issue.path;
    const own = typeof index === "number" ? [written[index] ?? index, ...inner] : issue.path;
    return explainIssue({ ...issue, path: [...path, ...own] }, root);
  });
}

/** zod doesn't check the value of a key that it refuses, but the user needs all problems. */
function contentsOf(issue: z.core.$ZodIssue, root: unknown): SchemaProblem[] {
  const [section, name, deeper] = issue.path;
  if (issue.code !== "invalid_key" || deeper !== undefined) return [];
  if (section !== "bots" && section !== "accounts" && section !== "templates") return [];
  if (!isRecord(root)) return [];
  const holder = root[section];
  const contents = isRecord(holder) ? holder[String(name)] : undefined;
  const result = z.safeParse(CONTENTS[section], contents);
  if (result.success) return [];
  return result.error.issues.flatMap((inner) =>
    explainIssue({ ...inner, path: [section, String(name), ...inner.path] }, root),
  );
}

/** A setting of a bot, or of whatever else holds settings, is dropped as a whole. */
function dropPath(path: Path): Path {
  return path.slice(0, ownerPath(path).length + 1);
}

function remember(dropped: Map<string, Set<string>>, path: Path): void {
  const owner = mapId(path.slice(0, -1));
  const keys = dropped.get(owner) ?? new Set();
  dropped.set(owner, keys.add(String(path.at(-1) ?? "")));
}

function placed(file: string, findings: readonly SchemaProblem[]): Diagnostic[] {
  return findings.map(({ code, summary, remedy, path, key }) =>
    problem(code, { summary, remedy, origin: { file, path, ...(key === undefined ? {} : { key }) } }),
  );
}

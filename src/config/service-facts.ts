// A file of facts that an account pins: what `service show --format json` printed of its service, and a team has reviewed.
import { dirname, join } from "node:path";
import * as z from "zod/mini";
import type { PinnedFacts } from "../model/service-facts.js";
import { ANSWERS, QUESTION_NAMES, type SeenThen } from "../model/service-questions.js";
import type { Diagnostic, Origin } from "../model/text/diagnostic.js";
import { once } from "../model/text/once.js";
import { listed, problem, quoted } from "./problem.js";
import type { ReadFile } from "./schema/read.js";
import { suggestion } from "./schema/suggest.js";
import { readSources, type Source } from "./yaml/source.js";
import { placeOfNamed } from "./yaml/within.js";

/** A file of facts, and the account that names it. */
export interface NamedFacts {
  readonly account: string;
  readonly source: Source;
}

/** The files that accounts name, relative to the file that names them. */
export function factsFiles(
  files: readonly ReadFile[],
  configuration: string,
): { readonly named: readonly NamedFacts[]; readonly diagnostics: readonly Diagnostic[] } {
  const named: NamedFacts[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { file, shape } of files)
    for (const [account, { serviceFacts }] of Object.entries(shape.accounts ?? {})) {
      if (serviceFacts === undefined) continue;
      const path = join(dirname(file), serviceFacts);
      const place = placeOfNamed(path, configuration);
      const origin = { file, path: ["accounts", account, "serviceFacts"] };
      if (place === "missing") diagnostics.push(refused(origin, `there is no ${quoted(path)}`, ANEW));
      else if (place === "outside")
        diagnostics.push(refused(origin, `${quoted(path)} leads out of its folder`, INSIDE));
      else {
        const found = readSources(path);
        diagnostics.push(...found.diagnostics);
        named.push(...found.sources.map((source) => ({ account, source })));
      }
    }
  return { named, diagnostics };
}

const ANEW = "Write it anew: botform service show --format json > FILE.";
const INSIDE = "Put the file itself beside the configuration.";

const shape = once(() => {
  const answer = z.object({
    name: z.enum(QUESTION_NAMES),
    value: z.union([z.string().check(z.maxLength(60)), z.number()]),
    below: z.optional(z.nullable(z.number())),
    detail: z.optional(z.string().check(z.maxLength(300))),
    at: z.iso.datetime(),
    tool: z.optional(z.string().check(z.maxLength(60))),
  });
  return z.object({ origin: z.string().check(z.refine(isOrigin)), seen: z.array(answer) });
});

type Shape = z.infer<ReturnType<typeof shape>>;

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

/** The facts of a file, or every problem of it. What it says beside them (notes of a reviewer, questions that are open) is left alone. */
export function readFacts(
  file: string,
  value: unknown,
): { readonly facts?: PinnedFacts; readonly diagnostics: readonly Diagnostic[] } {
  const read = z.safeParse(shape(), value);
  if (!read.success)
    return { diagnostics: read.error.issues.map(({ path }) => formProblem(file, path.filter(isKey), value)) };
  const { origin, seen } = read.data;
  const diagnostics = seen.flatMap((one, index) => wordProblem(file, index, one, seen));
  if (diagnostics.length > 0) return { diagnostics };
  return { facts: { file, origin, seen: seen.map(answered) }, diagnostics };
}

function answered({ at, detail = "", tool = "", ...answer }: Shape["seen"][number]): SeenThen {
  return { ...answer, detail, tool, at: Date.parse(at) };
}

const isKey = (part: PropertyKey): part is string | number => typeof part !== "symbol";

/** What stands there isn't of the form that `service show` writes. */
function formProblem(file: string, path: readonly (string | number)[], value: unknown): Diagnostic {
  const found = path.reduce<unknown>((part, key) => (Object(part) as Record<string, unknown>)[key], value);
  const origin = { file, path };
  const where = path.length === 0 ? "the file" : path.join(".");
  if (path.at(-1) === "name" && typeof found === "string")
    return refused(origin, `${quoted(found)} is no question to a service`, suggestion(found, QUESTION_NAMES));
  const what = found === undefined ? `${where} is missing` : `${where} can't be ${quoted(found)}`;
  return refused(origin, what, ANEW);
}

/** An answer that nobody could use would be one that nobody notices. */
function wordProblem(
  file: string,
  index: number,
  { name, value }: Shape["seen"][number],
  all: Shape["seen"],
): readonly Diagnostic[] {
  const origin = { file, path: ["seen", index, "value"] };
  const words = ANSWERS[name];
  if (all.findIndex((one) => one.name === name) < index)
    return [refused({ file, path: ["seen", index, "name"] }, `${name} has two answers`, "Keep one of them.")];
  if (words === undefined || words === typeof value || (Array.isArray(words) && words.includes(value))) return [];
  const right = words === "number" ? "a number" : listed(words.map(quoted), "or");
  return [refused(origin, `the answer to ${name} can't be ${quoted(value)}`, `It is ${right}.`)];
}

function refused(origin: Origin, summary: string, remedy: string): Diagnostic {
  return problem("config/service-facts", { summary, remedy, origin });
}

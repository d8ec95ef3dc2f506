// What docs/explanation/safety.md promises to be tested: the tests it names, and which of them a run has not kept.
import { readFileSync } from "node:fs";

export const SAFETY = "docs/explanation/safety.md";

/** A test as a run left it. */
export interface RanTest {
  /** Its own title after those of the blocks it stands in. */
  readonly name: string;
  readonly state: "passed" | "failed" | "skipped" | "pending";
  /** Why it was skipped, where it says so. */
  readonly reason?: string | undefined;
}

export interface RanFile {
  readonly file: string;
  readonly tests: readonly RanTest[];
}

/** `[^name]: `file` › title; title`; the title of a story is how it begins. */
const NOTE = /^\[\^([\w-]+)\]: `([^`]+)` › (.+)$/;

/** What each note names: a file, and titles in it. */
export function notesOf(text: string): ReadonlyMap<string, { readonly file: string; readonly titles: string[] }> {
  const notes = text.split("\n").flatMap((line) => {
    const [, name, file, titles] = NOTE.exec(line) ?? [];
    return name === undefined || file === undefined || titles === undefined
      ? []
      : [[name, { file, titles: titles.split("; ") }] as const];
  });
  return new Map(notes);
}

/** The rows of its tables that name tests. */
export function rowsOf(text: string): string[] {
  return text.split("\n").filter((line) => /^\| \d+ \|/.test(line));
}

export function filesOf(row: string): string[] {
  return [...row.matchAll(/`(test\/[^`]+)`/g)].map(([, file = ""]) => file);
}

/** What the page names in the files that ran, and that did not run and pass; a test that says why it was skipped is excused. */
export function unkept(ran: readonly RanFile[], text: string = readFileSync(SAFETY, "utf8")): string[] {
  const byFile = new Map(ran.map(({ file, tests }) => [file, tests]));
  const wrong: string[] = [];
  const check = (where: string, file: string, title: string) => {
    const tests = byFile.get(file)?.filter(({ name }) => named(title).test(name.replace(/\\(?=['"])/g, "")));
    if (tests === undefined) return;
    const bad = tests.filter(
      ({ state, reason }) => state !== "passed" && !(state === "skipped" && reason !== undefined),
    );
    if (!tests.some(({ state }) => state === "passed"))
      wrong.push(`${where}: ${file} has no test that passed: ${title}`);
    wrong.push(...bad.map(({ name, state }) => `${where}: ${file} ${state}: ${name}`));
  };
  for (const [name, { file, titles }] of notesOf(text))
    for (const title of titles) check(`[^${name}]`, ...(storyOf(file) ?? [file, title]));
  for (const row of rowsOf(text))
    for (const file of filesOf(row)) check(row.slice(0, row.indexOf("|", 2) + 1), file, "");
  return [...new Set(wrong)];
}

/** A story is a test of the file that runs them all, and its name is the title. */
function storyOf(file: string): readonly [file: string, title: string] | undefined {
  const [, folder, story] = /^test\/commands\/(.+)\/([^/]+\.scenario)$/.exec(file) ?? [];
  return folder === undefined ? undefined : ["test/commands/scenarios.test.ts", `${folder} > ${story}`];
}

/** A title as it stands in the code: `%s` and `$name` stand for what a table fills in. */
function named(title: string): RegExp {
  const parts = title.split(/%[sdifjo]|\$\w+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(parts.join(".+"), "s");
}

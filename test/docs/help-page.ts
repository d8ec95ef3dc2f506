// A command's help as Markdown: what `botform COMMAND --help` prints, taken apart and written as tables.
import { plain } from "./generated.js";

/** A word of help and what help says about it: an option, an argument, a command, an exit code. */
export interface Entry {
  readonly term: string;
  readonly about: string;
}

export interface Help {
  readonly usage: string;
  readonly about: string;
  readonly arguments: readonly Entry[];
  readonly options: readonly Entry[];
  readonly commands: readonly Entry[];
  readonly examples: readonly string[];
  readonly exitCodes: readonly Entry[];
  readonly notes: readonly string[];
}

/** Help prints paragraphs, and sections that begin with a heading such as "Options:". */
export function parseHelp(text: string): Help {
  const [usage = "", ...blocks] = text.trim().split(/\n\n+/);
  const section = (heading: string) =>
    blocks
      .find((block) => block.startsWith(`${heading}:\n`))
      ?.split("\n")
      .slice(1);
  const paragraphs = blocks
    .filter((block) => !/^[A-Z][A-Za-z ]+:\n/.test(block))
    .map((block) => block.replaceAll("\n", " "));
  return {
    usage: usage.replace(/^Usage: /, ""),
    about: paragraphs[0] ?? "",
    arguments: entries(section("Arguments") ?? []),
    options: [...entries(section("Options") ?? []), ...entries(section("Global Options") ?? [])].filter(
      ({ term }) => !/^(?:-h, --help|-V, --version|--proxy .*|--format-version .*)$/.test(term),
    ),
    commands: entries(section("Commands") ?? []),
    examples: (section("Examples") ?? []).map((line) => line.trim()),
    exitCodes: entries(section("Exit codes") ?? []),
    notes: paragraphs.slice(1),
  };
}

/** A term stands behind at most five spaces; what it means may go on in lines that are indented farther. */
function entries(lines: readonly string[]): Entry[] {
  const found: { term: string; about: string }[] = [];
  for (const line of lines) {
    const [, term, about = ""] = /^ {1,5}(\S+(?: \S+)*)(?: {2,}(.*))?$/.exec(line) ?? [];
    const last = found.at(-1);
    if (term !== undefined) found.push({ term, about });
    else if (last !== undefined) last.about = `${last.about} ${line.trim()}`.trim();
  }
  return found;
}

/** Options that the commands of at least this many pages have, in the same words, stand once, in a table of their own. */
const SHARED_BY = 3;

/** @param pages the help of the commands of each page */
export function sharedOptions(pages: readonly (readonly Help[])[]): readonly Entry[] {
  const counts = new Map<string, { readonly entry: Entry; count: number }>();
  for (const helps of pages) {
    const options = new Map(helps.flatMap((help) => help.options.map((entry) => [keyOf(entry), entry] as const)));
    for (const [key, entry] of options) counts.set(key, { entry, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].filter(({ count }) => count >= SHARED_BY).map(({ entry }) => entry);
}

const keyOf = ({ term, about }: Entry) => `${term}\n${about}`;

export function entriesTable(heads: readonly [string, string], rows: readonly Entry[]): string {
  const line = ({ term, about }: Entry) => `| \`${term.replaceAll("|", "\\|")}\` | ${plain(about)} |`;
  return [`| ${heads.join(" | ")} |`, "| --- | --- |", ...rows.map(line)].join("\n");
}

/** The tables of exit codes that several commands of a page have; they stand once, at its end. */
function sharedCodes(helps: readonly Help[]): readonly (readonly Entry[])[] {
  const tables = helps.map(({ exitCodes }) => exitCodes).filter(({ length }) => length > 0);
  const isFirst = (table: readonly Entry[], index: number) => tables.findIndex((one) => isSame(one, table)) === index;
  return tables.filter(
    (table, index) => isFirst(table, index) && tables.filter((one) => isSame(one, table)).length > 1,
  );
}

const isSame = (one: readonly Entry[], other: readonly Entry[]) =>
  one.map(keyOf).join("\n\n") === other.map(keyOf).join("\n\n");

/** A page's help: that of its own command, of the commands inside it, and what they share. */
export function pageText(helps: readonly (Help & { readonly name: string })[], shared: readonly Entry[]): string {
  const codes = sharedCodes(helps);
  const parts = helps.map((help, index) => {
    const text = helpText(help, shared, codes);
    return index === 0 ? text : `## botform ${help.name}\n\n${text}`;
  });
  const tables = codes.map((table) => {
    const names = helps.filter(({ exitCodes }) => isSame(exitCodes, table)).map(({ name }) => `\`${name}\``);
    return `## Exit codes of its commands\n\n${names.join(", ")} end with these [codes](../exit-codes.md):\n\n${entriesTable(["code", "meaning"], table)}`;
  });
  return [...parts, ...tables].join("\n\n");
}

/** @param shared options that stand in the table of shared options @param codes tables that stand at the page's end */
function helpText(help: Help, shared: readonly Entry[], codes: readonly (readonly Entry[])[]): string {
  const keys = new Set(shared.map(keyOf));
  const isShared = (entry: Entry) => keys.has(keyOf(entry));
  const own = help.options.filter((entry) => !isShared(entry));
  const others = help.options.filter(isShared).map(({ term }) => `\`${term.replace(/^-\w, /, "")}\``);
  const parts = [plain(help.about), `\`\`\`text\n${help.usage}\n\`\`\``];
  if (help.commands.length > 0) parts.push(entriesTable(["command", "what it does"], help.commands));
  if (help.arguments.length > 0) parts.push(entriesTable(["argument", "meaning"], help.arguments));
  if (own.length > 0) parts.push(entriesTable(["option", "meaning"], own));
  if (others.length > 0) parts.push(`[Shared options](../commands.md#shared-options): ${others.join(", ")}.`);
  if (help.exitCodes.length > 0 && !codes.some((table) => isSame(table, help.exitCodes)))
    parts.push(
      `[Exit codes](../exit-codes.md) of this command:\n\n${entriesTable(["code", "meaning"], help.exitCodes)}`,
    );
  parts.push(...help.notes.map(plain));
  if (help.examples.length > 0) parts.push(`\`\`\`text\n${help.examples.join("\n")}\n\`\`\``);
  return parts.join("\n\n");
}

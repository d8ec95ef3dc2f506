// A scenario's text, read into prose, files and commands, and written again with what the commands print now.

/** A line or more of prose. */
export interface Prose {
  readonly kind: "prose";
  readonly text: string;
}

/** Written to the story's folder when the story comes to it; `from` names a file of the repository in the place of a text. */
export interface GivenFile {
  readonly kind: "file";
  readonly name: string;
  readonly text: string;
  readonly from: string | undefined;
}

export interface Command {
  readonly kind: "command";
  readonly line: string;
}

export type Item = (Prose | GivenFile | Command) & {
  /** No empty line stands before it. */
  readonly isClose: boolean;
};

export interface Printed {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

const FILE = /^=== (\S+)(?: from (\S+))?$/;
const END = "===";

/** What commands printed is left out: it is made anew. @throws Error where a file has no end, or no command printed a line */
export function readScenario(text: string): readonly Item[] {
  const items: Item[] = [];
  const lines = text.trimEnd().split("\n");
  let isClose = false;
  let isAfterCommand = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line === "" || (isAfterCommand && isPrinted(line))) {
      isClose = false;
      continue;
    }
    if (isPrinted(line)) throw new Error(`line ${at + 1} is printed by no command: ${line}`);
    const [, name, from] = FILE.exec(line) ?? [];
    if (name !== undefined) {
      const end = from === undefined ? lines.indexOf(END, at) : at;
      if (end < 0) throw new Error(`the file ${name} has no end: a line ${END}`);
      const body = lines.slice(at + 1, end).map((one) => `${one}\n`);
      items.push({ kind: "file", name, from, text: body.join(""), isClose });
      at = end;
    } else if (line.startsWith("$ ")) items.push({ kind: "command", line: line.slice(2), isClose });
    else items.push({ kind: "prose", text: line, isClose });
    isAfterCommand = line.startsWith("$ ");
    isClose = true;
  }
  return items;
}

const EXIT = /^\[exit \d+\]$/;

function isPrinted(line: string): boolean {
  return line.startsWith("  ") || line.startsWith("! ") || line === "!" || EXIT.test(line);
}

/** The whole text, with what each command printed; commands are asked in their order. */
export function writeScenario(items: readonly Item[], printed: ReadonlyMap<Item, Printed>): string {
  let text = "";
  let hasPrinted = false;
  for (const item of items) {
    const isFirst = text === "";
    text += `${isFirst || (item.isClose && !hasPrinted) ? "" : "\n"}${written(item)}`;
    const result = printed.get(item);
    const shown = result === undefined ? "" : shownOf(result);
    hasPrinted = shown !== "";
    text += shown;
  }
  return text;
}

function written(item: Item): string {
  if (item.kind === "prose") return `${item.text}\n`;
  if (item.kind === "command") return `$ ${item.line}\n`;
  if (item.from !== undefined) return `=== ${item.name} from ${item.from}\n`;
  return `=== ${item.name}\n${item.text}${END}\n`;
}

/** Standard output stands two spaces in; what went to standard error has a mark; an exit code of 0 is no line. */
function shownOf({ exitCode, out, err }: Printed): string {
  return `${marked(out, "  ")}${marked(err, "! ")}${exitCode === 0 ? "" : `[exit ${exitCode}]\n`}`;
}

function marked(text: string, mark: string): string {
  if (text === "") return "";
  const lines = text.endsWith("\n")
    ? text.slice(0, -1).split("\n")
    : [...text.split("\n"), "[no line break at the end]"];
  return lines.map((line) => `${`${mark}${line}`.trimEnd()}\n`).join("");
}

// Finds out what the word under the cursor is: a command, an option, or a value of which option or argument.
import type { CommandUnknownOpts } from "@commander-js/extra-typings";

type Option = CommandUnknownOpts["options"][number];
type Argument = CommandUnknownOpts["registeredArguments"][number];

export interface CursorPlace {
  readonly command: CommandUnknownOpts;
  /** The option whose value is wanted; else commands, options and the argument are. */
  readonly option?: Option;
  /** What of the word stands before the value: `--format=`. */
  readonly prefix: string;
  readonly current: string;
  /** How many arguments of the command stand before the word. */
  readonly count: number;
  /** Whether no word can be an option or a command any more, since -- stands before it. */
  readonly literal: boolean;
  /** Values that were given to options, by their long name. */
  readonly options: ReadonlyMap<string, readonly string[]>;
}

/** @param words those after the program's name; the last one is the one under the cursor, empty where nothing is typed yet */
export function walk(program: CommandUnknownOpts, words: readonly string[]): CursorPlace {
  const options = new Map<string, string[]>();
  let command = program;
  let [count, literal] = [0, false];
  let wanting: Option | undefined;
  let valueCount = 0;
  const record = (option: Option, value: string) =>
    options.set(nameOf(option), [...(options.get(nameOf(option)) ?? []), value]);

  for (const word of words.slice(0, -1)) {
    if (wanting !== undefined && (valueCount === 0 || !word.startsWith("-"))) {
      record(wanting, word);
      valueCount += 1;
      if (!wanting.variadic) wanting = undefined;
      continue;
    }
    wanting = undefined;
    if (literal || !word.startsWith("-") || word === "-") {
      const inner = literal || count > 0 ? undefined : command.commands.find((one) => one.name() === word);
      if (inner === undefined) count += 1;
      else command = inner;
    } else if (word === "--") literal = true;
    else {
      const { option, value } = read(command, word);
      if (option === undefined || !option.required) continue;
      if (value === undefined) [wanting, valueCount] = [option, 0];
      else record(option, value);
    }
  }

  const current = words.at(-1) ?? "";
  const here = { command, current, count, literal, options };
  if (wanting !== undefined && (valueCount === 0 || !current.startsWith("-")))
    return { ...here, option: wanting, prefix: "" };
  const at = current.indexOf("=");
  if (!literal && current.startsWith("--") && at > 0) {
    const { option } = read(command, current);
    if (option !== undefined)
      return { ...here, option, prefix: current.slice(0, at + 1), current: current.slice(at + 1) };
  }
  return { ...here, prefix: "" };
}

/** The argument that the word is a value of. */
export function argumentAt({ command, count }: CursorPlace): Argument | undefined {
  const last = command.registeredArguments.at(-1);
  return command.registeredArguments[count] ?? (last?.variadic === true ? last : undefined);
}

/** `bots list`; empty for the program itself. */
export function pathOf(command: CommandUnknownOpts): string {
  const { parent } = command;
  return parent === null ? "" : `${pathOf(parent)} ${command.name()}`.trim();
}

function nameOf({ long, short }: Option): string {
  return long ?? short ?? "";
}

/** `--name`, `--name=value`, `-c`, `-cvalue`. What a command lacks its parent may have. */
function read(command: CommandUnknownOpts, word: string): { readonly option?: Option; readonly value?: string } {
  const at = word.indexOf("=");
  const isLong = word.startsWith("--");
  const name = isLong ? word.slice(0, at > 0 ? at : undefined) : word.slice(0, 2);
  for (let asked: CommandUnknownOpts | null = command; asked !== null; asked = asked.parent) {
    const option = asked.options.find(({ long, short }) => (isLong ? long : short) === name);
    if (option === undefined) continue;
    if (isLong) return { option, ...(at > 0 && { value: word.slice(at + 1) }) };
    return { option, ...(word.length > 2 && { value: word.slice(2) }) };
  }
  return {};
}

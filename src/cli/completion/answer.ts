// botform __complete, hidden: what a shell may offer for the word under the cursor. It never fails, reads no network and no secrets.
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { clean } from "../../render/sanitize.js";
import type { Shell } from "../command.js";
import { type Candidate, FILES, valuesOf } from "./values.js";
import { argumentAt, type CursorPlace, pathOf, walk } from "./walk.js";

/** A shell shows no more, and a fleet may have thousands of bots. */
const MOST = 2_000;
const LONGEST_ABOUT = 60;

/** @param sent each word with = before it */
export async function answerTo(shell: Shell, sent: readonly string[]): Promise<string> {
  try {
    const program = shell.program();
    const words = sent.map((word) => word.replace(/^=/, ""));
    const place = walk(program, words);
    const found = await candidatesAt(shell, program, place);
    if (found === FILES) return ":files\n";
    const fitting = found.filter(({ value }) => value.startsWith(place.current) && isPlain(value));
    const lines = fitting.slice(0, MOST).map(({ value, about }) => `${place.prefix}${value}${aboutText(about)}`);
    return `${[":none", ...new Set(lines)].join("\n")}\n`;
  } catch {
    // On a problem completion offers nothing: a message would end up in the line being typed.
    return ":none\n";
  }
}

async function candidatesAt(
  { commands: declared, env }: Shell,
  program: CommandUnknownOpts,
  place: CursorPlace,
): Promise<readonly Candidate[] | typeof FILES> {
  const { option, command, current, literal, count, options } = place;
  const path = pathOf(command);
  const own = declared.find(({ name }) => name === path)?.completes ?? {};
  const asked = { own, options, current, program, env };
  if (option !== undefined) {
    if (option.argChoices !== undefined) return option.argChoices.map((value) => ({ value }));
    return valuesOf(option.long ?? "", placeholderOf(option.flags), asked);
  }
  if (!literal && current.startsWith("-")) return optionsOf(command);
  const commands = literal || count > 0 ? [] : commandsOf(command);
  const argument = argumentAt(place);
  if (argument === undefined) return commands;
  if (argument.argChoices !== undefined) return argument.argChoices.map((value) => ({ value }));
  const values = await valuesOf("", argument.name(), asked);
  return values === FILES ? FILES : [...commands, ...values];
}

function commandsOf(command: CommandUnknownOpts): Candidate[] {
  const shown = command.createHelp().visibleCommands(command);
  return shown.map((one) => ({ value: one.name(), about: one.description() }));
}

function optionsOf(command: CommandUnknownOpts): Candidate[] {
  const shown = command.createHelp().visibleOptions(command);
  return shown.flatMap(({ long, description }) => (long === undefined ? [] : [{ value: long, about: description }]));
}

/** `file` of `--out <file>`. */
function placeholderOf(flags: string): string {
  return /[<[]([\w=-]+)/.exec(flags)?.[1] ?? "";
}

/** Names are typed into a shell: one that holds what can't be seen is never offered (threat 4). */
function isPlain(value: string): boolean {
  return value !== "" && clean(value) === value;
}

function aboutText(about: string | undefined): string {
  if (about === undefined || about === "") return "";
  const line = clean(about.split(/\. |; |\n/)[0] ?? "").replace(/\.$/, "");
  return `\t${line.length > LONGEST_ABOUT ? `${line.slice(0, LONGEST_ABOUT - 1)}…` : line}`;
}

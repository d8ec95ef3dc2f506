// The one place where what went wrong becomes a message, what helps after it, and an exit code.
import { existsSync } from "node:fs";
import { CommanderError, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { describeFault, type Explanation, explain, oneLine } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { slips } from "../../model/text/slips.js";
import { resultJson } from "../../render/machine/json.js";
import { clean, cleanLines } from "../../render/sanitize.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import { COMMANDS } from "../registry.js";
import type { Context } from "./context.js";
import { habitIn } from "./habits.js";
import { shellWord } from "./shell-word.js";

/** Prints the failure, of a usage error with the hint: text on standard error or, where JSON was asked for, the one document on standard output. */
export function reportFailure(
  context: Context,
  argv: readonly string[],
  error: unknown,
  usageHint = "See botform --help.",
): ExitCode {
  const { message: plain, exitCode, diagnostics } = explained(error, commandOf(argv));
  const message = error instanceof CommanderError ? `${plain}\n${usageHint}` : plain;
  if (asksFor(argv, "--format", "json")) {
    const formatVersion = asksFor(argv, "--format-version", "1") ? 1 : 2;
    context.out(
      resultJson({ command: commandOf(argv), exitCode, formatVersion, diagnostics, error: oneLine(message) }),
    );
    return exitCode;
  }
  if (diagnostics.length > 0) context.err(`${diagnosticsText(diagnostics, context.errColour)}\n`);
  context.tell(`${context.errColour.bad("botform:")} ${cleanLines(message)}\n`);
  return exitCode;
}

/** Any error in words, those of the command line's own parser included. */
function explained(error: unknown, command: string): Explanation {
  if (!(error instanceof CommanderError)) return explain(error);
  // A secret on the command line is wrong enough: it isn't repeated (threat 5).
  const message = error.message
    .replace(/^error: /, "")
    // What our parsers say follows a full stop of commander's.
    .replace(/(?<= is invalid\. )[a-z]/, (letter) => letter.toUpperCase())
    .trim()
    .replace(/(--[\w-]*(?:key|secret|token|pass)[\w-]*=)[^\s']+/gi, "$1***");
  const habit = habitIn(error, command);
  // What is only spelled alike is no better guess.
  const whole = habit === undefined ? withNearOnes(message) : `${message.replace(GUESSES, "")}\n${habit}`;
  return { message: whole, exitCode: EXIT.invalid, diagnostics: [] };
}

const GUESSES = /\n\(Did you mean (?:one of )?(.*)\?\)$/;

/** The parser's guesses for a short word have little in common with it: only what is a letter away in three is kept. */
function withNearOnes(message: string): string {
  const word = /'([^']*)'/.exec(message)?.[1] ?? "";
  const guesses = GUESSES.exec(message)?.[1]?.split(", ") ?? [];
  const near = guesses.filter((guess) => isNear(word, guess));
  if (near.length === guesses.length) return message;
  return message.replace(GUESSES, near.length === 0 ? "" : `\n(Did you mean ${near.join(" or ")}?)`);
}

/** Near enough to be a slip for it. */
function isNear(word: string, name: string): boolean {
  return slips(word, name) <= Math.max(1, Math.floor(name.length / 3));
}

/** Reports a fault that nobody caught, redacted; what it left behind is unknown. */
export function reportFault(error: unknown): ExitCode {
  process.stderr.write(`botform: ${clean(describeFault(error))}\n`);
  return EXIT.unknown;
}

/** The command's name as its success says it, too: of two words where it has a second one. */
function commandOf(argv: readonly string[]): string {
  const [first = "", second = ""] = fromCommandOn(argv);
  const held = COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  // Of a command that takes an argument itself, the second word may be that.
  const isArgument = COMMANDS.some(({ name, hasArguments }) => name === first && hasArguments);
  const isHeld = isArgument
    ? held.some(({ name }) => name === `${first} ${second}`)
    : held.length > 0 && /^[a-z][a-z-]*$/.test(second);
  return isHeld ? `${first} ${second}` : first;
}

/** Without the program's own options, where they stand before the command. */
function fromCommandOn(argv: readonly string[]): readonly string[] {
  const [first = ""] = argv;
  if (!/^--(proxy|format-version)(=|$)/.test(first)) return argv;
  return fromCommandOn(argv.slice(first.includes("=") ? 1 : 2));
}

function asksFor(argv: readonly string[], option: string, value: string): boolean {
  return argv.some(
    (argument, index) => argument === `${option}=${value}` || (argument === option && argv[index + 1] === value),
  );
}

/** One line or two, for the command that these arguments name; the program's own help where they name none. */
export function usageHint(program: CommandUnknownOpts, argv: readonly string[], error: unknown): string {
  const { path, command } = commandCalled(program, argv);
  const isTooMany = error instanceof CommanderError && error.code === TOO_MANY;
  const extra = isTooMany ? configurationIn(command) : undefined;
  const early = error instanceof CommanderError && error.code === UNKNOWN ? optionTooEarly(program, argv) : undefined;
  const isLacking = error instanceof CommanderError && LACKING.has(error.code);
  const name = path.slice(1).join(" ");
  const example = isLacking && habitIn(error, name) === undefined ? exampleOf(name, error.message) : undefined;
  if (example !== undefined) return `For example: ${example}\nSee ${path.join(" ")} --help.`;
  const meant =
    extra !== undefined
      ? `Name a configuration with -c ${shellWord(extra)}.\n`
      : isTooMany
        ? choiceOf(command)
        : early === undefined
          ? ""
          : `${early}\n`;
  return `${secondWord(path, command, argv, error)}${meant}See ${path.join(" ")} --help.`;
}

/** Below the command called, those that its second word is probably a slip for; of several, the nearest. */
function secondWord(path: readonly string[], command: CommandUnknownOpts, argv: readonly string[], error: unknown) {
  if (error instanceof CommanderError && habitIn(error, path.slice(1).join(" ")) !== undefined) return "";
  const word = missingCommand(error) ?? fromCommandOn(argv)[path.length - 1] ?? "";
  // The program's own commands are suggested by the parser.
  const names = path.length === 1 ? [] : command.commands.map((one) => one.name());
  const near = names.filter((name) => isNear(word, name));
  const least = Math.min(...near.map((name) => slips(word, name)));
  const nearest = near.filter((name) => slips(word, name) === least);
  if (nearest.length > 0) return `Did you mean ${nearest.map((name) => `${path.join(" ")} ${name}`).join(" or ")}?\n`;
  if (command.name() !== "hold" || missingCommand(error) === undefined) return "";
  return `To hold a bot: botform hold add ${shellWord(word)} --reason TEXT\n`;
}

/** The word that a command which only holds others was called with, and that none of them is called. */
function missingCommand(error: unknown): string | undefined {
  return error instanceof CommanderError ? / has no command (\S+)/.exec(error.message)?.[1] : undefined;
}

/** What an argument too many may choose, where the command has an option for it. */
function choiceOf(command: CommandUnknownOpts): string {
  const { args, options, registeredArguments } = command;
  const extra = args.slice(registeredArguments.length);
  if (command.name() === "history" && /^(?:last$|\d{4}-\d\d-\d\d)/.test(extra[0] ?? ""))
    return `botform history show ${shellWord(extra[0] ?? "")} shows one run.\n`;
  const words = extra.map(shellWord).join(" ");
  const has = (name: string) => options.some(({ long }) => long === name);
  const ways = [
    ...(has("--target") ? [`bots, write --target ${words}`] : []),
    ...(has("--accept") ? [`bots, write --accept ${words}`] : []),
    ...(has("--account") ? [`an account, --account ${shellWord(extra[0] ?? "")}`] : []),
  ];
  if (ways.length === 1 && has("--account"))
    return `To choose ${ways[0]}. If it is a bot: botform bots show ${shellWord(extra[0] ?? "")} shows it, with its deals.\n`;
  return ways.length === 0 ? "" : `To choose ${ways.join("; to choose ")}.\n`;
}

/** One with the option that lacks its value, where that is what is wrong. */
function exampleOf(command: string, message: string): string | undefined {
  const examples = COMMANDS.find(({ name }) => name === command)?.examples ?? [];
  const flag = /--[\w-]+/.exec(message)?.[0];
  return flag === undefined ? examples[0] : examples.find((one) => one.includes(flag));
}

/** Something that the command needs isn't there. */
const LACKING: ReadonlySet<string> = new Set([
  "commander.missingArgument",
  "commander.optionMissingArgument",
  "commander.missingMandatoryOptionValue",
]);
const TOO_MANY = "commander.excessArguments";
const UNKNOWN = "commander.unknownOption";

/** For an option of a command that stands before it. */
function optionTooEarly(program: CommandUnknownOpts, argv: readonly string[]): string | undefined {
  const flag = argv[0]?.split("=")[0] ?? "";
  // An account may be called like a command.
  for (let at = 1; at < argv.length; at += 1) {
    const { path, command } = commandCalled(program, argv.slice(at));
    const option = command.options.find(({ short, long }) => short === flag || long === flag);
    if (command !== program && option !== undefined)
      return `Options follow the command: ${path.join(" ")} ${flag}${option.required ? " …" : ""}`;
  }
  return undefined;
}

function commandCalled(program: CommandUnknownOpts, argv: readonly string[]) {
  const path = [program.name()];
  let command = program;
  for (const word of fromCommandOn(argv)) {
    const found = command.commands.find((one) => one.name() === word);
    if (found === undefined) break;
    path.push(word);
    command = found;
  }
  return { path, command };
}

/** The first argument too many, where it looks like a configuration and the command takes one by an option. */
function configurationIn({ args, registeredArguments, options }: CommandUnknownOpts): string | undefined {
  const extra = args[registeredArguments.length];
  if (extra === undefined || !options.some(({ long }) => long === "--config")) return undefined;
  return /\.ya?ml$|\/$/.test(extra) || existsSync(extra) ? extra : undefined;
}

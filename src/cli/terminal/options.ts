// Options that several commands have, and what reads their values.
import { type Command, InvalidArgumentError, Option } from "commander";

export function config(): Option {
  return new Option("-c, --config <path>", "configuration file or folder (default: botform.yaml, else botform/)");
}

/** Values for the variables of the configuration. */
export function variable(): Option {
  return new Option("--var <name=value...>", "a variable's value, in the place of what vars says; may be repeated");
}

export function variableFile(): Option {
  return new Option("--var-file <file...>", "YAML files of variables and their values; --var wins over them");
}

export function format(choices: readonly string[] = ["text", "json"]): Option {
  return new Option("--format <form>", "form of the output").choices(choices).default("text");
}

export function journal(): Option {
  return new Option("--journal <folder>", "folder of the journal")
    .argParser(fileName)
    .env("BOTFORM_JOURNAL")
    .default(".botform/journal");
}

/** One name, several with commas between, or the option again. Not variadic: that would take the file after it for a name. */
export function accounts(): Option[] {
  const each = (text: string, before: readonly string[] = []) => [...before, ...text.split(",").map(named)];
  return [
    new Option("--account <names>", "which account, or several: a,b; needed when there are several").argParser(each),
    new Option("--all-accounts", "every account of the configuration, side by side"),
  ];
}

function named(text: string): string {
  const name = text.trim();
  if (name === "") throw new InvalidArgumentError("an account's name is wanted, or several with commas between.");
  return name;
}

/** Not --env-file: node 20 takes that for its own wherever it stands, and loads NODE_OPTIONS from it, too. */
export function envFrom(): Option {
  return new Option(
    "--env-from <file>",
    "take BOTFORM_ variables from this .env file, - for standard input; they win over the environment's",
  ).argParser((text) => (text === "-" ? text : fileName(text)));
}

/** Requests under way at once. That it was given has to be known: the configuration may say another number. */
export function concurrency(count: number): Option {
  return new Option("--concurrency <number>", "requests under way at once; wins over the account's")
    .argParser(positive)
    .default(count)
    .implies({ concurrencyStated: true });
}

export function requestsPerSecond(): Option {
  return new Option(
    "--requests-per-second <number>",
    "requests that leave in a second at most, from 2; wins over the account's",
  ).argParser(rate);
}

/** With fewer, what an apply has seen of a bot is too old before it can write (rule 2). */
function rate(text: string): number {
  if (/^\d{1,6}(?:\.\d{1,6})?$/.test(text) && Number(text) >= 2) return Number(text);
  throw new InvalidArgumentError("a number of at least 2 is wanted.");
}

export function accessCache(): Option {
  return new Option(
    "--access-cache <minutes>",
    "take the account's accesses from the last plan where it is no older, at most 1440; whatever is to be done is planned by those of now",
  ).argParser(from(1, 1440));
}

export function commandTimeout(): Option {
  return new Option("--command-timeout <seconds>", "how long a queued switch may take to be observed")
    .argParser(from(1, 86_400))
    .default(120);
}

export function maxChangedPercent(): Option {
  return new Option(
    "--max-changed-percent <number>",
    "of the account's live bots it may change, where there are 10 or more",
  )
    .argParser(from(0, 100))
    .default(30);
}

export function maxTurnOns(): Option {
  return new Option("--max-turn-ons <number>", "bots it may turn on").argParser(from(0, 999_999)).default(30);
}

/** A name that begins with - is an option whose file was forgotten, more likely than a file. */
export function fileName(text: string): string {
  if (!text.startsWith("-")) return text;
  throw new InvalidArgumentError(`a name is wanted; one that begins with - is written ./${text}`);
}

/** Option after option, none in the place of another. */
export function eachFile(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join("\n")}\n`;
}

/** Reads a whole number, 0 included. */
export function natural(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("a whole number is wanted.");
  return Number(text);
}

export function positive(text: string): number {
  const number = natural(text);
  if (number === 0) throw new InvalidArgumentError("a number greater than 0 is wanted.");
  return number;
}

/** Reads a whole number within these bounds. */
export function from(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = least > 0 ? positive(text) : natural(text);
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`a whole number from ${least} to ${most} is wanted.`);
  };
}

/** What opens one account. Without a usable configuration the environment variables of its name do. */
export function opening(command: Command): Command {
  command.option(
    "--account <name>",
    "which account; needed when there are several, or no configuration without errors",
  );
  for (const option of [config(), variable(), variableFile(), envFrom()]) command.addOption(option);
  return command;
}

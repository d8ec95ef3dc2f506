// What helps after a usage error: the help of the very command, and the option that a path was meant for.
import { existsSync } from "node:fs";
import { type Command, CommanderError } from "commander";
import { shellWord } from "./shell-word.js";

/** One line or two, for the command that these arguments name; the program's own help where they name none. */
export function usageHint(program: Command, argv: readonly string[], error: unknown): string {
  const { path, command } = commandOf(program, argv);
  const stray = error instanceof CommanderError && error.code === TOO_MANY ? configurationIn(command) : undefined;
  const meant = stray === undefined ? "" : `A configuration is named with -c ${shellWord(stray)}.\n`;
  return `${meant}See ${path.join(" ")} --help.`;
}

const TOO_MANY = "commander.excessArguments";

function commandOf(program: Command, argv: readonly string[]): { readonly path: readonly string[]; command: Command } {
  const path = [program.name()];
  let command = program;
  for (const word of argv) {
    const found = command.commands.find((one) => one.name() === word);
    if (found === undefined) break;
    path.push(word);
    command = found;
  }
  return { path, command };
}

/** The first argument too many, where it looks like a configuration and the command takes one by an option. */
function configurationIn({ args, registeredArguments, options }: Command): string | undefined {
  const stray = args[registeredArguments.length];
  if (stray === undefined || !options.some(({ long }) => long === "--config")) return undefined;
  return /\.ya?ml$|\/$/.test(stray) || existsSync(stray) ? stray : undefined;
}

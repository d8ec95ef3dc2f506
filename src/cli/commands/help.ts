// botform help: the commands and topics there are, one command's options, or one topic as text.
import type { Command } from "commander";
import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { nearest } from "../../config/schema/suggest.js";
import type { Context } from "../terminal/context.js";
import { isTopic, TOPIC_NAMES } from "../terminal/topics.js";

export async function helpCommand(context: Context, program: Command, names: readonly string[]): Promise<ExitCode> {
  const [first, ...more] = names;
  if (first !== undefined && more.length === 0 && isTopic(first)) {
    const { topicText } = await import("../terminal/topics-text.js");
    const isCommand = program.commands.some((command) => command.name() === first);
    context.out(topicText(first, isCommand, context.colour));
    return EXIT.done;
  }
  commandOf(program, names).outputHelp();
  return EXIT.done;
}

function commandOf(program: Command, names: readonly string[]): Command {
  let command = program;
  for (const name of names) {
    const found = command.commands.find((one) => one.name() === name);
    if (found === undefined) throw unknown(program, names);
    command = found;
  }
  return command;
}

function unknown(program: Command, names: readonly string[]): AppError {
  const commands = program.createHelp().visibleCommands(program);
  const near = nearest(names[0] ?? "", [...TOPIC_NAMES, ...commands.map((command) => command.name())]);
  const hint =
    near === undefined || names.length > 1 ? "botform help lists commands and topics." : `Did you mean ${near}?`;
  return new AppError(`there is no command or topic ${names.join(" ").slice(0, 100)}\n${hint}`);
}

// The commands that only hold others: bots and deals; whoever hangs one under them asks here.
import type { Command } from "commander";

/** `botform bots`; made by whoever asks for it first. */
export function botsParent(program: Command): Command {
  return parent(program, "bots", "Look at live bots, and act on them directly.");
}

/** `botform deals`; made by whoever asks for it first. */
export function dealsParent(program: Command): Command {
  return parent(program, "deals", "Look at deals, and act on them directly.");
}

function parent(program: Command, name: string, description: string): Command {
  const known = program.commands.find((command) => command.name() === name);
  if (known !== undefined) return known;
  return program
    .command(name)
    .description(description)
    .usage("<command> [options]")
    .allowExcessArguments()
    .action((_options, command: Command) => {
      const [unknown] = command.args;
      if (unknown !== undefined) command.error(`error: botform ${name} has no command ${unknown}`);
      command.outputHelp();
    });
}

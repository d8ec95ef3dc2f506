// botform help: the commands and topics there are, one command's options, or one topic as text.
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { AppError } from "../../app/error.js";
import { command } from "../command.js";
import { isTopic, TOPIC_NAMES, TOPICS } from "../help/topics.js";
import { argument, list } from "../options.js";

export const help = command({
  name: "help",
  summary: `Show help for a command, or for a topic: ${TOPIC_NAMES.join(", ")}.`,
  group: "trying",
  arguments: () => list(argument("[name...]", "a command, or a topic")),
  examples: ["botform help exit-codes", "botform help bots off"],
  completes: {
    name: ({ program }) => [
      ...Object.entries(TOPICS).map(([value, about]) => ({ value, about })),
      ...visible(program).map((one) => ({ value: one.name(), about: one.description() })),
    ],
  },
  async run(shell, { name: names }) {
    const program = shell.program();
    const [first, ...more] = names;
    if (first === undefined || more.length > 0 || !isTopic(first)) {
      (await commandCalled(program, names)).outputHelp();
      return "";
    }
    const { topicText } = await import("../help/topic-text.js");
    const isCommand = program.commands.some((one) => one.name() === first);
    return topicText(first, isCommand, shell.colour);
  },
  show: (text) => text,
});

function visible(program: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return program.createHelp().visibleCommands(program);
}

async function commandCalled(program: CommandUnknownOpts, names: readonly string[]): Promise<CommandUnknownOpts> {
  let found: CommandUnknownOpts | undefined = program;
  for (const name of names) found = found?.commands.find((one) => one.name() === name);
  if (found !== undefined) return found;
  const { nearest } = await import("../../config/schema/suggest.js");
  const near = nearest(names[0] ?? "", [...TOPIC_NAMES, ...visible(program).map((one) => one.name())]);
  const hint =
    near === undefined || names.length > 1
      ? `The topics are ${TOPIC_NAMES.join(", ")}. Run botform help for the commands.`
      : `Did you mean ${near}?`;
  throw new AppError(`there is no command or topic ${names.join(" ").slice(0, 100)}\n${hint}`);
}

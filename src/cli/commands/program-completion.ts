// The part of the command line that helps to type it: completion for shells, and help for commands and topics.
import { Argument, type Command } from "commander";
import type { Choose } from "../terminal/choose.js";
import { examples } from "../terminal/options.js";
import { TOPIC_NAMES } from "../terminal/topics.js";

/** Adds the commands to the program; they look at its other commands when they run. */
export function completionCommands(program: Command, choose: Choose): void {
  program
    .command("completion")
    .addArgument(new Argument("<shell>", "which shell").choices(["bash", "zsh", "fish"]))
    .description("Print a script that completes commands, options and values in a shell.")
    .addHelpText(
      "after",
      `${examples(
        "botform completion bash > ~/.local/share/bash-completion/completions/botform",
        "botform completion zsh > ~/.zfunc/_botform    # with fpath+=~/.zfunc before compinit in ~/.zshrc",
        "botform completion fish > ~/.config/fish/completions/botform.fish",
      )}
For this shell alone: source <(botform completion bash)
`,
    )
    .action((shell: string) => choose(async (c) => (await import("./completion.js")).completionCommand(c, shell)));

  program
    .command("__complete", { hidden: true })
    .argument("[words...]", "the words after botform up to the cursor, each with = before it")
    .helpOption(false)
    .allowUnknownOption()
    .action((words: readonly string[]) =>
      choose(async (c) => (await import("./completion-answer.js")).answerCommand(c, program, words)),
    );

  program
    .command("help")
    .argument("[name...]", "a command, or a topic")
    .description(`Show help for a command, or for a topic: ${TOPIC_NAMES.join(", ")}.`)
    .addHelpText("after", examples("botform help exit-codes", "botform help bots off"))
    .action((names: readonly string[]) =>
      choose(async (c) => (await import("./help.js")).helpCommand(c, program, names)),
    );
  program.addHelpText("after", `Topics:\n  botform help TOPIC                    ${TOPIC_NAMES.join(", ")}\n`);
}

// botform completion: prints the script that teaches a shell to complete botform's words.
import { Argument } from "@commander-js/extra-typings";
import { command } from "../command.js";
import { list } from "../options.js";

export const completion = command({
  name: "completion",
  summary: "Print a script that completes commands, options and values in a shell.",
  group: "trying",
  arguments: () => list(new Argument("<shell>", "the shell to complete for").choices(["bash", "zsh", "fish"])),
  examples: [
    "botform completion bash > ~/.local/share/bash-completion/completions/botform",
    "botform completion zsh > ~/.zfunc/_botform    # with fpath+=~/.zfunc before compinit in ~/.zshrc",
    "botform completion fish > ~/.config/fish/completions/botform.fish",
  ],
  notes: "For the current shell only: source <(botform completion bash)",
  run: async (_host, { shell }) => (await import("../completion/scripts.js")).SCRIPTS[shell],
  show: (script) => script,
});

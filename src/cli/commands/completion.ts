// botform completion: prints the script that teaches a shell to complete botform's words.

import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { BASH, FISH, ZSH } from "../terminal/completion-scripts.js";
import type { Context } from "../terminal/context.js";

const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ["bash", BASH],
  ["zsh", ZSH],
  ["fish", FISH],
]);

export async function completionCommand(context: Context, shell: string): Promise<ExitCode> {
  const script = SCRIPTS.get(shell);
  if (script === undefined) throw new AppError(`there is no completion for ${shell.slice(0, 40)}`);
  context.out(script);
  return EXIT.done;
}

// botform __complete, hidden: what a shell may offer for the word under the cursor.
import { command } from "../command.js";
import { argument, list } from "../options.js";

export const complete = command({
  name: "__complete",
  summary: "",
  isHidden: true,
  arguments: () => list(argument("[words...]", "the words after botform up to the cursor, each with = before it")),
  run: async (shell, { words }) => (await import("../completion/answer.js")).answerTo(shell, words),
  show: (answer) => answer,
});

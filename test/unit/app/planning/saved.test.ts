// What can't be combined with a saved plan: it is applied as a whole, on the account it names.
import { expect, it } from "vitest";
import { programHost } from "../../../../src/app/host.js";
import { openSaved, type SavedChoice } from "../../../../src/app/planning/saved.js";
import { refusal } from "../room.js";

const WHOLE =
  "--target, --exclude and --allow-replace don't work with a saved plan\nA saved plan is applied as a whole.";
const ONE = "a saved plan is for one account, and names it\nLeave out --all-accounts and any other account names.";

it.each<{ options: Partial<SavedChoice>; message: string }>([
  { options: { target: ["a"] }, message: WHOLE },
  { options: { exclude: ["a"] }, message: WHOLE },
  { options: { allowReplace: true }, message: WHOLE },
  { options: { allAccounts: true }, message: ONE },
  { options: { account: ["a", "b"] }, message: ONE },
  // Nothing of the above: then the file is looked for.
  {
    options: { allowReplace: false, account: ["a", "a"] },
    message:
      "no-such-folder/plan doesn't exist\nName a file that botform plan --out wrote; to name a configuration, use --config.",
  },
])("$options with a saved plan: $message", async ({ options, message }) => {
  const choice: SavedChoice = { file: "no-such-folder/plan", journal: "no-such-folder", ...options };
  expect((await refusal(() => openSaved(programHost({}), choice)))[0]).toBe(message);
});

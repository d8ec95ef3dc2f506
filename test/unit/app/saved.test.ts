// What can't be combined with a saved plan: it is applied as a whole, on the account it names.
import { expect, it } from "vitest";
import { programHost } from "../../../src/app/host.js";
import { openSaved, type SavedChoice } from "../../../src/app/saved.js";

it.each<{ options: Partial<SavedChoice>; message: RegExp }>([
  { options: { target: ["a"] }, message: /--target, --exclude and --allow-replace/ },
  { options: { exclude: ["a"] }, message: /--target, --exclude and --allow-replace/ },
  { options: { allowReplace: true }, message: /--target, --exclude and --allow-replace/ },
  { options: { allAccounts: true }, message: /one account/ },
  { options: { account: ["a", "b"] }, message: /one account/ },
  // Nothing of the above: then the file is looked for.
  { options: { allowReplace: false, account: ["a", "a"] }, message: /doesn't exist/ },
])("$options with a saved plan: $message", async ({ options, message }) => {
  const choice: SavedChoice = { file: "no-such-folder/plan", journal: "no-such-folder", ...options };
  await expect(openSaved(programHost({}), choice)).rejects.toThrow(message);
});

// Who wants another answer is told the command that asks about the same again.
import { expect, it } from "vitest";
import { askAgainCommand } from "../../../src/render/ask-again.js";

it.each([
  ["a plan of the files", "47973c1a5687", "botform plan --ask --account main"],
  [
    "a way back",
    "undo/2026-01-15T09-30-00Z-4f1c2a7b",
    "botform undo 2026-01-15T09-30-00Z-4f1c2a7b --ask --account main",
  ],
  [
    "a way back that only turns off",
    "undo/2026-01-15T09-30-00Z-4f1c2a7b/turn-offs",
    "botform undo 2026-01-15T09-30-00Z-4f1c2a7b --ask --account main",
  ],
])("of %s", (_what, configDigest, command) => {
  expect(askAgainCommand({ account: "main", configDigest })).toBe(command);
});

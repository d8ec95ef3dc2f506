// Edits as tables write them: a path of keys and indexes with slashes between, and the text or problem that comes of them.
import { type Edit, editYaml } from "../../../src/authoring/edit.js";
import type { Value } from "../../../src/authoring/edit-text.js";

export const set = (path: string, value: Value): Edit => ({ path: pathOf(path), value });
export const remove = (path: string): Edit => ({ path: pathOf(path), value: undefined });

function pathOf(path: string): (string | number)[] {
  return path.split("/").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

export function edited(text: string, edits: readonly Edit[]): string {
  const result = editYaml(text, edits);
  return "text" in result ? result.text : `problem: ${result.problem}`;
}

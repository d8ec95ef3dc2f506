// Every *.scenario of this folder: its commands are run, and have to print what stands there. UPDATE_GOLDEN=1 writes what they print.
// docs/testing.md says how a story is written.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Item, type Printed, readScenario, writeScenario } from "../support/scenario.js";
import { Stage } from "../support/stage.js";

const HERE = "test/commands";
const FOLDERS = readdirSync(HERE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ name, stories: readdirSync(join(HERE, name)).filter((file) => file.endsWith(".scenario")) }));

for (const { name, stories } of FOLDERS) {
  if (stories.length === 0) continue;
  describe(name, () => {
    it.each(stories)("%s", async (story) => {
      const path = join(HERE, name, story);
      const text = readFileSync(path, "utf8");
      const items = readScenario(text);
      const now = writeScenario(items, await play(items));
      if (process.env.UPDATE_GOLDEN === "1") writeFileSync(path, now);
      else expect(now).toBe(text);
    });
  });
}

async function play(items: readonly Item[]): Promise<ReadonlyMap<Item, Printed>> {
  const printed = new Map<Item, Printed>();
  const stage = new Stage();
  try {
    for (const item of items) {
      if (item.kind === "file") stage.give(item);
      if (item.kind === "command") printed.set(item, await stage.run(item.line));
    }
  } finally {
    await stage.close();
  }
  return printed;
}

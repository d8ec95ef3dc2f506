// Every *.scenario of this folder: its commands are run, and have to print what stands there. UPDATE_GOLDEN=1 writes what they print.
//
//   === NAME … ===         a file, written when the story comes to it; === NAME from PATH takes the repository's
//   $ botform …            run in the story's own folder, against an emulator of its own
//   two spaces, !, [exit]  what it printed, on which stream, and how it ended unless with 0
//   anything else          prose; the first line says what the story shows
//
// botform emulator … & starts the story's emulator with a seed or quirks. Beside botform there are cat, ls, edit FILE OLD NEW, rm,
// export NAME=VALUE, and writes and requests, which say what was sent to the service since. Dates, ids, folders and addresses are <masked>. After
// each apply that ends with 0 a plan has to find nothing to do.
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

// Every *.scenario of this folder: its commands are run, and have to print what stands there. UPDATE_GOLDEN=1 writes what they print.
// docs/testing.md says how a story is written.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { groupBy } from "../../src/model/order.js";
import { IS_CORE, slice } from "../support/lane.js";
import { SAFETY } from "../support/promises.js";
import { type Item, type Printed, readScenario, writeScenario } from "../support/scenario.js";
import { Stage } from "../support/stage.js";

const HERE = "test/commands";
const PROMISES = readFileSync(SAFETY, "utf8");
const STORIES = readdirSync(HERE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) =>
    readdirSync(join(HERE, name)).map((file) => ({ name, story: file, path: `${HERE}/${name}/${file}` })),
  )
  .filter(({ story }) => story.endsWith(".scenario"));
const SLICE = new Set(IS_CORE ? slice(STORIES, { fast: 32 }) : STORIES);
/** All of them, but in the core: there, what Safety names, and a part of the rest. */
const CHOSEN = STORIES.filter((one) => SLICE.has(one) || PROMISES.includes(one.path));

for (const [name, chosen] of groupBy(CHOSEN, (one) => one.name)) {
  describe(name, () => {
    it.each(chosen.map(({ story, path }) => [story, path] as const))("%s", async (_story, path) => {
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

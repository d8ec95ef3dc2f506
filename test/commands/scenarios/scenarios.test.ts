// Each folder is one story: its numbered configurations are planned (compared with the golden plan beside each), applied,
// and planned again, which must find nothing; in the end the first one is applied again. UPDATE_GOLDEN=1 rewrites the plans.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { startEmulator } from "../../../src/emulator/http/server.js";
import { parseSeed, type Seed } from "../../../src/emulator/seed/seed.js";
import { botform, demoEnv } from "../../support/command.js";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const STORIES = readdirSync(HERE, { withFileTypes: true }).filter((entry) => entry.isDirectory());

describe("scenarios", () => {
  it.each(STORIES.map(({ name }) => ({ name })))("$name", async ({ name }) => {
    const folder = join(HERE, name);
    const steps = readdirSync(folder)
      .filter((file) => /^\d.*\.yaml$/.test(file))
      .sort();
    const emulator = await startEmulator({ quirks: { commandDelay: 20, scaleOmitted: "clear" }, ...seedOf(folder) });
    const run = (command: string, step: string, ...more: string[]) =>
      botform([command, "-c", join("test/commands/scenarios", name, step), "--concurrency", "1", ...more], {
        env: demoEnv(emulator.url),
      });
    try {
      for (const step of [...steps, ...steps.slice(0, 1)]) {
        const golden = join(folder, step.replace(".yaml", ".plan.txt"));
        const again = step === steps[0] && emulator.service.requests.listBots > 0;
        const planned = await run("plan", step);
        expect(planned.err).toBe("");
        if (!again) compare(golden, planned.out);
        const applied = await run("apply", step, "--yes");
        expect({ step, exitCode: applied.exitCode, said: applied.exitCode === 0 ? "" : applied.out }).toEqual({
          step,
          exitCode: 0,
          said: "",
        });
        expect((await run("plan", step, "--detailed-exitcode")).exitCode).toBe(0);
      }
    } finally {
      await emulator.close();
    }
  });
});

function seedOf(folder: string): { seed?: Seed } {
  const path = join(folder, "seed.json");
  if (!existsSync(path)) return {};
  const reading = parseSeed(JSON.parse(readFileSync(path, "utf8")));
  if (!reading.ok) throw new Error(`${path}: ${reading.problems.join("; ")}`);
  return { seed: reading.seed };
}

function compare(golden: string, text: string): void {
  if (process.env.UPDATE_GOLDEN === "1") writeFileSync(golden, text);
  else expect(text).toBe(readFileSync(golden, "utf8"));
}

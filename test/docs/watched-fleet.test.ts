// docs/how-to/watch-a-fleet-in-the-browser.md: the plan that its reader is asked to approve has no figure that isn't known.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type RunningEmulator, startEmulator } from "../../src/emulator/http/server.js";
import { botform, unwrapped } from "../support/command.js";

const PAGE = readFileSync("docs/how-to/watch-a-fleet-in-the-browser.md", "utf8");
const [, CONFIGURATION = ""] = /^cat > botform\.yaml <<'YAML'\n(.*?)^YAML$/ms.exec(PAGE) ?? [];

let emulator: RunningEmulator;
let cwd: string;
beforeEach(async () => {
  emulator = await startEmulator({ port: 0 });
  cwd = mkdtempSync(join(tmpdir(), "botform-watched-"));
});
afterEach(async () => {
  await emulator.close();
  rmSync(cwd, { recursive: true, force: true });
});

it("its first plan is bounded, and nothing blocks it", async () => {
  writeFileSync(join(cwd, "botform.yaml"), CONFIGURATION);
  const env = {
    BOTFORM_MAIN_API_URL: emulator.url,
    BOTFORM_MAIN_API_KEY: "demo-key",
    BOTFORM_MAIN_API_SECRET: "demo-secret",
  };
  const { out } = await botform(["plan"], { cwd, env });
  expect(unwrapped(out)).toContain("main: 2 to create, 1 to turn on · 0 unchanged");
  expect(out).toContain("No error, policy or limit blocks the apply.");
  expect(unwrapped(out)).not.toMatch(/no known bound|may fill in/);
});

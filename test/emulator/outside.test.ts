// A client in another language, with nothing of ours in it, drives the whole interface.
import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { startEmulator } from "../../src/emulator/server.js";

const python = ["/root/.pyenv/shims/python3", "python3"].find((program) => {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
});

it.skipIf(python === undefined)(
  `a Python client drives all 16 operations${python === undefined ? " — SKIPPED: there is no python3 here" : ""}`,
  { timeout: 60_000 },
  async () => {
    const emulator = await startEmulator({ quirks: { commandDelay: 50 } });
    try {
      const { stdout } = await promisify(execFile)(python ?? "", [
        "test/emulator/outside/client.py",
        emulator.url,
        "demo-key",
        "demo-secret",
      ]);
      expect(stdout).not.toContain("FAIL");
      expect(stdout).toMatch(/^(\d+) of \1 checks passed$/m);
      // Its own word isn't enough: every operation was really reached.
      expect(Object.entries(emulator.service.requests).filter(([, count]) => count === 0)).toEqual([]);
    } finally {
      await emulator.close();
    }
  },
);

// Clients in other languages, written from the wire facts with nothing of ours in them, drive the whole interface.
import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { startEmulator } from "../../src/emulator/server.js";

const CLIENTS = [
  {
    language: "Python",
    probe: ["python3", "--version"],
    command: ["python3", "test/emulator/outside/vendor_style.py"],
  },
  { language: "PHP", probe: ["php", "--version"], command: ["php", "test/emulator/outside/client.php"] },
  { language: "Go", probe: ["go", "version"], command: ["go", "run", "test/emulator/outside/client.go"] },
].map((client) => ({ ...client, missing: !canRun(client.probe) }));

function canRun([program = "", ...args]: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

for (const { language, command, missing } of CLIENTS) {
  const loudly = missing ? ` (SKIPPED: there is no ${language} here)` : "";
  it.skipIf(missing)(`a ${language} client drives all 16 operations${loudly}`, { timeout: 120_000 }, async () => {
    const emulator = await startEmulator({ quirks: { commandDelay: 50 } });
    try {
      const [program = "", ...args] = command;
      const { stdout } = await promisify(execFile)(program, [...args, emulator.url, "demo-key", "demo-secret"]);
      expect(stdout).not.toContain("FAIL");
      expect(stdout).toMatch(/^(\d+) of \1 checks passed$/m);
      // Its own word isn't enough: every operation was really reached.
      expect(Object.entries(emulator.service.requests).filter(([, count]) => count === 0)).toEqual([]);
    } finally {
      await emulator.close();
    }
  });
}

// Clients in other languages, written from docs/service.md with nothing of ours in them, drive the whole interface.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { startEmulator } from "../../../src/emulator/http/server.js";
import { DEFAULT_SEED, type Seed } from "../../../src/emulator/seed/seed.js";
import { type Need, needs } from "../../support/needs.js";

const CLIENTS: readonly { language: string; need: Need; command: readonly string[] }[] = [
  { language: "Python", need: "python", command: ["python3", "test/techniques/foreign-clients/vendor_style.py"] },
  { language: "PHP", need: "php", command: ["php", "test/techniques/foreign-clients/client.php"] },
  { language: "Go", need: "go", command: ["go", "run", "test/techniques/foreign-clients/client.go"] },
];

for (const { language, need, command } of CLIENTS) {
  it(`a ${language} client drives all 16 operations`, async (context) => {
    needs(context, need);
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

const WHOLE_DEALS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  Python: ["python3", "test/techniques/foreign-clients/whole_deals.py"],
  PHP: ["php", "test/techniques/foreign-clients/whole_deals.php"],
  Go: ["go", "run", "test/techniques/foreign-clients/whole_deals.go"],
};

for (const { language, need } of CLIENTS) {
  it(`a ${language} client drives whole deals by webhook and API`, async (context) => {
    needs(context, need);
    // It rises, so that a take profit fills whenever its deal opens.
    const prices = {
      "USDT-SOL": {
        path: [
          [0, "150"],
          [600, "450"],
        ],
        change: "linear",
      },
    } satisfies Seed["prices"];
    const emulator = await startEmulator({ seed: { ...DEFAULT_SEED, prices }, quirks: { commandDelay: 50 } });
    try {
      const [program = "", ...args] = WHOLE_DEALS[language] ?? [];
      const keys = ["demo-key", "demo-secret", "7001", "demo-hook-token"];
      const { stdout } = await promisify(execFile)(program, [...args, emulator.url, ...keys]);
      expect(stdout).not.toContain("FAIL");
      expect(stdout).toMatch(/^(\d+) of \1 checks passed$/m);
      // Its own word isn't enough: both dialects and all four actions were really used.
      const used = new Set(emulator.service.hooks.map(({ dialect, action }) => `${dialect} ${action}`));
      expect(used.size).toBe(8);
    } finally {
      await emulator.close();
    }
  });
}

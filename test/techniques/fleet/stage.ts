// A fleet in real processes: accounts of one bot each on one emulator, every one with its key, and whatever runs botform on them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "../../../src/emulator/http/server.js";
import type { SeedBot } from "../../../src/emulator/seed/seed.js";
import { MAIN } from "../../support/dist.js";

const BOT = {
  ...{ accessId: 1, pairTitle: "USDT-BTC", strategy: "LONG", leverage: 5, marginMode: "ISO", typeTakeProfit: "LIMIT" },
  ...{
    typeFirstOrder: "MARKET",
    percentTakeProfit: 1.2,
    percentSafetyOrder: 1.5,
    volumeFirstOrder: 20,
    enabled: false,
  },
};

/** What the files of a fleet say beside its accounts and bots. */
export interface FleetFiles {
  /** The address of a database; a folder of the accounts' own without it. */
  readonly state?: string | undefined;
  readonly mode?: string;
  readonly leverage: number;
  /** Lines of YAML. */
  readonly more?: string;
}

/** So many accounts; what has to be closed is added to opened. */
export async function stage(opened: (() => unknown)[], count: number, files: FleetFiles) {
  const names = Array.from({ length: count }, (_, at) => `a${at}`);
  const emulator = await startEmulator({
    seed: {
      accounts: names.map((name, at) => ({
        ...{ name, apiKey: `key-${at}`, apiSecret: `secret-${at}` },
        accesses: [{ accessId: at + 1, title: "Main" }],
        bots: [{ ...BOT, id: at + 1, accessId: at + 1, title: `Bot ${at}` } as SeedBot], // complete: a bot of its own
      })),
    },
    quirks: { commandDelay: 10 },
  });
  opened.push(() => emulator.close());
  const folder = mkdtempSync(join(tmpdir(), "botform-fleet-"));
  opened.push(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "botform.yaml"), yamlOf(names, files));
  const env = {
    ...{ PATH: process.env.PATH ?? "", HOME: folder, BOTFORM_URL: emulator.url, BOTFORM_STATE_URL: files.state ?? "" },
    ...Object.fromEntries(
      names.flatMap((_, at) => [
        [`BOTFORM_KEY_${at}`, `key-${at}`],
        [`BOTFORM_SECRET_${at}`, `secret-${at}`],
      ]),
    ),
  };
  const run = (...args: readonly string[]) => {
    const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    opened.push(() => child.kill("SIGKILL"));
    const printed = { out: "", err: "" };
    child.stdout.on("data", (part) => (printed.out += String(part)));
    child.stderr.on("data", (part) => (printed.err += String(part)));
    return { child, printed, ended: once(child, "close").then(([code]) => code as number | null) };
  };
  return { emulator, names, run };
}

function yamlOf(names: readonly string[], { state, mode, leverage, more = "" }: FleetFiles): string {
  const accounts = names.map((name, at) => {
    const keys = `apiKey: "\${env.BOTFORM_KEY_${at}}", apiSecret: "\${env.BOTFORM_SECRET_${at}}"`;
    const how = mode === undefined ? "" : `, mode: ${mode}`;
    return `  ${name}: { apiUrl: "\${env.BOTFORM_URL}", ${keys}, accesses: { primary: Main }${how} }`;
  });
  const bots = names.map(
    (name, at) => `  b${at}: { title: Bot ${at}, leverage: ${leverage}, enabled: false, only: [${name}] }`,
  );
  const head = state === undefined ? "" : `state: { postgres: "\${env.BOTFORM_STATE_URL}" }\n`;
  return `version: 1\n${head}accounts:\n${accounts.join("\n")}\n${more}bots:\n${bots.join("\n")}\n`;
}

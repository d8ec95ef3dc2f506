// The READMEs show real output of real commands: every console block is run and compared. UPDATE_GOLDEN=1 rewrites them.
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { DEFAULT_SEED } from "../src/emulator/default-seed.js";
import { parseSeed, type Seed } from "../src/emulator/seed.js";
import { type RunningEmulator, startEmulator } from "../src/emulator/server.js";

const MAIN = resolve("dist/main.js");

/** Commands run in a folder of their own, with a copy of the examples in it: some write. */
const cwd = mkdtempSync(join(tmpdir(), "botform-readme-"));
cpSync("examples", join(cwd, "examples"), { recursive: true });
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

it.each(["README.md", "examples/migration/README.md"])("%s shows what its commands print", async (file) => {
  const text = readFileSync(file, "utf8");
  const fresh = await regenerate(text);
  if (process.env.UPDATE_GOLDEN === "1") writeFileSync(file, fresh);
  else expect(text).toBe(fresh);
});

/** Where console blocks run: an emulator, and the variables that open its accounts. */
interface Stage {
  readonly emulator: RunningEmulator;
  readonly env: NodeJS.ProcessEnv;
}

async function onStage(seed: Seed): Promise<Stage> {
  const emulator = await startEmulator({ seed, quirks: { commandDelay: 20 } });
  const opening = seed.accounts.map(({ name, apiKey, apiSecret }) => ({
    [`BOTFORM_${name.toUpperCase()}_API_URL`]: emulator.url,
    [`BOTFORM_${name.toUpperCase()}_API_KEY`]: apiKey,
    [`BOTFORM_${name.toUpperCase()}_API_SECRET`]: apiSecret,
  }));
  return { emulator, env: Object.assign({ PATH: process.env.PATH, BOTFORM_API_URL: emulator.url }, ...opening) };
}

/** The text with every included file and every console block as it is now. */
async function regenerate(text: string): Promise<string> {
  const pieces = text.split(/^(<!-- (?:file|edit|emulator): .+ -->\n|```console\n[\s\S]*?^```\n)/m);
  let stage = await onStage(DEFAULT_SEED);
  let fresh = "";
  let included: string | undefined;
  try {
    for (const piece of pieces) {
      if (piece.startsWith("```console")) fresh += await runBlock(piece, stage);
      else if (included !== undefined) {
        const yaml = `\`\`\`yaml\n${included}\`\`\`\n`;
        fresh += piece.replace(/^```yaml\n[\s\S]*?^```\n/m, () => yaml);
      } else fresh += piece;
      included = excerpt(piece);
      const seed = /^<!-- emulator: (.+) -->/.exec(piece)?.[1];
      if (seed !== undefined) {
        await stage.emulator.close();
        stage = await onStage(readSeed(seed));
      }
      const edit = /^<!-- edit: "(.+)" (.+) -->/.exec(piece);
      if (edit !== null) editByHand(stage.emulator, edit[1] ?? "", edit[2] ?? "");
    }
  } finally {
    await stage.emulator.close();
  }
  return fresh;
}

/** What `file: PATH` asks for, or the lines of it that `from "…" to "…"` frames. */
function excerpt(piece: string): string | undefined {
  const [, file, from, to] = /^<!-- file: (\S+)(?: from "(.+)" to "(.+)")? -->/.exec(piece) ?? [];
  if (file === undefined) return undefined;
  const text = readFileSync(file, "utf8");
  if (from === undefined || to === undefined) return text;
  const lines = text.split("\n");
  const begin = lines.findIndex((line) => line.includes(from));
  const length = lines.slice(begin).findIndex((line) => line.includes(to)) + 1;
  if (begin < 0 || length === 0) throw new Error(`${file} has no lines from ${from} to ${to}`);
  return `${lines.slice(begin, begin + length).join("\n")}\n`;
}

function readSeed(file: string): Seed {
  const reading = parseSeed(JSON.parse(readFileSync(file, "utf8")));
  if (!reading.ok) throw new Error(reading.problems.join("\n"));
  return reading.seed;
}

function editByHand(emulator: RunningEmulator, title: string, changes: string): void {
  const bot = emulator.service.bots().find(({ values }) => values.title === title);
  if (bot === undefined) throw new Error(`a bot is edited that doesn't exist: ${title}`);
  emulator.service.editBot(bot.id, Object.fromEntries(changes.split(" ").map((change) => change.split("="))));
}

async function runBlock(block: string, { env }: Stage): Promise<string> {
  const commands = block.split("\n").filter((line) => line.startsWith("$ "));
  let exitCode = 0;
  let fresh = "```console\n";
  for (const line of commands) {
    fresh += `${line}\n`;
    if (line === "$ echo $?") {
      fresh += `${exitCode}\n`;
      continue;
    }
    const result = await run(line.replace(/^\$ botform /, "").split(" "), env);
    exitCode = result.exitCode;
    fresh += result.output;
  }
  return `${fresh}\`\`\`\n`;
}

function run(args: string[], env: NodeJS.ProcessEnv): Promise<{ output: string; exitCode: number }> {
  return new Promise((done, reject) => {
    // One pipe for both streams keeps their order, as on a terminal.
    const child = spawn("sh", ["-c", 'exec "$0" "$@" 2>&1', process.execPath, MAIN, ...args], {
      env,
      cwd,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.on("error", reject);
    child.on("close", (code) => done({ output, exitCode: code ?? -1 }));
  });
}

// Pages show real output of real commands: runs each block of a page against an emulator and gives the page as it is now.
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { type RunningEmulator, startEmulator } from "../../src/emulator/http/server.js";
import { DEFAULT_SEED, parseSeed, type Seed } from "../../src/emulator/seed/seed.js";
import { MAIN } from "../support/dist.js";
import { abridged } from "./abridged.js";

/** Where a reader's emulator listens; the one of a test takes a free port, and is shown as this one. */
const SHOWN_PORT = 8787;
const SHOWN_URL = `http://127.0.0.1:${SHOWN_PORT}`;
/** Everything a page may ask for between its blocks, and the blocks that are run. */
const PIECES = /^(<!-- (?:file|write|emulator|later|after): .+ -->\n|```(?:console|sh)\n[\s\S]*?^```\n)/m;

/** Where the blocks of a page run: a folder, an emulator, and the variables that open its accounts. */
interface Stage {
  readonly folder: string;
  cwd: string;
  emulator: RunningEmulator;
  env: NodeJS.ProcessEnv;
  exitCode: number;
}

/** @param excepted commands of ```sh blocks that aren't run @returns the text with every included file and every block as it is now */
export async function regenerate(text: string, excepted: ReadonlyMap<string, string> = new Map()): Promise<string> {
  const stage = await onStage();
  try {
    return await played(text, stage, excepted);
  } finally {
    await stage.emulator.close();
    rmSync(stage.folder, { recursive: true, force: true });
  }
}

async function played(text: string, stage: Stage, excepted: ReadonlyMap<string, string>): Promise<string> {
  let fresh = "";
  let directive = "";
  for (const piece of text.split(PIECES)) {
    if (piece.startsWith("```console")) fresh += await consoleBlock(piece, stage);
    else if (piece.startsWith("```sh")) fresh += await shellBlock(piece, stage, excepted);
    else fresh += included(directive, written(directive, piece, stage));
    directive = piece.startsWith("<!-- ") ? piece : "";
    const [, page] = /^<!-- after: (\S+) -->/.exec(directive) ?? [];
    if (page !== undefined) await played(readFileSync(page, "utf8"), stage, excepted);
    await prepare(directive, stage);
  }
  return fresh;
}

/** Commands run in a folder of their own, with a copy of the examples in it: some write. */
async function onStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "botform-docs-"));
  const cwd = join(folder, "work");
  cpSync("examples", join(cwd, "examples"), { recursive: true });
  mkdirSync(join(folder, "bin"));
  const command = join(folder, "bin", "botform");
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
  chmodSync(command, 0o755);
  const PATH = `${dirname(command)}${delimiter}${process.env.PATH}`;
  const emulator = await start(DEFAULT_SEED);
  return {
    folder,
    cwd,
    emulator,
    env: { PATH, HOME: folder, BOTFORM_SETTLE: "0", BOTFORM_NO_PROGRESS: "1", ...opening(DEFAULT_SEED, emulator.url) },
    exitCode: 0,
  };
}

function start(seed: Seed, commandDelay = 20, port = 0): Promise<RunningEmulator> {
  return startEmulator({ port, seed, quirks: { commandDelay } });
}

/** As with `--time stepped`: the clock stands still, so commands take effect at once. */
function startStepped(seed: Seed): Promise<RunningEmulator> {
  return startEmulator({ seed, speed: 0, quirks: { commandDelay: 0 } });
}

function opening(seed: Seed, url: string): NodeJS.ProcessEnv {
  const variables = seed.accounts.map(({ name, apiKey, apiSecret }) => ({
    [`BOTFORM_${name.toUpperCase()}_API_URL`]: url,
    [`BOTFORM_${name.toUpperCase()}_API_KEY`]: apiKey,
    [`BOTFORM_${name.toUpperCase()}_API_SECRET`]: apiSecret,
  }));
  return Object.assign({ BOTFORM_API_URL: url }, ...variables);
}

/** `emulator: SEED [stepped | commandDelay=MS]`, `emulator: restarted` at its address, `later: SECONDS`; `after: PAGE` has played that page before. */
async function prepare(directive: string, stage: Stage): Promise<void> {
  const [, seedFile, stepped, delay] =
    /^<!-- emulator: (\S+)(?: (stepped)| commandDelay=(\d+))? -->/.exec(directive) ?? [];
  if (seedFile === "restarted") {
    await stage.emulator.close();
    stage.emulator = await start(DEFAULT_SEED, undefined, Number(new URL(stage.emulator.url).port));
  } else if (seedFile !== undefined) {
    const own = join(stage.cwd, seedFile);
    const seed = seedFile === "default" ? DEFAULT_SEED : readSeed(existsSync(own) ? own : seedFile);
    await stage.emulator.close();
    stage.emulator =
      stepped === undefined
        ? await start(seed, delay === undefined ? undefined : Number(delay))
        : await startStepped(seed);
    Object.assign(stage.env, opening(seed, stage.emulator.url));
  }
  const [, seconds] = /^<!-- later: (\d+) -->/.exec(directive) ?? [];
  if (seconds !== undefined) stage.emulator.service.pass(Number(seconds) * 1_000);
}

/** `write: PATH`: the code block that follows becomes this file of the working folder. */
function written(directive: string, piece: string, { cwd }: Stage): string {
  const [, path] = /^<!-- write: (\S+) -->/.exec(directive) ?? [];
  if (path === undefined) return piece;
  const [, content] = /^```\w+\n([\s\S]*?\n)```\n/.exec(piece) ?? [];
  if (content === undefined) throw new Error(`no code block follows write: ${path}`);
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), content);
  return piece;
}

/** `file: PATH`: the YAML block that follows is this file, or the lines of it that `from "…" to "…"` frames. */
function included(directive: string, piece: string): string {
  const [, file, from, to] = /^<!-- file: (\S+)(?: from "(.+)" to "(.+)")? -->/.exec(directive) ?? [];
  if (file === undefined) return piece;
  const yaml = `\`\`\`yaml\n${excerpt(file, from, to)}\`\`\`\n`;
  return piece.replace(/^```yaml\n[\s\S]*?^```\n/m, () => yaml);
}

function excerpt(file: string, from?: string, to?: string): string {
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

/** Runs every line that begins with `$ `, and puts what it prints below it, cut where the page cuts it. */
async function consoleBlock(block: string, stage: Stage): Promise<string> {
  const [, ...pieces] = block.replace(/```\n$/, "").split(/^(?=\$ )/m);
  let fresh = "```console\n";
  for (const piece of pieces) {
    const [line = "", ...shown] = piece.split("\n");
    fresh += `${line}\n${abridged(shown.join("\n"), await edited(line.slice("$ ".length), stage))}`;
  }
  return `${fresh}\`\`\`\n`;
}

/** Runs every line; these blocks show no output, so each has to end well. */
async function shellBlock(block: string, stage: Stage, excepted: ReadonlyMap<string, string>): Promise<string> {
  for (const line of block.split("\n").slice(1, -2)) {
    if (excepted.has(line)) continue;
    const output = await run(line, stage);
    if (stage.exitCode !== 0) throw new Error(`${line} ended with ${stage.exitCode}: ${output}`);
  }
  return block;
}

/** An edit of a file that changes nothing has lost what it is about; the page would go on without it. */
async function edited(line: string, stage: Stage): Promise<string> {
  const [, file] = /^perl -pi -e '.+' (\S+)$/.exec(line) ?? [];
  if (file === undefined) return await run(line, stage);
  const textOf = () => readFileSync(join(stage.cwd, file), "utf8");
  const before = textOf();
  const output = await run(line, stage);
  if (textOf() === before) throw new Error(`this changes nothing: ${line}`);
  return output;
}

/** One line as a shell takes it. What lasts beyond a line (the folder, variables, the exit code) is kept here. */
async function run(line: string, stage: Stage): Promise<string> {
  if (line === "echo $?") return `${stage.exitCode}\n`;
  stage.exitCode = 0;
  const [, folder] = /^cd (\S+)$/.exec(line) ?? [];
  if (folder !== undefined) {
    stage.cwd = join(stage.cwd, folder);
    return "";
  }
  const [, assignments] = /^export (.+)$/.exec(line) ?? [];
  if (assignments !== undefined) {
    const pairs = assignments.split(" ").map((pair) => pair.replace(SHOWN_URL, stage.emulator.url).split("="));
    Object.assign(stage.env, Object.fromEntries(pairs));
    return "";
  }
  if (/^botform emulator(?: --|$)/.test(line)) return served(line, stage);
  const told = line.replace(/^botform emulator \w+/, `$& --url ${stage.emulator.url}`);
  const [, killed] = /^timeout --signal=KILL \d+ (.+)$/.exec(line) ?? [];
  const { output, exitCode } =
    killed === undefined
      ? await shell(`{ ${told}\n} 2>&1`, stage)
      : // By the clock a slow machine would be killed too early. 137 is what timeout ends with.
        {
          ...(await shell(`exec 2>&1; ${killed.replace(/^botform/, "exec botform")}`, stage, onTurnOn(stage))),
          exitCode: 137,
        };
  stage.exitCode = exitCode;
  const shown = output.replaceAll(stage.emulator.url, SHOWN_URL);
  // A comment has the same address, escaped so that nothing becomes a link.
  return steady(shown.replaceAll(/(127\.0\.0\.1&#58;&#8203;)\d+/g, `$1${SHOWN_PORT}`));
}

/** An emulator goes on until it is stopped. The blocks talk to the one of the stage, and this shows what one says. */
async function served(line: string, stage: Stage): Promise<string> {
  const stop = (child: ChildProcess) => child.stdout?.once("data", () => child.kill("SIGKILL"));
  const { output } = await shell(`exec ${line} --port 0 2>/dev/null`, stage, stop);
  return output.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, SHOWN_URL);
}

/** Kills a run that waits for a turn-on to be observed, when it has looked for it. */
function onTurnOn({ emulator }: Stage): (child: ChildProcess) => void {
  return (child) => {
    let looks = Number.POSITIVE_INFINITY;
    const watch = setInterval(() => {
      const { turnOn, listBots } = emulator.service.requests;
      if (turnOn > 0) looks = Math.min(looks, listBots);
      if (listBots > looks) child.kill("SIGKILL");
    }, 10);
    child.once("close", () => clearInterval(watch));
  };
}

/** What differs from run to run (ids of runs, moments) as one example of it. */
function steady(output: string): string {
  return output
    .replace(/\b\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-[0-9a-f]{8,12}\b/g, "2026-01-15T09-30-00Z-4f1c2a7b")
    .replace(/\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\b/g, "2026-01-15 09:30:00")
    .replace(/(?<=\b(?:updated|run of)\s+)\d{4}-\d\d-\d\d(\s+)\d\d:\d\d/g, "2026-01-15$109:30")
    .replace(/\b\d\d:\d\d:\d\d\.\d{3}\b/g, "09:30:00.000")
    .replace(/(?<=\b(?:begun|seen at) )\d{4}-\d\d-\d\d \d\d:\d\d(?= UTC)/g, "2026-01-15 09:30")
    .replace(/(?<=\bbaking until )\d{4}-\d\d-\d\d \d\d:\d\d(?= UTC)/g, "2026-01-15 11:30")
    .replace(/check again after \d\d:\d\d UTC/g, "check again after 09:45 UTC");
}

interface Ended {
  readonly output: string;
  readonly exitCode: number;
}

function shell(line: string, { env, cwd }: Stage, watch?: (child: ChildProcess) => void): Promise<Ended> {
  return new Promise((done, reject) => {
    // One pipe for both streams keeps their order, as on a terminal.
    const child = spawn("sh", ["-c", line], { env, cwd, stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    watch?.(child);
    child.on("error", reject);
    child.on("close", (code) => done({ output, exitCode: code ?? -1 }));
  });
}

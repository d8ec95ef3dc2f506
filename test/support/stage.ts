// Where a scenario's commands run: a folder and an emulator of their own, and the few commands that aren't botform's.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type EmulatorOptions, type RunningEmulator, startEmulator } from "../../src/emulator/http/server.js";
import { parseQuirks } from "../../src/emulator/quirks/quirk-text.js";
import { parseSeed } from "../../src/emulator/seed/seed.js";
import { botform, demoEnv } from "./command.js";
import type { GivenFile, Printed } from "./scenario.js";

const { version }: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));

export class Stage {
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), "botform-story-")));
  readonly #env: Record<string, string> = {
    BOTFORM_JOURNAL: ".botform/journal",
    BOTFORM_SETTLE: "0",

    GITHUB_WORKSPACE: "",
  };
  #emulator: RunningEmulator | undefined;
  #seen = 0;
  #asked = 0;

  give({ name, text, from }: GivenFile): void {
    const path = join(this.#folder, name);
    mkdirSync(dirname(path), { recursive: true });
    if (from === undefined) writeFileSync(path, text);
    else cpSync(resolve(from), path, { recursive: true });
  }

  /** Runs one command of a story, and shows what it printed without what another machine or day would print otherwise. */
  async run(line: string): Promise<Printed> {
    const [first = "", ...pipes] = line.replace(QUIET, "").split(" | ");
    const done = await this.#started(wordsOf(first, { ...this.#env, DIGEST: this.#digests().at(-1) ?? "" }));
    this.#nothingSecret(done);
    const out = pipes.reduce((text, pipe) => filtered(text, wordsOf(pipe, {})), done.out);
    return { exitCode: done.exitCode, out: this.#masked(out), err: QUIET.test(line) ? "" : this.#masked(done.err) };
  }

  async #started([program = "", ...args]: readonly string[]): Promise<Printed> {
    if (program === "botform") return this.#botform(args);
    const own = OWN[program];
    if (own === undefined) throw new Error(`a story has no command ${program}`);
    return { exitCode: 0, err: "", out: own.call(this, args) };
  }

  async close(): Promise<void> {
    await this.#emulator?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #botform(args: readonly string[]): Promise<Printed> {
    if (args[0] === "emulator" && args.at(-1) === "&") {
      await this.#open(args.slice(1, -1));
      return { exitCode: 0, out: "", err: "" };
    }
    if (this.#emulator === undefined && this.#env.BOTFORM_DEMO_API_URL === undefined) await this.#open([]);
    const done = await botform(args, { cwd: this.#folder, env: { ...this.#env } });
    if (done.exitCode === 0 && args[0] === "apply") await this.#nothingLeft(args.slice(1));
    return done;
  }

  /** No story shows a key, whatever UPDATE_GOLDEN=1 would write. */
  #nothingSecret({ out, err }: Printed): void {
    for (const [name, value] of Object.entries(this.#env))
      if (/_API_(?:KEY|SECRET)$/.test(name) && value !== "" && `${out}${err}`.includes(value))
        throw new Error(`${name} is shown`);
  }

  /** Every apply that went well leaves nothing to do: UPDATE_GOLDEN=1 can't talk that away. */
  async #nothingLeft(args: readonly string[]): Promise<void> {
    const isSaved = args[0] !== undefined && (!args[0].startsWith("-") || args[0] === "--approved");
    if (isSaved) return;
    const kept = args.filter((arg) => arg !== "--yes" && arg !== "-y");
    const plan = ["plan", ...kept.filter((arg, at) => !APPLY_ONLY.has(arg) && !APPLY_ONLY.has(kept[at - 1] ?? ""))];
    const { exitCode, out, err } = await botform([...plan, "--detailed-exitcode"], {
      cwd: this.#folder,
      env: this.#env,
    });
    if (exitCode !== 0) throw new Error(`after apply ${args.join(" ")} there is still something to do:\n${out}${err}`);
  }

  async #open(args: readonly string[]): Promise<void> {
    await this.#emulator?.close();
    this.#seen = 0;
    this.#asked = 0;
    this.#emulator = await startEmulator(this.#emulatorOptions(args));
    Object.assign(this.#env, demoEnv(this.#emulator.url));
  }

  #emulatorOptions(args: readonly string[]): EmulatorOptions {
    const { values } = parseArgs({
      args: [...args],
      options: { seed: { type: "string" }, quirk: { type: "string", multiple: true }, time: { type: "string" } },
    });
    const reading = parseQuirks(values.quirk ?? []);
    if (!reading.ok) throw new Error(reading.problems.join("; "));
    const quirks = { commandDelay: 20, ...reading.quirks };
    const speed = values.time === "stepped" ? 0 : 1;
    if (values.seed === undefined) return { quirks, speed };
    const seed = parseSeed(JSON.parse(readFileSync(join(this.#folder, values.seed), "utf8")));
    if (!seed.ok) throw new Error(`${values.seed}: ${seed.problems.join("; ")}`);
    return { quirks, speed, seed: seed.seed };
  }

  cat(names: readonly string[]): string {
    return names.map((name) => readFileSync(join(this.#folder, name), "utf8")).join("");
  }

  ls(): string {
    const entries = readdirSync(this.#folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(this.#folder.length + 1));
    return paths
      .sort()
      .map((path) => `${path}\n`)
      .join("");
  }

  /** `edit FILE OLD NEW`: puts the one text in the place of the other, at the first place where it stands. */
  edit([name = "", before = "", after = ""]: readonly string[]): string {
    const path = join(this.#folder, name);
    const text = readFileSync(path, "utf8");
    if (!text.includes(before)) throw new Error(`${name} doesn't say ${before}`);
    writeFileSync(
      path,
      text.replace(before, () => after),
    );
    return "";
  }

  export([assignment = ""]: readonly string[]): string {
    const at = assignment.indexOf("=");
    this.#env[assignment.slice(0, at)] = assignment.slice(at + 1);
    return "";
  }

  rm(names: readonly string[]): string {
    for (const name of names) rmSync(join(this.#folder, name), { recursive: true });
    return "";
  }

  /** Whether any request reached the service since the last time it was asked. */
  requests(): string {
    const all = Object.values(this.#emulator?.service.requests ?? {}).reduce((sum, count) => sum + count, 0);
    const since = all - this.#asked;
    this.#asked = all;
    return since === 0 ? "none\n" : "some\n";
  }

  /** How often each operation wrote to the service since the last time it was asked. */
  writes(): string {
    const all = this.#emulator?.service.writes ?? [];
    const counts = new Map<string, number>();
    for (const { operation } of all.slice(this.#seen)) counts.set(operation, (counts.get(operation) ?? 0) + 1);
    this.#seen = all.length;
    return counts.size === 0 ? "none\n" : [...counts].map(([operation, count]) => `${count} ${operation}\n`).join("");
  }

  /** Of the plans that wait in the story's ledger, the newest last. */
  #digests(): readonly string[] {
    const folder = join(this.#folder, ".botform/journal");
    const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
    return names.flatMap((name) => /^\d+-([0-9a-f]{64})\.plan$/.exec(name)?.[1] ?? []);
  }

  #masked(text: string): string {
    const url = this.#emulator?.url ?? "http://nowhere";
    const known = this.#digests()
      .reduce((shown, digest) => shown.replaceAll(digest, "<digest>").replaceAll(digest.slice(0, 12), "<digest>"), text)
      .replaceAll(/\b\d{13}-<digest>/g, "<ms>-<digest>")
      .replaceAll(url, "http://emulator")
      .replaceAll(this.#folder, "<folder>")
      .replaceAll(version, "<version>");
    return MASKS.reduce((masked, [pattern, name]) => masked.replaceAll(pattern, name), known);
  }
}

const OWN: Readonly<Record<string, (this: Stage, args: readonly string[]) => string>> = {
  cat: Stage.prototype.cat,
  ls: Stage.prototype.ls,
  edit: Stage.prototype.edit,
  export: Stage.prototype.export,
  rm: Stage.prototype.rm,
  requests: Stage.prototype.requests,
  writes: Stage.prototype.writes,
};

/** Options of apply that a plan doesn't have; each takes a value. */
const APPLY_ONLY = new Set(["--max-changed-percent", "--max-turn-ons", "--command-timeout", "--events", "--journal"]);

/** Leaves out standard error, where accounts tell side by side how far they are. */
const QUIET = / 2>\/dev\/null$/;

/** What is of the day or of chance. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  // As a comment writes it, where no address is a link.
  [/http&#58;&#8203;\/\/127\.0\.0\.1&#58;&#8203;\d+/g, "http&#58;&#8203;//emulator"],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "<time>"],
  [/\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\b/g, "<time>"],
  // Both are asked at once; either may be refused first.
  [/\b(?:listBots|accessList)(?=: (?:HTTP \d|no connection))/g, "<request>"],
  [/\bmade \d+ seconds? ago, \d+ minutes left\b/g, "made <n> seconds ago, <n> minutes left"],
  [/\banother \d+ minutes\b/g, "another <n> minutes"],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "<id>"],
  [/\b\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-[0-9a-f]{8,12}\b/g, "<run>"],
  [/\b\d{4}-\d\d-\d\d\s+\d\d:\d\d\s+UTC/g, "<time>"],
  [/\b[0-9a-f]{64}\b/g, "<digest>"],
  [/\b[0-9a-f]{32}\b/g, "<id>"],
];

/** `| grep TEXT` keeps the lines that hold it, `| head -N` the first ones, `| jq .a[0].b, .c` those parts of a JSON document. */
function filtered(text: string, [program, ...args]: readonly string[]): string {
  const lines = text.split("\n").slice(0, -1);
  const joined = (kept: readonly string[]) => kept.map((line) => `${line}\n`).join("");
  if (program === "grep") return joined(lines.filter((line) => line.includes(args[0] ?? "")));
  if (program === "head") return joined(lines.slice(0, -Number(args[0])));
  if (program !== "jq") throw new Error(`a story has no filter ${program}`);
  const paths = args.join(" ").split(", ");
  return joined(paths.map((path) => JSON.stringify(partOf(JSON.parse(text), path), undefined, 2) ?? "undefined"));
}

function partOf(document: unknown, path: string): unknown {
  const keys = path.match(/[\w$/-]+/g) ?? [];
  return keys.reduce<unknown>((value, key) => {
    const known: Readonly<Record<string, unknown>> = Object(value);
    return known[key];
  }, document);
}

/** Split as a shell does: quotes keep words together, \\n in double ones ends a line, and a variable stands for its value. */
function wordsOf(line: string, env: Readonly<Record<string, string>>): string[] {
  const words = line.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) =>
    word.replaceAll(
      /'([^']*)'|"([^"]*)"|\$(\w+)/g,
      (_, single, double, name) => single ?? double?.replaceAll("\\n", "\n") ?? env[name] ?? "",
    ),
  );
}

// Every example as a user runs it: valid without warnings, canonical, planned, applied, and nothing left to do; the migration as pull writes it.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type RunningEmulator, startEmulator } from "../../src/emulator/http/server.js";
import { DEFAULT_SEED, parseSeed, type Seed } from "../../src/emulator/seed/seed.js";
import { botform, unwrapped } from "../support/command.js";

const SCHEMA: object = JSON.parse(readFileSync("schemas/botform.schema.json", "utf8"));
const schema = new Ajv2020({ strict: false }).compile(SCHEMA);
const SCENARIO: object = JSON.parse(readFileSync("schemas/botform-scenario.schema.json", "utf8"));
const scenarioSchema = new Ajv2020({ strict: false }).compile(SCENARIO);

let cwd = "";
let running: RunningEmulator | undefined;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "botform-examples-"));
  cpSync("examples", join(cwd, "examples"), { recursive: true });
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
afterEach(async () => {
  await running?.close();
  running = undefined;
});

interface Example {
  readonly folder: string;
  readonly seed?: string;
  readonly bots: string;
  /** Of the plan on the emulator as the seed has it. */
  readonly plan: string;
  readonly steps: number;
}

const EXAMPLES: readonly Example[] = [
  {
    folder: "quick-start",
    bots: "demo: 3 bots",
    plan: "demo: 3 to create, 1 to turn on · 0 unchanged",
    steps: 4,
  },
  {
    folder: "fleet",
    seed: "emulator/fleet.json",
    bots: "demo: 26 bots",
    plan: "demo: 13 to create, 4 to update, 6 to turn on, 1 to turn off · 5 unchanged · 1 undeclared · 4 warnings",
    steps: 24,
  },
  {
    folder: "templates",
    bots: "demo: 12 bots",
    plan: "demo: 12 to create, 3 to turn on · 0 unchanged",
    steps: 15,
  },
  {
    folder: "accounts",
    seed: "accounts/seed.json",
    bots: "main: 5 bots, copy: 4 bots, pocket: 4 bots",
    plan: "main: 5 to create, 4 to turn on · 0 unchanged",
    steps: 20,
  },
  {
    folder: "webhooks",
    bots: "demo: 2 bots",
    plan: "demo: 2 to create, 2 to turn on · 0 unchanged",
    steps: 4,
  },
  {
    folder: "policies",
    bots: "demo: 2 bots",
    plan: "demo: 2 to create, 1 to turn on · 0 unchanged",
    steps: 3,
  },
  {
    folder: "scenarios",
    bots: "demo: 3 bots",
    plan: "demo: 3 to create, 2 to turn on · 0 unchanged",
    steps: 5,
  },
  {
    folder: "matrix",
    seed: "matrix/seed.json",
    bots: "demo: 300 bots",
    plan: "demo: 300 to create · 0 unchanged",
    steps: 300,
  },
];

describe("the example", () => {
  it.each(EXAMPLES)(
    "$folder is valid and canonical, and once applied leaves nothing to do",
    async (example) => {
      const path = join("examples", example.folder);
      const env = await started(example.seed);
      const run = (...args: string[]) => botform(args, { cwd, env });
      expect(await run("validate", path)).toEqual({
        exitCode: 0,
        out: `Valid: ${example.bots}; 0 warnings.\n`,
        err: "",
      });
      expect(await run("fmt", path, "--check")).toMatchObject({ exitCode: 0, out: "" });
      const plan = await run(
        "plan",
        "-c",
        path,
        "--all-accounts",
        "--detailed-exitcode",
        "--max-changed-percent",
        "60",
      );
      expect(plan.exitCode).toBe(2);
      expect(unwrapped(plan.out)).toContain(`${example.plan} at http://`);
      expect(running?.service.writes).toEqual([]);
      const applied = await run("apply", "-c", path, "--all-accounts", "--yes", "--max-changed-percent", "60");
      expect({ ...applied, out: "" }).toMatchObject({ exitCode: 0 });
      const counts = [...applied.out.matchAll(/^Steps: (\d+) applied\.$/gm)].map(([, count]) => Number(count));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(example.steps);
      const after = await run("plan", "-c", path, "--all-accounts", "--detailed-exitcode");
      expect({ exitCode: after.exitCode, err: after.err }).toEqual({ exitCode: 0, err: "" });
      // Somebody changes by hand what has a deal by now, and one bot else: the same files put it right.
      editByHand();
      const again = await run("apply", "-c", path, "--all-accounts", "--yes", "--max-changed-percent", "100");
      expect({ ...again, out: "" }).toMatchObject({ exitCode: 0 });
      expect(again.out).toMatch(/^ {2}~ /m);
      expect((await run("plan", "-c", path, "--all-accounts", "--detailed-exitcode")).exitCode).toBe(0);
    },
    120_000,
  );

  it("accounts has its volumes at three scales", async () => {
    const { out } = await botform(["render", "-c", "examples/accounts", "--address", "dip-BTC", "--format", "json"]);
    const { accounts }: { accounts: Rendered[] } = JSON.parse(out);
    const volumes = accounts.map(({ account, bots: [bot] }) => [
      account,
      ...["leverage", "volumeFirstOrder", "volumeSafetyOrder"].map((name) => bot?.fields[name]?.value),
    ]);
    expect(volumes).toEqual([
      ["main", "5", "35", "42"],
      ["copy", "3", "8.5", "10.5"],
      ["pocket", "2", "7", "8.4"],
    ]);
  });

  it("broken is as broken as the README says", async () => {
    expect((await botform(["validate", "examples/broken"])).err).toContain("Invalid: 4 errors, 0 warnings.");
  });

  const files = readdirSync("examples", { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".yaml") && !file.startsWith("ci/"),
  );
  it.each(files)("file %s is what editors take it for", (file) => {
    const own = file.startsWith(join("scenarios", "scenarios")) ? scenarioSchema : schema;
    const isValid = own(parse(readFileSync(join("examples", file), "utf8")));
    expect({ isValid, errors: file.startsWith("broken") ? null : own.errors }).toEqual({
      isValid: !file.startsWith("broken"),
      errors: null,
    });
  });

  it("leaves no folder untried", () => {
    const tried = [...EXAMPLES.map(({ folder }) => folder), "broken", "ci", "emulator", "migration", "prices"];
    expect(readdirSync("examples").sort()).toEqual(tried.sort());
  });
});

interface Rendered {
  readonly account: string;
  readonly bots: readonly { readonly fields: Readonly<Record<string, { readonly value: string }>> }[];
}

describe("the migration", () => {
  it.each([
    ["pulled", []],
    ["factored", ["--factor"]],
  ])("pull writes what is in %s, which plans to nothing", async (name, args) => {
    const env = await started("migration/seed.json");
    const { exitCode } = await botform(["pull", "--account", "main", "--out", name, ...args], { cwd, env });
    expect(exitCode).toBe(0);
    expect(readdirSync(join(cwd, name))).toEqual([".gitignore", "botform.schema.json", "botform.yaml"]);
    // In the repository the schema stands once.
    const pulled = readFileSync(join(cwd, name, "botform.yaml"), "utf8").replace(
      "$schema=./",
      "$schema=../../../schemas/",
    );
    const kept = join("examples", "migration", name, "botform.yaml");
    if (process.env.UPDATE_GOLDEN === "1") {
      if (!existsSync(join("examples", "migration", name))) mkdirSync(join("examples", "migration", name));
      writeFileSync(kept, pulled);
    }
    expect(pulled).toBe(readFileSync(kept, "utf8"));
    expect(await botform(["fmt", kept, "--check"])).toMatchObject({ exitCode: 0, out: "" });
    const valid = await botform(["validate", kept]);
    // Bots made by hand share pairs, and martingale bots have a volume of their own, too: reported, and no error.
    expect(valid).toMatchObject({
      exitCode: 0,
      out: "Valid: main: 28 bots; 9 warnings; 4 policy denials.\n",
    });
    expect(valid.err).toMatch(/^Policy: 4 denied, 9 warnings\n/);
    const plan = await botform(["plan", "-c", kept, "--detailed-exitcode"], { env });
    expect(plan).toMatchObject({ exitCode: 0, err: "" });
    expect(plan.out).toMatch(/^main: no changes · 28 unchanged · 2 undeclared\n/);
    const applied = await botform(["apply", "-c", kept, "--yes"], { env });
    expect(applied.exitCode).toBe(0);
    expect(running?.service.writes).toEqual([]);
  });
});

/** A minute later: edits the bots that have a deal, and one more. */
function editByHand(): void {
  if (running === undefined) throw new Error("no emulator runs");
  const { service } = running;
  service.pass(60_000);
  const busy = new Set(service.deals().map(({ snapshot }) => snapshot.id));
  const bots = service.bots().filter(({ id }) => id > 1_000);
  const chosen = bots.filter(({ id }, index) => index === 0 || busy.has(id));
  for (const { id } of chosen) service.editBot(id, { percentTakeProfit: "3.33" });
}

/** An emulator with the seed; resolves to the environment that opens all of its accounts. */
async function started(file: string | undefined): Promise<Record<string, string>> {
  const seed = file === undefined ? DEFAULT_SEED : readSeed(join("examples", file));
  running = await startEmulator({ seed, quirks: { commandDelay: 20 } });
  const env: Record<string, string> = { BOTFORM_API_URL: running.url };
  for (const { name, apiKey, apiSecret } of seed.accounts) {
    env[`BOTFORM_${name.toUpperCase()}_API_URL`] = running.url;
    env[`BOTFORM_${name.toUpperCase()}_API_KEY`] = apiKey;
    env[`BOTFORM_${name.toUpperCase()}_API_SECRET`] = apiSecret;
  }
  return env;
}

function readSeed(file: string): Seed {
  const reading = parseSeed(JSON.parse(readFileSync(file, "utf8")));
  if (!reading.ok) throw new Error(`${basename(file)}: ${reading.problems.join("\n")}`);
  return reading.seed;
}

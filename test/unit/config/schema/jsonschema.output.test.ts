// The published schema of --format json: real documents of real commands fit it, and print no key that it doesn't know.
import { readFileSync, writeFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { jsonSchemas } from "../../../../src/config/schema/jsonschema.js";
import { applyFile, botCalled, QUICK, workplace, YAML } from "../../../commands/workplace.js";
import { botform } from "../../../support/command.js";

const at = workplace();
const BASELINE = new URL("output-schema-2.txt", import.meta.url);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
const published: Json = JSON.parse(JSON.stringify(jsonSchemas()["botform-output.schema.json"]));

const said: unknown[] = [];
const note = (...what: unknown[]) => said.push(what);
const ajv = new Ajv2020({ strict: true, allErrors: true, logger: { log: note, warn: note, error: note } });
const isValid = ajv.compile(schemaOf(published));
/** Not all errors: of a union there would be thousands. */
const isKnown = new Ajv2020({ strict: true }).compile(schemaOf(closed(published)));

function schemaOf(value: Json): { [key: string]: Json } {
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw new Error("no schema");
  return value;
}

/** The same with every object closed: a key that is printed and not in the schema is an error. */
function closed(value: Json): Json {
  if (Array.isArray(value)) return value.map(closed);
  if (value === null || typeof value !== "object") return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one)]));
  return value.properties !== undefined && value.type === "object" ? { ...copy, additionalProperties: false } : copy;
}

/** The document that a run prints. */
async function printed(args: readonly string[], env: Record<string, string> = {}): Promise<Json> {
  const { out } = await botform([...args, "--format", "json"], { env });
  return JSON.parse(out);
}

function fits(document: Json, command: string): void {
  expect(document).toMatchObject({ formatVersion: 2, command });
  expect(isValid(document), JSON.stringify(isValid.errors?.slice(0, 5))).toBe(true);
  expect(isKnown(document), JSON.stringify(isKnown.errors?.slice(-8))).toBe(true);
}

it("compiles in strict mode without a warning", () => expect(said).toEqual([]));

describe("fits, and has every key of", () => {
  it("plan: of new bots, of a change with a deal running, with a saved file, denied, waived, with errors", async () => {
    const env = await at.started();
    const file = at.fresh("plan");
    fits(await printed(["plan", "-c", QUICK], env), "plan");
    const replay = ["--replay", "examples/prices/BTCUSDT-1h.csv"];
    fits(await printed(["plan", "-c", QUICK, ...replay], env), "plan");
    fits(await printed(["plan", "-c", QUICK, "--target", "eth-dip", ...replay], env), "plan");
    fits(await printed(["plan", "-c", QUICK, "--out", file, "--detailed-exitcode"], env), "plan");
    fits(await printed(["show", file]), "show");
    expect((await applyFile(file, env)).exitCode).toBe(0);
    at.emulator.service.addBot("demo", botCalled("stray"));
    const changed = at.written(YAML.replace("percentTakeProfit: 1.2", "percentTakeProfit: 1.4\n  countOrderMax: 30"));
    fits(await printed(["plan", "-c", changed], env), "plan");
    fits(await printed(["plan", "-c", changed, ...replay], env), "plan");
    const tried = `${YAML}\nvariants: { steps: { control: { bots: [btc-dip] }, wide: { bots: [sol-rally], settings: { percentSafetyOrder: 3 } } } }\n`;
    fits(await printed(["plan", "-c", at.written(tried)], env), "plan");
    const policies = "\npolicies:\n  leverage-cap: { rule: max-leverage, limit: 1 }\n";
    const waiver = "waivers: [{ reason: agreed, until: 2999-12-31 }]";
    fits(await printed(["plan", "-c", at.written(`${YAML}${policies}`)], env), "plan");
    fits(await printed(["plan", "-c", at.written(`${YAML}${policies.replace(" }", `, ${waiver} }`)}`)], env), "plan");
    fits(await printed(["plan", "-c", at.written(YAML.replace("USDT-SOL", "USDT-NIX")), "--out", file], env), "plan");
  });

  it("apply: done, of a saved plan, nothing to do, refused, without anybody to ask", async () => {
    const { env, file } = await at.saved();
    fits(await printed(["apply", "-c", QUICK], env), "apply");
    fits(await printed(["apply", "-c", QUICK, "--yes", "--max-turn-ons", "0"], env), "apply");
    fits(await printed(["apply", file, "-c", QUICK, "--yes"], env), "apply");
    fits(await printed(["apply", file, "-c", QUICK, "--yes"], env), "apply");
    fits(await printed(["apply", "-c", QUICK, "--yes"], env), "apply");
  });

  it("plan and apply of several accounts, one of which can't be opened", async () => {
    const env = await at.started();
    const [head = "", rest = ""] = YAML.split("\ndefaults:");
    const second = head.slice(head.indexOf("  demo:")).replace("demo:", "second:").replaceAll("_DEMO_", "_SECOND_");
    const both = at.written(`${head}\n${second}\ndefaults:${rest}`);
    for (const command of ["plan", "apply"]) {
      const document = await printed(
        [command, "-c", both, "--all-accounts", ...(command === "apply" ? ["--yes"] : [])],
        env,
      );
      fits(document, command);
      expect(document).toMatchObject({ accounts: [{ account: "demo" }, { account: "second", ok: false }] });
    }
  });

  it("validate: sound, with findings, with errors", async () => {
    fits(await printed(["validate", QUICK]), "validate");
    fits(
      await printed(["validate", at.written(`${YAML}\npolicies:\n  cap: { rule: max-leverage, limit: 1 }\n`)]),
      "validate",
    );
    fits(await printed(["validate", at.written(YAML.replace("leverage: 5", "leverage: 0"))]), "validate");
  });

  it("failures: of usage, of the configuration, of credentials, of the network, and of any other command", async () => {
    const env = await at.started();
    const nowhere = { ...env, BOTFORM_DEMO_API_URL: "http://127.0.0.1:9" };
    fits(await printed(["plan", "-c", QUICK, "--concurrency", "0"], env), "plan");
    fits(await printed(["plan", "-c", at.written("version: 2\n")], env), "plan");
    fits(await printed(["apply", "-c", QUICK, "--yes"], { ...env, BOTFORM_DEMO_API_KEY: "wrong" }), "apply");
    fits(await printed(["plan", "-c", QUICK], nowhere), "plan");
    fits(await printed(["validate", at.fresh("nothing")]), "validate");
    fits(await printed(["bots", "show", "nobody", "-c", QUICK], env), "bots show");
  });
});

describe("formatVersion 1", () => {
  const first: Json = JSON.parse(readFileSync("schemas/botform-output-1.schema.json", "utf8"));
  const isFirst = new Ajv2020({ strict: true, allErrors: true }).compile(schemaOf(first));

  it("fits the schema that it was published with: plans, saved or not, of one account or several, applies, and failures", async () => {
    const { env, file } = await at.saved();
    const [head = "", rest = ""] = YAML.split("\ndefaults:");
    const second = head.slice(head.indexOf("  demo:")).replace("demo:", "second:").replaceAll("_DEMO_", "_SECOND_");
    const both = at.written(`${head}\n${second}\ndefaults:${rest}`);
    for (const args of [
      ["plan", "-c", QUICK],
      ["plan", "-c", both, "--all-accounts"],
      ["show", file],
      ["apply", file, "-c", QUICK, "--yes"],
      ["plan", "-c", QUICK, "--concurrency", "0"],
      ["plan", "-c", at.written("version: 2\n")],
      ["validate", QUICK],
    ]) {
      const document = await printed([...args, "--format-version", "1"], env);
      expect(document).toMatchObject({ formatVersion: 1, command: args[0] });
      expect(isFirst(document), JSON.stringify([args, isFirst.errors?.slice(0, 5)])).toBe(true);
    }
  });
});

describe("is no rubber stamp", () => {
  const good = { formatVersion: 2, command: "validate", ok: true, exitCode: 0, diagnostics: [], findings: [] };
  it.each<readonly [string, Json, boolean]>([
    ["as it is printed", good, true],
    ["a key of a later version", { ...good, later: 1 }, true],
    ["another version", { ...good, formatVersion: 1 }, false],
    ["no exit code", { ...good, exitCode: null }, false],
    ["an exit code that there isn't", { ...good, exitCode: 9 }, false],
    ["a diagnostic without a summary", { ...good, diagnostics: [{ severity: "error", code: "config/x" }] }, false],
    ["a plan without accounts", { ...good, command: "plan" }, false],
  ])("%s", (_, document, valid) => {
    expect(isValid(document)).toBe(valid);
  });

  it("a key that it doesn't know is found, however deep", () => {
    expect(isKnown(good)).toBe(true);
    expect(isKnown({ ...good, later: 1 })).toBe(false);
    const finding = { code: "policy/x", severity: "warn", kind: "breach", summary: "s", remedy: "r" };
    expect(isKnown({ ...good, findings: [finding] })).toBe(true);
    expect(isKnown({ ...good, findings: [{ ...finding, later: 1 }] })).toBe(false);
  });
});

/** One line for each key and type: what may be relied on. */
function promises(value: Json, path: string): string[] {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return [];
  const required = Array.isArray(value.required) ? value.required : [];
  const own = Object.entries(value).flatMap(([key, one]): string[] => {
    if (key === "required" || key === "title" || key === "description") return [];
    if (key === "properties" && one !== null && typeof one === "object" && !Array.isArray(one))
      return Object.entries(one).flatMap(([name, inner]) => [
        `${path}.${name}${required.includes(name) ? "" : "?"}`,
        ...promises(inner, `${path}.${name}`),
      ]);
    if (key === "$defs" && one !== null && typeof one === "object" && !Array.isArray(one))
      return Object.entries(one).flatMap(([name, inner]) => promises(inner, name));
    if (key === "enum" && Array.isArray(one)) return one.map((word) => `${path} = ${JSON.stringify(word)}`);
    if (Array.isArray(one)) return one.flatMap((inner) => promises(inner, `${path}|`));
    if (one !== null && typeof one === "object") return promises(one, `${path}[]`);
    return [`${path}: ${key} ${JSON.stringify(one)}`];
  });
  return [...new Set(own)];
}

it("only grows: what formatVersion 2 has promised once it still does", () => {
  const now = promises(published, "document");
  if (process.env.UPDATE_GOLDEN === "1") {
    const before = readFileSync(BASELINE, "utf8").split("\n").filter(Boolean);
    writeFileSync(BASELINE, `${[...new Set([...before, ...now])].join("\n")}\n`);
  }
  const before = readFileSync(BASELINE, "utf8").trimEnd().split("\n");
  const kept = new Set(now);
  expect(before.length).toBeGreaterThan(200);
  expect(before.filter((line) => !kept.has(line))).toEqual([]);
  // What is new belongs into the list, so that it is kept from now on (UPDATE_GOLDEN=1 adds it, and takes nothing away).
  expect(now.filter((line) => !before.includes(line))).toEqual([]);
});

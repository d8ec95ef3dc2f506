// A fleet of 300 hand-made bots goes the whole way through the real command: pull, factor, edit, apply, drift, pull, and onto two more accounts.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everythingOf, freshFrom } from "../../../src/app/pull/fresh.js";
import { loadSources } from "../../../src/config/load.js";
import { type RunningEmulator, startEmulator } from "../../../src/emulator/http/server.js";
import type { Quirks } from "../../../src/emulator/quirks/quirks.js";
import { FIELD_NAMES } from "../../../src/model/bot/field.js";
import { RULE_NAMES, ruleRow } from "../../../src/model/policy/policy-rules.js";
import { makePlan } from "../../../src/reconcile/plan/planner.js";
import { refresh } from "../../../src/reconcile/plan/refresh.js";
import { createClient } from "../../../src/service/client.js";
import { serviceReader } from "../../../src/service/ports.js";
import { botform, type Result } from "../../support/command.js";
import { handMade, seedOf, UNSAYABLE_TITLES } from "./pull-fleet.js";

const ACCOUNTS = ["main", "copy", "third"];
const UNLIMITED = ["--yes", "--max-changed-percent", "100", "--max-turn-ons", "1000"];

interface PullDocument {
  readonly files: readonly { readonly file: string }[];
  readonly notes: readonly string[];
  readonly left: readonly { botId: number; title: string; field?: string; reason: string }[];
  readonly differing: readonly string[];
}

describe("a fleet of 300 hand-made bots", () => {
  let emulator: RunningEmulator;
  const folder = mkdtempSync(join(tmpdir(), "botform-hand-made-"));
  const path = (...parts: string[]) => join(folder, ...parts);

  beforeAll(async () => {
    emulator = await startEmulator({ seed: seedOf(handMade()), quirks: { commandDelay: 0 } });
  });

  afterAll(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function run(...args: string[]): Promise<Result> {
    const env: Record<string, string> = {};
    for (const name of ACCOUNTS) {
      env[`BOTFORM_${name.toUpperCase()}_API_URL`] = emulator.url;
      env[`BOTFORM_${name.toUpperCase()}_API_KEY`] = `key-of-${name}`;
      env[`BOTFORM_${name.toUpperCase()}_API_SECRET`] = `secret-of-${name}`;
    }
    return botform(args, { env, cwd: folder });
  }

  async function pull(...args: string[]): Promise<PullDocument> {
    const { exitCode, out, err } = await run("pull", "--account", "main", "--format", "json", ...args);
    expect(exitCode, err).toBe(0);
    expect(out + err).not.toMatch(/secret-of|key-of/);
    return JSON.parse(out) as PullDocument;
  }

  async function expectNoChanges(config: string): Promise<void> {
    const { exitCode, out, err } = await run("plan", "--account", "main", "-c", config, "--detailed-exitcode");
    expect(exitCode, out).toBe(0);
    expect(err).not.toContain(": error:");
  }

  it("is pulled, factored, edited, applied, changed by hand and pulled again, each time without a plan", async () => {
    const [plain, many] = await Promise.all([pull("--out", "plain"), pull("--out", "fleet", "--factor")]);
    await Promise.all([expectNoChanges("plain"), expectNoChanges("fleet")]);
    expect(many.left).toEqual(plain.left);
    // All that can't be declared is named, and nothing else is left out as a whole.
    const whole = plain.left.filter(({ field }) => field === undefined);
    expect(new Set(whole.map(({ title }) => title))).toEqual(
      new Set([
        ...UNSAYABLE_TITLES,
        "\ufeffmark",
        ...whole.filter(({ reason }) => /same title/.test(reason)).map((one) => one.title),
      ]),
    );
    const lines = (name: string) => readFileSync(path(name, "botform.yaml"), "utf8").split("\n").length;
    expect(lines("fleet")).toBeLessThan(lines("plain") * 0.6);
    expect((await run("fmt", "--check", "fleet")).exitCode).toBe(0);
    expect((await pull("-c", "fleet")).files).toEqual([]);

    const file = path("fleet", "botform.yaml");
    const before = readFileSync(file, "utf8");
    const edited = before
      .replaceAll(/^( +)leverage: 125$/gm, "$1# calmer\n$1leverage: 50 # by hand")
      .replaceAll("percentTakeProfit: 99.99", "percentTakeProfit: 42");
    expect(edited).not.toBe(before);
    writeFileSync(file, edited);
    writeFileSync(path("fleet", "policies.yaml"), LENIENT);
    const applied = await run("apply", "--account", "main", "-c", "fleet", ...UNLIMITED);
    expect(applied.exitCode, applied.err).toBe(0);
    await expectNoChanges("fleet");

    const changed = [5000, 5030, 5101, 5150, 5200];
    for (const id of changed) emulator.service.editBot(id, { leverage: 77, martingaleScale: "1.11", enabled: true });
    emulator.service.editBot(5040, { martingaleScale: null, priceLevel: "NOTHING", volumeFirstOrder: "0.0025" });
    const taken = await pull("-c", "fleet");
    expect(taken.differing).toEqual([]);
    await expectNoChanges("fleet");
    const after = readFileSync(file, "utf8");
    expect(after).toContain("# calmer");
    expect(after.split("leverage: 77").length).toBeGreaterThan(changed.length);
    expect((await pull("-c", "fleet")).files).toEqual([]);
  });

  it("is rebuilt on two more accounts, and differs from them in what is stated alone", async () => {
    cpSync(path("fleet"), path("three"), { recursive: true });
    writeFileSync(path("three", "accounts.yaml"), accountsYaml());
    const [{ left }, { left: first }] = await Promise.all([pull("-c", "three"), pull("--out", "again")]);
    const applied = await run("apply", "--all-accounts", "-c", "three", ...UNLIMITED);
    expect(applied.exitCode, applied.err).toBe(0);

    // Bots left out, and fields without a value that the configuration knows, are stated in the pull.
    const leftTitles = new Set([...left, ...first].map(({ title }) => title));
    for (const [name, overridden] of [["copy", ["leverage"]] as const, ["third", []] as const]) {
      const { exitCode, out } = await run(
        "diff",
        "-c",
        "three",
        "--from",
        "main",
        "--to",
        name,
        "--unscaled",
        "--format",
        "json",
      );
      expect(exitCode).toBe(0);
      const { onlyOn, changed, ambiguous, equal } = JSON.parse(out) as {
        onlyOn: { title: string; side: string }[];
        changed: { title: string; changes: { field: string }[] }[];
        ambiguous: { title: string; fromIds: number[] }[];
        equal: number;
      };
      expect(onlyOn.filter(({ title, side }) => side !== "from" || !leftTitles.has(title))).toEqual([]);
      expect(ambiguous.filter(({ fromIds }) => fromIds.length < 2)).toEqual([]);
      const unstated = changed.flatMap(({ title, changes }) => {
        const stated = first.filter((one) => one.title === title).map(({ field }) => field);
        return changes
          .filter(({ field }) => !stated.includes(field) && !overridden.some((one) => one === field))
          .map(({ field }) => `${title}: ${field}`);
      });
      expect(unstated).toEqual([]);
      if (overridden.length === 0) expect(equal).toBeGreaterThan(200);
    }
  });
});

/** Bots of every kind that can exist are no bots that should: what always holds is turned into warnings. */
const LENIENT = `version: 1\npolicies:\n${RULE_NAMES.filter((name) => ruleRow(name).always)
  .map((name) => `  ${name}: { rule: ${name}, severity: warn }\n`)
  .join("")}`;

function accountsYaml(): string {
  const account = (name: string, own: string) => `  ${name}:
    apiUrl: \${env.BOTFORM_${name.toUpperCase()}_API_URL}
    apiKey: \${env.BOTFORM_${name.toUpperCase()}_API_KEY}
    apiSecret: \${env.BOTFORM_${name.toUpperCase()}_API_SECRET}
    exchange: SERVICE_FUTURES
    accesses: { main-futures: Main futures, hedge-2: "Hedge: #2" }
${own}`;
  const copy = "    volumeScale: 0.25\n    volumeStep: 0.0001\n    volumeMin: 0.0001\n    overrides: { leverage: 2 }\n";
  return `accounts:\n${account("copy", copy)}${account("third", "    volumeScale: 0.1\n")}`;
}

const QUIRKS: readonly Partial<Quirks>[] = [
  {},
  { unsetScale: "zero", settingTypes: "mixed", listLag: 3_600_000 },
  { unsetScale: "default", numbers: "padded", defaults: "filled", statusOn: "WAITING" },
  { unsetScale: "stale", statusOn: "4", statusOff: "0", defaults: "empty", priceLevels: "number" },
  { unsetScale: "null", priceLevels: "number", extraFields: "some", numbers: "padded" },
];

describe("a pull of 110 hand-made bots", () => {
  it.each(QUIRKS)("leaves nothing to plan where the service answers with %j", async (quirks) => {
    const emulator = await startEmulator({ seed: seedOf(handMade({ count: 110, seed: 7 })), quirks });
    const client = createClient({
      apiUrl: emulator.url,
      apiKey: "key-of-main",
      apiSecret: "secret-of-main",
      allow: "read",
    });
    try {
      const reader = serviceReader(client, "SERVICE_FUTURES");
      const accesses = await reader.accesses();
      const account = { account: "main", exchange: "SERVICE_FUTURES", accesses };
      const observed = await refresh(everythingOf(account), reader);
      expect(observed.bots.length).toBe(110);
      for (const factor of [false, true]) {
        const target = { folder: "fleet", file: "fleet/botform.yaml", isFolder: true };
        const { files, differing, left } = freshFrom({ ...account, target, factor }, observed);
        expect(differing).toEqual([]);
        const [configured] = loadSources(files).accounts;
        if (configured === undefined) throw new Error("the pulled configuration has errors");
        const { steps, diagnostics } = makePlan(configured.desired, await refresh(configured.desired, reader));
        expect(steps).toEqual([]);
        expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        // Every live bot is declared or named.
        const named = new Set(left.filter(({ field }) => field === undefined).map(({ botId }) => botId));
        expect(configured.desired.bots.length + named.size).toBe(110);
        // And every field of it that is set.
        const says = new Map(configured.desired.bots.map((bot) => [`${bot.access.live} ${bot.fields.title}`, bot]));
        const unsaid = observed.bots.flatMap((live) => {
          if (named.has(live.id)) return [];
          const place = accesses.find(({ id }) => id === live.accessId)?.title;
          const said = says.get(`${place} ${live.fields.title}`)?.fields;
          const fields = left.filter(({ botId }) => botId === live.id).map(({ field }) => field);
          return FIELD_NAMES.filter(
            (name) => live.fields[name] !== null && said?.[name] !== live.fields[name] && !fields.includes(name),
          ).map((name) => `${live.fields.title}: ${name}`);
        });
        expect(unsaid).toEqual([]);
      }
    } finally {
      await client.close();
      await emulator.close();
    }
  });
});

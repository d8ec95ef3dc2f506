// apply FILE: what was reviewed is what runs, or nothing is written (I4).
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { botform } from "../support/command.js";
import { hostile } from "../support/hostile.js";
import { applyFile, botCalled, QUICK, workplace, YAML } from "./workplace.js";

const at = workplace();

describe("apply FILE", () => {
  it("carries out what was reviewed; then there is nothing left to plan", async () => {
    const { env, file } = await at.saved();
    const { exitCode, out } = await applyFile(file, env);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^Saved plan [0-9a-f]{32}\n[\s\S]*verified +yes/);
    expect(out).toMatch(/Steps: 4 applied\.\n$/);
    expect((await botform(["plan", "-c", QUICK], { env })).out).toMatch(/^demo: no changes/);
  });

  it("prints one JSON document, and does nothing for an empty plan", async () => {
    const { env, file } = await at.saved();
    const first = await applyFile(file, env, "--format", "json");
    expect(JSON.parse(first.out)).toMatchObject({ ok: true, exitCode: 0, saved: { file, verified: true } });
    const writes = at.emulator.service.writes.length;
    const empty = await at.savedOn(env, QUICK);
    expect(await applyFile(empty, env)).toMatchObject({ exitCode: 0, out: expect.stringContaining("no changes") });
    expect(at.emulator.service.writes).toHaveLength(writes);
  });

  it("takes the plan's account where the configuration has several", async () => {
    const two = at.written(
      YAML.replace(
        /^accounts:\n([\s\S]*?)\n\n/m,
        (_match, one: string) => `accounts:\n${one}\n${one.replace("demo:", "other:")}\n\n`,
      ),
    );
    const env = await at.started();
    const file = at.fresh();
    await botform(["plan", "-c", two, "--account", "other", "--out", file], { env });
    expect(await applyFile(file, env, "-c", two, "--account", "demo")).toMatchObject({
      exitCode: 4,
      err: expect.stringMatching(/account other → --account names demo/),
    });
    expect(await applyFile(file, env)).toMatchObject({
      exitCode: 4,
      err: expect.stringMatching(/account other → the configuration has demo/),
    });
    at.nothingWritten();
    expect((await applyFile(file, env, "-c", two)).exitCode).toBe(0);
  });

  it.each([
    ["--target", "btc-dip"],
    ["--exclude", "btc-dip"],
  ])("refuses %s: it is applied as a whole", async (...args) => {
    const { env, file } = await at.saved();
    expect(await applyFile(file, env, ...args)).toMatchObject({
      exitCode: 3,
      err: expect.stringContaining("--target"),
    });
    at.nothingWritten();
  });

  it("can be interrupted while it looks at the bots once more", async () => {
    const { env, file } = await at.saved();
    let interrupt = () => {};
    const silent = await hostile(() => interrupt());
    try {
      const there = { ...env, BOTFORM_DEMO_API_URL: silent.url };
      const args = ["apply", at.resealed(file, there, {}), "-c", QUICK, "--yes"];
      const { exitCode, err } = await botform(args, {
        env: there,
        onStart: (kill) => {
          interrupt = () => kill("SIGINT");
        },
      });
      expect({ exitCode, err }).toMatchObject({ exitCode: 130, err: expect.stringContaining("nothing was written") });
      expect(silent.received.every((head) => head.startsWith("GET /bot-futures/all?"))).toBe(true);
    } finally {
      await silent.close();
    }
  });

  it("refuses to go on where nobody can be asked", async () => {
    const { env, file } = await at.saved();
    const requests = at.emulator.service.requests.listBots;
    const { exitCode, err } = await botform(["apply", file, "-c", QUICK], { env });
    expect({ exitCode, err }).toMatchObject({ exitCode: 3, err: expect.stringContaining("--yes") });
    expect(at.emulator.service.requests.listBots).toBe(requests);
  });

  it.each([
    { because: "the configuration itself", path: () => join(QUICK, "botform.yaml"), says: "no saved plan" },
    { because: "a folder", path: () => QUICK, says: "is a folder" },
    { because: "a file that isn't there", path: () => at.fresh(), says: "doesn't exist" },
    {
      because: "a link",
      path: () => {
        const link = at.fresh("link");
        symlinkSync(join(QUICK, "botform.yaml"), link);
        return link;
      },
      says: "symbolic link",
    },
  ])("refuses $because, with exit code 3", async ({ path, says }) => {
    const env = await at.started();
    const { exitCode, out, err } = await applyFile(path(), env);
    expect({ exitCode, out, err }).toMatchObject({ exitCode: 3, out: "", err: expect.stringContaining(says) });
    expect(err).toContain("--config");
    expect(Object.values(at.emulator.service.requests).every((number) => number === 0)).toBe(true);
  });
});

describe("apply FILE writes nothing, not even to bots that are as planned, when", () => {
  /** After this configuration the fleet differs in one step of each kind. */
  const next = YAML.replace("strategy: LONG, enabled: true", "strategy: LONG, enabled: false")
    .replace("martingaleScale: 1.2", "martingaleScale: 1.3")
    .concat("  new-one: { title: New one, pairTitle: USDT-BTC, strategy: LONG }\n");

  it.each<{ because: string; edit: () => void; says: RegExp }>([
    {
      because: "a field was edited",
      edit: () => at.emulator.service.editBot(at.idOf("ETH dip"), { leverage: 20 }),
      says: /demo\/eth-dip: changed since the plan was made: leverage 5 → 20/,
    },
    {
      because: "a switch was turned",
      edit: () => at.emulator.service.editBot(at.idOf("BTC dip"), { enabled: false }),
      says: /demo\/btc-dip: changed since the plan was made: switch ENABLED → DISABLED/,
    },
    {
      because: "a bot was renamed",
      edit: () => at.emulator.service.editBot(at.idOf("BTC dip"), { title: "Mine" }),
      says: /demo\/btc-dip: changed since the plan was made: title BTC dip → Mine/,
    },
    {
      because: "a bot with the title of a create appeared",
      edit: () => void at.emulator.service.addBot("demo", botCalled("New one")),
      says: /demo\/new-one: changed since the plan was made: bots called "New one" none → 1004/,
    },
  ])("$because", async ({ edit, says }) => {
    const env = await at.started();
    expect((await botform(["apply", "-c", QUICK, "--yes"], { env })).exitCode).toBe(0);
    const config = at.written(next);
    const file = await at.savedOn(env, config);
    const writes = at.emulator.service.writes.length;
    edit();
    const { exitCode, err } = await applyFile(file, env, "-c", config);
    expect(exitCode).toBe(4);
    expect(err).toMatch(says);
    expect(err.match(/apply\/stale/g)).toHaveLength(1);
    expect(err).toContain("Not applied: the live bots differ from the plan");
    const json = await applyFile(file, env, "-c", config, "--format", "json");
    const [{ code, address, summary }] = JSON.parse(json.out).diagnostics;
    expect(code).toBe("apply/stale");
    expect(`${address}: ${summary}`).toMatch(says);
    expect(at.emulator.service.writes).toHaveLength(writes);
  });

  it.each([
    { kind: "of creates", from: undefined, to: YAML },
    { kind: "of updates", from: YAML, to: YAML.replaceAll("leverage: 5", "leverage: 6") },
    { kind: "of switches", from: YAML, to: YAML.replaceAll("enabled: true", "enabled: false") },
  ])("a plan $kind comes a second time", async ({ from, to }) => {
    const env = await at.started();
    if (from !== undefined) await botform(["apply", "-c", at.written(from), "--yes"], { env });
    const config = at.written(to);
    const file = await at.savedOn(env, config);
    expect((await applyFile(file, env, "-c", config)).exitCode).toBe(0);
    const writes = at.emulator.service.writes.length;
    const again = await applyFile(file, env, "-c", config);
    expect(again).toMatchObject({ exitCode: 4, err: expect.stringContaining("planfile/applied-already") });
    // Another machine has no journal of it, and sees that the bots aren't what they were.
    const elsewhere = await applyFile(file, env, "-c", config, "--journal", at.fresh("journal"));
    expect(elsewhere).toMatchObject({ exitCode: 4, err: expect.stringContaining("apply/stale") });
    expect(at.emulator.service.writes).toHaveLength(writes);
  });
});

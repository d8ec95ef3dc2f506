// Rule 21: runs that share a ledger carry a saved plan out once, whatever folder of locks each has, and whatever became of it.
import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { appliedAlready } from "../../src/app/gate/single-use.js";
import { readSaved } from "../../src/app/planning/saved.js";
import { applyFile, botCalled, workplace, YAML } from "../commands/workplace.js";
import { unwrapped } from "../support/command.js";

const at = workplace();
const ALREADY = /the plan has already been applied, by the run \S+ \[planfile\/applied-already\]/;

describe("rule 21: a saved plan in one ledger", () => {
  it("is carried out once, by several at once that have no folder of locks in common", async () => {
    const { env, file } = await at.saved();
    const journal = at.fresh("journal");
    const locks = ["a", "b", "c"].map((name) => at.fresh(name));
    const runs = await Promise.all(
      locks.map((folder) => applyFile(file, env, "--journal", journal, "--lock-dir", folder)),
    );
    expect(runs.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 4, 4]);
    for (const { exitCode, err } of runs) if (exitCode === 4) expect(unwrapped(err)).toMatch(ALREADY);
    expect(at.emulator.service.writes).toHaveLength(4);
    expect([journal, ...locks].flatMap((one) => (existsSync(one) ? readdirSync(one) : []))).not.toContainEqual(
      expect.stringMatching(/\.lock$/),
    );
  });

  it("isn't carried out again where nobody knows what became of it", async () => {
    const env = await at.started({ quirks: { commandDelay: 3_600_000, logSize: 0 } });
    at.emulator.service.addBot("demo", { ...botCalled("BTC dip"), volumeFirstOrder: "130", volumeSafetyOrder: "150" });
    const config = at.written(YAML.replace(/^ {2}(eth-dip|sol-rally):.*\n/gm, ""));
    const [file, journal] = [await at.savedOn(env, config), at.fresh("journal")];
    const options = ["-c", config, "--journal", journal];
    const first = await applyFile(file, env, ...options, "--command-timeout", "1");
    expect([first.exitCode, at.emulator.service.writes.length]).toEqual([5, 1]);
    expect(await appliedAlready(journal, await readSaved(file))).toMatchObject({ code: "planfile/applied-already" });
    const again = await applyFile(file, env, ...options, "--command-timeout", "1");
    expect([again.exitCode, at.emulator.service.writes.length]).toEqual([4, 1]);
    expect(unwrapped(again.err)).toMatch(ALREADY);
  });
});

// The recipe for a shell and cron, run as it stands: plan, apply once, silence without drift, and keys that nobody else may read.
import { chmodSync, copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bash, type Place, place, run } from "./shell.js";

let at: Place;
beforeEach(async () => {
  at = await place();
  copyFileSync("examples/ci/shell/fleet.sh", join(at.cwd, "fleet.sh"));
  const lines = Object.entries(at.keys).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(at.cwd, "keys.env"), lines.join(""), { mode: 0o600 });
});
afterEach(() => at.close());

/** As cron starts it: from somewhere else, with next to no environment. */
const fleet = (...args: string[]) => run({ ...at, cwd: at.temp }, [join(at.cwd, "fleet.sh"), ...args], at.plain);
const kept = (name: string) => join(at.cwd, ".botform", name);

it("plans, applies that plan once, and then finds no drift and says nothing", async () => {
  expect(await fleet("validate")).toMatchObject({ exitCode: 0 });
  expect(await fleet("plan")).toMatchObject({ exitCode: 0 });
  expect(await fleet("apply")).toMatchObject({ exitCode: 0 });
  expect(at.emulator.service.bots()).toHaveLength(3);
  expect(await fleet("apply")).toMatchObject({ exitCode: 4 });
  expect(at.emulator.service.bots()).toHaveLength(3);
  expect(await fleet("drift")).toEqual({ exitCode: 0, out: "", err: "" });
});

it("validates the policies, too", async () => {
  const file = join(at.cwd, "botform.yaml");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace("bots:", "policies:\n  small: { rule: max-bot-notional, limit: 1 }\n\nbots:"));
  expect(await fleet("validate")).toMatchObject({ exitCode: 6 });
});

it("says what drifted, with 2, so that cron writes a mail", async () => {
  await fleet("plan");
  await fleet("apply");
  at.emulator.service.editBot(at.emulator.service.bots()[0]?.id ?? 0, { leverage: "20" });
  const ran = await fleet("drift");
  expect(ran.exitCode).toBe(2);
  expect(ran.out).toContain("leverage");
});

it("lets one apply run at a time", async () => {
  await fleet("plan");
  const held = await bash(at, `exec 8> "${kept("lock")}"; flock 8; FLEET="${at.cwd}" ./fleet.sh apply 8>&-`, at.plain);
  expect(held).toMatchObject({ exitCode: 1, err: "another apply is under way\n" });
  expect(at.emulator.service.bots()).toEqual([]);
  expect(await fleet("apply")).toMatchObject({ exitCode: 0 });
});

it("refuses keys that others can read, shows none, and writes for its owner alone", async () => {
  await fleet("plan");
  for (const name of ["fleet.plan", "plan.html"]) expect(statSync(kept(name)).mode & 0o077, name).toBe(0);
  expect(readFileSync(join(at.temp, "argv"), "utf8")).not.toMatch(/demo-key|demo-secret/);
  chmodSync(join(at.cwd, "keys.env"), 0o644);
  expect(await fleet("plan")).toMatchObject({ exitCode: 3, out: "" });
});

it("tells how it is called", async () => {
  rmSync(join(at.cwd, "keys.env"));
  expect(await fleet("destroy")).toMatchObject({
    exitCode: 3,
    err: "usage: fleet.sh validate | plan | apply | drift\n",
  });
});

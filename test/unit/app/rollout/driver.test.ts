// Roll-outs on the emulator: wave after wave, nothing that nobody has reviewed, and a process that starts anew goes on.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { journalLine } from "../../../../src/reconcile/ledger/journal-format.js";
import { workplace } from "../../../commands/workplace.js";
import { HOUR_MS, rolloutStage, yamlOf } from "./stage.js";

const at = workplace();

const THREE = `rollout:
  onFailure: undo
  waves: [{ name: first, accounts: [a0] }, { name: second, accounts: [a1], bake: 1h }, { name: rest }]
`;

it("goes wave by wave, and to the next only when the first was watched for its time", async () => {
  const on = await rolloutStage(at);
  expect(await on.start()).toMatchObject({ status: "running", wave: "first" });
  await on.drive();
  expect(on.leverages()).toEqual([7, 5, 5]);
  expect(on.told).toEqual(["began first", "applied first"]);
  await on.watch(HOUR_MS);
  expect(on.leverages()).toEqual([7, 5, 5]);
  expect((await on.shown()).waves.map(({ state }) => state)).toEqual(["baking", "waiting"]);
  await on.watch(HOUR_MS);
  expect(on.leverages()).toEqual([7, 7, 7]);
  expect(on.told.slice(2)).toEqual(["passed first", "began rest", "applied rest", "passed rest", "done rest"]);
  expect(await on.shown()).toMatchObject({ status: "done", waves: [{ state: "passed" }, { state: "passed" }] });
  expect(await on.drive()).toBeGreaterThan(on.now());
  expect(on.said).toEqual([]);
});

it("watches again for what a clock has jumped over, and while nobody has looked", async () => {
  const on = await rolloutStage(at);
  await on.start();
  await on.drive();
  const { waves } = await on.shown();
  on.later(48 * HOUR_MS);
  await on.drive();
  expect([on.told, on.leverages()]).toEqual([
    ["began first", "applied first"],
    [7, 5, 5],
  ]);
  const left = (all: typeof waves) => Date.parse(all[0]?.bakedAt ?? "") - on.now();
  // Twice the six minutes that lie between two looks of such a bake.
  expect(left((await on.shown()).waves) / HOUR_MS).toBeCloseTo(1.8, 3);
  await on.watch(1.8 * HOUR_MS);
  expect(on.told.at(-1)).toBe("done rest");
});

it("pauses where a gate fails, says why, and goes on when a person overrules it", async () => {
  const on = await rolloutStage(at);
  await on.fails();
  const why = "1 bot differs from the configuration: a0/dip";
  expect(on.told.slice(2)).toEqual([`failed first ${why}`, `paused first ${why}`]);
  expect(await on.shown()).toMatchObject({ status: "paused", why, waves: [{ state: "failed" }, { state: "waiting" }] });
  on.later(24 * HOUR_MS);
  await on.drive();
  expect(on.leverages()).toEqual([9, 5, 5]);
  await on.decide("promote", "known");
  await on.drive();
  expect(on.told.slice(4)).toEqual([
    ...["promoted first by ana: known", "passed first", "began rest", "applied rest"],
    `waits rest ${why}, just after the apply`,
  ]);
  on.later(60_000);
  await on.drive();
  expect(on.told.slice(9)).toEqual([`failed rest ${why}`, `paused rest ${why}`]);
  expect(on.leverages()).toEqual([9, 7, 7]);
});

it("takes back what all waves have done where it is to, newest first, and says that it did", async () => {
  const on = await rolloutStage(at, yamlOf(7, THREE));
  await on.start();
  await on.drive();
  expect(on.leverages()).toEqual([7, 7, 5]);
  at.emulator.service.editBot(2, { leverage: 7, volumeFirstOrder: "33" });
  at.emulator.service.editBot(1, { enabled: true });
  on.later(HOUR_MS);
  await on.drive();
  expect(on.told.slice(-2)).toEqual([
    expect.stringContaining("failed second 1 bot differs"),
    expect.stringContaining("undone second"),
  ]);
  expect(on.leverages()).toEqual([5, 5, 5]);
  expect(await on.shown()).toMatchObject({
    status: "undone",
    waves: [{ state: "undone" }, { state: "undone" }, { state: "not-begun" }],
  });
});

it("takes back what a process that lost its lease has left unknown, once it knows what has become of it", async () => {
  const on = await rolloutStage(at, yamlOf(7, THREE, ", assumptions: { nonceWindow: 1 }"));
  await on.start();
  await on.drive();
  expect(on.leverages()).toEqual([7, 7, 5]);
  const [run = ""] = readdirSync(on.options.journal).filter((name) => name.endsWith(".jsonl"));
  const path = join(on.options.journal, run);
  const lines = readFileSync(path, "utf8").split("\n");
  const answered = lines.findIndex((line) => line.includes('"type":"answer"'));
  const unknown = {
    address: "a0/dip",
    action: "update",
    kind: "unknown",
    detail: "",
    stale: false,
    wrote: true,
  } as const;
  const left = journalLine({ type: "outcome", at: Date.now(), outcome: { ...unknown, botId: 1 } });
  writeFileSync(path, `${lines.slice(0, answered + 1).join("\n")}\n${left}`);
  at.emulator.service.editBot(2, { enabled: true });
  on.later(HOUR_MS);
  await on.drive();
  expect(on.leverages()).toEqual([5, 5, 5]);
  expect(on.told.at(-1)).toContain("undone second");
  expect(on.told.filter((one) => one.startsWith("waits"))).toEqual([]);
});

it("carries out nothing that nobody has reviewed: by other files, or by another bot", async () => {
  const on = await rolloutStage(at);
  await on.start();
  on.rewrite(yamlOf(8));
  await on.drive();
  expect(on.told).toEqual([
    "paused first the files ask for something else of a0/dip, a1/dip, a2/dip since it was reviewed",
  ]);
  await on.decide("promote");
  await on.drive();
  expect(on.leverages()).toEqual([8, 5, 5]);
  at.emulator.service.editBot(2, { leverage: 6 });
  await on.watch(2 * HOUR_MS);
  expect(on.told.at(-1)).toBe("paused rest the plan isn't what was reviewed: a1/dip: leverage 6 → 8");
  expect(on.leverages()).toEqual([8, 6, 5]);
  // Put back by hand: fewer changes than were reviewed are fine.
  at.emulator.service.editBot(2, { leverage: 8 });
  await on.decide("resume");
  await on.drive();
  expect(on.leverages()).toEqual([8, 8, 8]);
  expect(on.told.at(-1)).toBe("done rest");
});

it("hides no report and repeats no write when the process dies", async () => {
  const on = await rolloutStage(at);
  await on.start();
  for (const kind of ["began", "applied"]) {
    on.dies((one) => one === kind);
    await expect(on.drive()).rejects.toThrow("dies here");
  }
  on.dies(() => false);
  await on.drive();
  expect(on.told).toEqual(["began first", "applied first"]);
  expect(at.emulator.service.writes).toHaveLength(1);
});

it("begins nothing more once a person has paused or aborted it", async () => {
  const on = await rolloutStage(at);
  await on.start();
  await on.decide("pause", "wild market");
  await on.drive();
  expect([on.told, on.leverages()]).toEqual([["paused first by ana: wild market"], [5, 5, 5]]);
  await on.decide("resume");
  await on.drive();
  expect(on.leverages()).toEqual([7, 5, 5]);
  await on.decide("abort", "enough");
  on.later(2 * HOUR_MS);
  await on.drive();
  expect(on.told.at(-1)).toBe("aborted first by ana: enough");
  expect(on.leverages()).toEqual([7, 5, 5]);
  await expect(on.decide("resume")).rejects.toThrow("no roll-out is under way");
  expect(await on.start()).toMatchObject({ status: "running" });
  await expect(on.start()).rejects.toThrow("one at a time");
});

it("looks all the same where whoever set the time had a clock that was far ahead", async () => {
  const on = await rolloutStage(at);
  await on.start();
  on.later(48 * HOUR_MS);
  await on.drive();
  expect(on.told).toEqual(["began first", "applied first"]);
  at.emulator.service.editBot(1, { leverage: 9 });
  on.later(-48 * HOUR_MS);
  await on.drive();
  expect(on.told[2]).toBe("failed first 1 bot differs from the configuration: a0/dip");
});

it("stops in the midst of a wave where the files have changed since it began", async () => {
  const on = await rolloutStage(at);
  await on.start();
  on.dies((kind) => {
    if (kind === "began")
      on.rewrite(yamlOf(7).replace("bake: 2h", "bake: 2h, bots: [dip]").replace("leverage: 7", "leverage: 8"));
    return false;
  });
  await on.drive();
  expect([on.told.at(-1)?.slice(0, 40), on.leverages()]).toEqual([
    "paused first the files ask for something",
    [5, 5, 5],
  ]);
});

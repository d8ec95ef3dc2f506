// The demo's scenes, played: what somebody does by hand on the service is what the next plan says.
import { expect, it } from "vitest";
import { botform, unwrapped } from "../../../support/command.js";

it("the edit by hand is found as drift where it is declared, and mentioned where it isn't", async () => {
  const { exitCode, out, err } = await botform(["demo"]);
  // A machine that is busy tells of progress between.
  const outcomes = err.split("\n").filter((line) => line.startsWith("[1/1]"));
  expect([exitCode, outcomes]).toEqual([0, ["[1/1] applied: update demo/sol-dip"]]);
  const [, scene = ""] = out.split("── Drift finds it");
  const [plan = ""] = scene.split("── Apply sets it back");
  expect(plan).toContain("leverage  20 → 5\n");
  expect(plan).toMatch(/deal \d+ \(USDT-SOL\) keeps martingaleScale off \(the bot's is 1\.5\)/);
  expect(unwrapped(plan)).toContain(
    "from volumeSafetyOrder 25 (already so before this plan) [policy/martingale-volume, likely]",
  );
});

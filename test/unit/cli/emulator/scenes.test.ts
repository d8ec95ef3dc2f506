// The demo's scenes, played: what somebody does by hand on the service is what drift says.
import { expect, it } from "vitest";
import { botform } from "../../../support/command.js";

it("the edit by hand is found as drift where it is declared, and mentioned where it isn't", async () => {
  const { exitCode, out, err } = await botform(["demo"]);
  // A machine that is busy tells of progress between.
  const outcomes = err.split("\n").filter((line) => line.startsWith("[1/1]"));
  expect([exitCode, outcomes]).toEqual([0, ["[1/1] applied: update demo/sol-dip"]]);
  const [, scene = ""] = out.split("── Drift finds it");
  const [shown = ""] = scene.split("── Apply sets it back");
  const [title, command, ...drift] = shown.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "AT").split("\n");
  expect([title, command]).toEqual([
    "; martingale isn't declared here, so it is only mentioned",
    "$ botform drift -c examples/fleet",
  ]);
  const [head, found, , , unset] = drift.join("\n").split("\n\n");
  expect([head, found?.split("\n").slice(0, 2), unset]).toEqual([
    "demo: 1 drifted, 1 held back · 24 unchanged · 1 undeclared",
    ['≠ demo/sol-dip  "SOL dip" · bot 1023', "    leverage  live 20, declared 5  examples/fleet/botform.yaml:20"],
    "Set on the service and not declared; they stay as they are:\n  martingaleScale 1.5 on demo/sol-dip",
  ]);
});

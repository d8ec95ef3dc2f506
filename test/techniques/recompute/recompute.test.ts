// What accounts may cost, deals in flight included, worked out again in another language from the reference alone.
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { amount } from "../../support/lane.js";
import { needs } from "../../support/needs.js";
import { accounts } from "./accounts.js";

it("a calculator in Python finds the same figures", (context) => {
  needs(context, "python");
  const count = amount({ fast: 20, all: 60, long: 1000 });
  const input = JSON.stringify(accounts(count));
  const { stdout, stderr } = spawnSync("python3", ["-B", "test/techniques/recompute/recompute.py"], {
    ...{ input, encoding: "utf8", maxBuffer: 2 ** 28 },
  });
  expect(stderr + stdout).toMatch(new RegExp(`^${count} accounts, \\d+ figures, 0 differ\n$`));
});

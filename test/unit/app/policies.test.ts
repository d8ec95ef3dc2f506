// What engages a kill switch: the file beside the one that names it, and a variable of either environment.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { policyFacts } from "../../../src/app/policies.js";
import type { Policy } from "../../../src/model/policy/policy.js";

const folder = mkdtempSync(join(tmpdir(), "botform switch "));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "STOP"), "");
writeFileSync(join(folder, "plain"), "");

function engaged(parameters: Policy["parameters"], ...envs: Record<string, string>[]): string | undefined {
  const policy: Policy = {
    ...{ name: "stop", rule: "kill-switch", severity: "deny", onUnknown: "deny", scope: {}, waivers: [] },
    ...{ parameters, origin: { file: join(folder, "botform.yaml"), path: [] } },
  };
  return policyFacts([policy], envs).engaged.get("stop");
}

it.each([
  ["1", true],
  ["true", true],
  ["yes", true],
  ["no", true],
  ["off", true],
  ["", false],
  [" ", false],
  ["0", false],
  ["false", false],
  ["FALSE", false],
  [" False ", false],
])("a variable set to %j engages it: %s", (value, isEngaged) => {
  expect(engaged({ env: "STOP" }, { STOP: value })).toBe(isEngaged ? "STOP is set" : undefined);
});

it("either environment is enough, and none releases the other", () => {
  expect(engaged({ env: "STOP" }, { STOP: "0" }, { STOP: "1" })).toBe("STOP is set");
  expect(engaged({ env: "STOP" }, { STOP: "1" }, {})).toBe("STOP is set");
  expect(engaged({ env: "STOP" }, {}, {})).toBeUndefined();
});

it.each([
  ["STOP", /STOP exists/],
  ["nothing", undefined],
  ["plain/STOP", /can't be checked/],
])("the file %s: %s", (file, found) => {
  const why = engaged({ file }, {});
  if (found === undefined) expect(why).toBeUndefined();
  else expect(why).toMatch(found);
});

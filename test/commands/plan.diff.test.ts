// plan --format diff where policies speak: the patch on standard output, and on standard error why an apply would be blocked.
import { expect, it } from "vitest";
import { botform } from "../support/command.js";
import { workplace, YAML } from "./workplace.js";

const at = workplace();
const WAIVER = "waivers: [{ reason: agreed on for the demo, until: 2999-12-31 }]";

/** The quick start under a limit that its bots break. */
function capped(waiver = ""): string {
  return at.written(
    `${YAML}\npolicies:\n  leverage-cap: { rule: max-leverage, limit: 1${waiver === "" ? "" : `, ${waiver}`} }\n`,
  );
}

it("a denied plan prints its patch, and says why it is denied", async () => {
  const env = await at.started();
  const { exitCode, out, err } = await botform(["plan", "-c", capped(), "--format", "diff"], { env });
  expect(exitCode).toBe(6);
  expect(out).toMatch(/^[-+]{3} /m);
  expect(out).not.toContain("Policy:");
  expect(err).toMatch(/^Policy: \d+ denied/m);
  expect(err).toMatch(
    /deny .*botform\.yaml:\d+: .*leverage \d+ is above 1 .*leverage-cap at .*botform\.yaml:\d+\].*fix: /,
  );
});

it("a waived finding is said, too, with its reason and its last day", async () => {
  const env = await at.started();
  const { exitCode, err } = await botform(["plan", "-c", capped(WAIVER), "--format", "diff"], { env });
  expect(exitCode).toBe(0);
  expect(err).toContain("waived until 2999-12-31: agreed on for the demo");
});

it("of several accounts each says its own under its name", async () => {
  const account = (name: string, accessId: number) => ({
    ...{ name, apiKey: `${name}-key`, apiSecret: `${name}-secret`, accesses: [{ accessId, title: "Main futures" }] },
  });
  const env = await at.started({ seed: { accounts: [account("demo", 1), account("second", 2)] } });
  const { BOTFORM_DEMO_API_URL: url = "" } = env;
  const more = {
    BOTFORM_SECOND_API_URL: url,
    BOTFORM_SECOND_API_KEY: "second-key",
    BOTFORM_SECOND_API_SECRET: "second-secret",
  };
  const [head = "", rest = ""] = YAML.split("\ndefaults:");
  const second = head.slice(head.indexOf("  demo:")).replace("demo:", "second:").replaceAll("_DEMO_", "_SECOND_");
  const policies = "policies:\n  leverage-cap: { rule: max-leverage, limit: 1 }\n";
  const both = at.written(`${head}\n${second}\n${policies}\ndefaults:${rest}`);
  const args = ["plan", "-c", both, "--format", "diff", "--all-accounts"];
  const { exitCode, err } = await botform(args, { env: { ...env, ...more } });
  expect({ exitCode, policies: err.match(/^Policy: \d+ denied/gm)?.length }).toEqual({ exitCode: 6, policies: 2 });
  for (const name of ["demo", "second"]) expect(err).toContain(`${name}/btc-dip: leverage 5 is above 1`);
});

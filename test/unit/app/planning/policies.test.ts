// What engages a kill switch: the file beside the one that names it, and a variable of either environment. And what is said of
// bots as the service has made them, what they may tie up, and what denies them; and the last look before a write.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { withClient } from "../../../../src/app/endpoint.js";
import { chooseAccounts } from "../../../../src/app/files/configuration.js";
import { planAccounts } from "../../../../src/app/planning/plan.js";
import {
  evaluatedAsCreated,
  type PolicySource,
  policyFacts,
  refusalNow,
} from "../../../../src/app/planning/policies.js";
import type { SeedBot } from "../../../../src/emulator/seed/seed.js";
import { denialsOf } from "../../../../src/model/plan/plan.js";
import type { Policy } from "../../../../src/model/policy/policy.js";
import { serviceReader } from "../../../../src/service/ports.js";
import { botCalled, workplace } from "../../../commands/workplace.js";
import { listening } from "../room.js";

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

const at = workplace();
const settings = Object.entries(botCalled("x"))
  .flatMap(([name, value]) => (name === "accessId" || name === "title" ? [] : [`${name}: ${value}`]))
  .join(", ");

/** What is planned for the bots of a configuration, in YAML, where the service has others. */
async function plannedOf(policies: string, declared: readonly string[], bots: SeedBot[]) {
  const accesses = [{ accessId: 101, title: "Main futures" }];
  const account = { name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", accesses, bots };
  const env = await at.started({ seed: { accounts: [account] }, quirks: { commandDelay: 0 } });
  const config = at.written(`version: 1
accounts:
  demo:
    apiUrl: \${env.BOTFORM_DEMO_API_URL}
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    accesses: { primary: Main futures }
policies: ${policies}
bots:
${declared.map((line) => `  ${line}\n`).join("")}`);
  const options = { config, concurrency: 4, journal: at.fresh("journal") };
  const { host } = listening(env);
  const [planned] = await planAccounts(host, options, chooseAccounts(options));
  if (planned === undefined || !("value" in planned)) throw new Error("no plan");
  return { host, ...planned.value };
}

describe("the last look before a write", () => {
  it("counts a running deal once, though both readings of the account have it", async () => {
    const policies = `
  some: { rule: custom, when: "size(bot.deals) > 0" }
  several: { rule: custom, when: "size(bot.deals) > 1" }`;
    const declared = [`one: { title: One, ${settings.replace("leverage: 5", "leverage: 6")}, enabled: true }`];
    const { host, made, policySource, endpoint } = await plannedOf(policies, declared, [
      { ...botCalled("One"), enabled: true },
    ]);
    const steps = made.steps.map(({ action, address }) => `${action} ${address}`);
    const denying = denialsOf(made).map(({ policy }) => policy);
    expect([steps, denying, await refusalNow(host, 4, made, policySource, endpoint)]).toEqual([
      ["update demo/one"],
      ["some"],
      "policies deny it (policy/custom): 1 denied; only a waiver in the configuration lets it through. Turning bots off is still possible",
    ]);
  });
});

describe("bots as the service has made them", () => {
  /** A plan that makes two bots of leverage 5, and what is said of them once they are there with those leverages. */
  async function verdicts(
    policies: string,
    leverages: readonly number[],
    change: (source: PolicySource) => PolicySource | "unknown" | undefined = (source) => source,
    others: readonly { readonly declared: string; readonly seeded: SeedBot }[] = [],
  ) {
    const declared = [
      `one: { title: One, ${settings}, enabled: true }`,
      `two: { title: Two, ${settings.replace("BTC", "ETH")}, enabled: true }`,
      ...others.map((other) => other.declared),
    ];
    const seeded = others.map((other) => other.seeded);
    const { made, policySource, endpoint } = await plannedOf(policies, declared, seeded);
    const ids = ["One", "Two"].map((title, index) =>
      at.emulator.service.addBot("demo", {
        ...{ ...botCalled(title), leverage: leverages[index] ?? 5 },
        ...(index === 1 && { pairTitle: "USDT-ETH" }),
      }),
    );
    return withClient({ ...endpoint, allow: "read" }, async (client) => {
      const live = await Promise.all(ids.map((id) => serviceReader(client, made.exchange).bot(id)));
      const created = new Map(live.map((bot, index) => [index === 0 ? "demo/one" : "demo/two", bot]));
      const found = await evaluatedAsCreated(client, made, change(policySource), created);
      return [...found].flatMap(([address, { denied, figures }]) => [address, denied, figures]);
    });
  }

  const LIMIT = "{ few: { rule: max-leverage, limit: 6 } }";

  it("as the plan wanted them are told what they may tie up", async () => {
    expect(await verdicts(LIMIT, [5, 5])).toMatchInlineSnapshot(`
      [
        "demo/one",
        undefined,
        "position at most 170, margin 34 (planned: 170, 34)",
        "demo/two",
        undefined,
        "position at most 170, margin 34 (planned: 170, 34)",
      ]
    `);
  });

  it("otherwise are denied each for itself", async () => {
    expect(await verdicts(LIMIT, [9, 5])).toMatchInlineSnapshot(`
      [
        "demo/one",
        "policies deny it as it is: leverage 9 is above 6 [policy/max-leverage]",
        "position at most 170, margin 18.89 (planned: 170, 34)",
        "demo/two",
        undefined,
        "position at most 170, margin 34 (planned: 170, 34)",
      ]
    `);
  });

  it("are denied together what the account is denied", async () => {
    expect(await verdicts("{ small: { rule: max-bots-changed, limit: 1 } }", [5, 5])).toMatchInlineSnapshot(`
      [
        "demo/one",
        "policies deny it as it is: the plan changes 2 bots, more than 1 bot [policy/max-bots-changed]",
        "position at most 170, margin 34 (planned: 170, 34)",
        "demo/two",
        "policies deny it as it is: the plan changes 2 bots, more than 1 bot [policy/max-bots-changed]",
        "position at most 170, margin 34 (planned: 170, 34)",
      ]
    `);
  });

  it("are denied together what a bot is denied that was there before", async () => {
    const sol = settings.replace("BTC", "SOL").replace("leverage: 5", "leverage: 9");
    const other = { declared: `old: { title: Old, ${sol} }`, seeded: { ...botCalled("Old"), pairTitle: "USDT-SOL" } };
    const denied = "policies deny it as it is: leverage 9 is above 6 [policy/max-leverage]";
    const figures = "position at most 170, margin 34 (planned: 170, 34)";
    expect(await verdicts(LIMIT, [5, 5], (source) => source, [other])).toEqual([
      ...["demo/one", denied, figures],
      ...["demo/two", denied, figures],
    ]);
  });

  it("of an account that the configuration doesn't name are read without it", async () => {
    const found = await verdicts(LIMIT, [9, 5], ({ account: _, ...source }) => ({ ...source, account: undefined }));
    expect(found).toMatchInlineSnapshot(`
      [
        "demo/one",
        "policies deny it as it is: leverage 9 is above 6 [policy/max-leverage]",
        "position at most 170, margin 18.89 (planned: 170, 34)",
        "demo/two",
        undefined,
        "position at most 170, margin 34 (planned: 170, 34)",
      ]
    `);
  });

  it("are denied where the policies aren't known, and nothing is said of them where there are none", async () => {
    const unknown = await verdicts(LIMIT, [5, 5], () => "unknown");
    expect(unknown).toMatchInlineSnapshot(`
      [
        "demo/one",
        "the configuration has errors, so it is unknown which policies apply; fix what botform validate names. Turning bots off is still possible",
        undefined,
        "demo/two",
        "the configuration has errors, so it is unknown which policies apply; fix what botform validate names. Turning bots off is still possible",
        undefined,
      ]
    `);
    expect(await verdicts(LIMIT, [9, 9], () => undefined)).toEqual([]);
  });
});

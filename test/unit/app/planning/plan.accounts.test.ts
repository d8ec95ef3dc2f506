// Accounts that are planned together: what is unknown while one can't be read, and what no plan does unasked.
import { expect, it } from "vitest";
import { chooseAccounts } from "../../../../src/app/files/configuration.js";
import { type PlanOptions, planAccounts } from "../../../../src/app/planning/plan.js";
import { botCalled, workplace } from "../../../commands/workplace.js";
import { listening, refusal } from "../room.js";

const at = workplace();
const FIELDS = Object.entries(botCalled("x")).filter(([name]) => name !== "accessId" && name !== "title");
const account = (name: string) =>
  `  ${name}:\n    apiUrl: \${env.BOTFORM_DEMO_API_URL}\n    apiKey: \${env.BOTFORM_${name.toUpperCase()}_KEY}\n    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}\n    accesses: { first: Main futures, second: Other futures }\n`;
const DEFAULTS = FIELDS.map(([name, value]) => `  ${name}: ${value}\n`).join("");
const yaml = (names: readonly string[], access: string) =>
  `version: 1\naccounts:\n${names.map(account).join("")}defaults:\n${DEFAULTS}bots:\n  a: { title: A, access: ${access} }\n`;

async function planned(names: readonly string[], access: string, more: Partial<PlanOptions> = {}, twoKey = "two-key") {
  const seeded = (name: string, firstId: number) => ({
    ...{ name, apiKey: `${name}-key`, apiSecret: "demo-secret" },
    accesses: [
      { accessId: firstId, title: "Main futures" },
      { accessId: firstId + 50, title: "Other futures" },
    ],
    bots: [{ ...botCalled("A"), id: firstId + 1, accessId: firstId }],
  });
  const env = await at.started({ seed: { accounts: [seeded("one", 100), seeded("two", 200)] } });
  const { host } = listening({ ...env, BOTFORM_ONE_KEY: "one-key", BOTFORM_TWO_KEY: twoKey });
  const chosen = { config: at.written(yaml(names, access)), account: names };
  return planAccounts(
    host,
    { ...chosen, concurrency: 4, journal: at.fresh("journal"), ...more },
    chooseAccounts(chosen),
  );
}

const UNKNOWN = ["one/#999", "two/#999"].map((target) => ({ target: [target] }));

it.each(UNKNOWN)("$target is refused where every account was read, and none has it", async (more) => {
  expect(await refusal(() => planned(["one", "two"], "first", more))).toEqual([
    "the accounts one, two have no undeclared bot #999",
    3,
  ]);
});

it.each(UNKNOWN)("$target isn't refused where an account that may have it couldn't be read", async (more) => {
  const results = await planned(["one", "two"], "first", more, "not the key");
  expect(results.map((one) => ("value" in one ? one.value.made.steps : one.failure.exitCode))).toEqual([[], 3]);
});

it.each([
  [{}, [], ["plan/access-changed"]],
  [{ allowReplace: true }, ["create"], []],
])("with %j, a bot whose access was changed comes to the steps %j and the errors %j", async (more, steps, errors) => {
  const [one] = await planned(["one"], "second", more);
  const made = one !== undefined && "value" in one ? one.value.made : undefined;
  expect(made?.steps.map(({ action }) => action)).toEqual(steps);
  expect(made?.diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code)).toEqual(errors);
});

it("prices that nobody shows are those that were given; one of a pair that no bot trades is refused before anything is read", async () => {
  const basisOf = async (more: Partial<PlanOptions>) => {
    const results = await planned(["one", "two"], "second", { allowReplace: true, ...more });
    return results.map((one) => {
      const after = "value" in one ? Object.values(one.value.made.money?.bots ?? {})[0]?.after : undefined;
      return after !== undefined && "basis" in after ? after.basis : undefined;
    });
  };
  const given = { kind: "price", price: "64000", source: "given" };
  expect(await basisOf({ price: ["USDT-BTC=64000"] })).toEqual([given, given]);
  expect(await basisOf({})).toEqual([{ kind: "relative" }, { kind: "relative" }]);
  expect(await refusal(() => basisOf({ price: ["USDT-XYZ=1"] }))).toEqual([
    "no bot trades USDT-XYZ; the bots trade USDT-BTC",
    3,
  ]);
});

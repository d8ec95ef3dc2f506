// requestsPerSecond and concurrency of an account: read, refused, shown, compared, and no part of what is planned.
import { describe, expect, it, test } from "vitest";
import { compareConfigurations } from "../../../src/authoring/compare.js";
import { exportYaml } from "../../../src/authoring/export.js";
import { resolveConnection } from "../../../src/config/connection.js";
import { loadSources } from "../../../src/config/load.js";
import { botYaml, brief, diagnosticsOf, load, withAccount } from "./fleet.js";

const BOTS = `bots:\n${botYaml("a")}`;
const of = (...rules: readonly string[]) => {
  const [account] = load(withAccount(BOTS, ...rules)).accounts;
  if (account === undefined) throw new Error("no account");
  return account;
};

const cases: readonly { rules: readonly string[]; budget: object | undefined; because: string }[] = [
  { rules: [], budget: undefined, because: "nothing is stated" },
  { rules: ["requestsPerSecond: 20"], budget: { requestsPerSecond: 20 }, because: "a whole number" },
  { rules: ["requestsPerSecond: 2.5"], budget: { requestsPerSecond: 2.5 }, because: "five in two seconds" },
  {
    rules: ["requestsPerSecond: 3", "concurrency: 1"],
    budget: { requestsPerSecond: 3, concurrency: 1 },
    because: "both",
  },
];

test.each(cases)("$rules — $because", ({ rules, budget }) => {
  const resolved = resolveConnection(of(...rules), { BOTFORM_KEY: "k", BOTFORM_SECRET: "s" });
  expect("connection" in resolved && resolved.connection.budget).toEqual(budget);
});

test.each([
  [[], undefined],
  [["assumptions: { nonceWindow: 30 }"], 30],
] as const)("%j: a service accepts a request for %s s", (rules, nonceWindow) => {
  const resolved = resolveConnection(of(...rules), { BOTFORM_KEY: "k", BOTFORM_SECRET: "s" });
  expect("connection" in resolved && resolved.connection.nonceWindow).toBe(nonceWindow);
});

describe("for all accounts at one address, at the top", () => {
  const files = (...rates: readonly string[]) => [
    { file: "a.yaml", text: withAccount(BOTS, "concurrency: 2") },
    ...rates.map((rate, index) => ({ file: `${index}.yaml`, text: `requestsPerSecond: ${rate}\n` })),
  ];
  const budgets = (...rates: readonly string[]) =>
    loadSources(files(...rates)).accounts.map(({ connection }) => connection.budget);

  it("it is each account's, and the least of several files", () => {
    expect(budgets("50")).toEqual([{ concurrency: 2, addressRequestsPerSecond: 50 }]);
    expect(budgets("50", "20", "30.5")).toEqual([{ concurrency: 2, addressRequestsPerSecond: 20 }]);
  });

  it.each(["0", "1.9", "-1", "fast"])("%s is refused where it stands", (rate) => {
    expect(brief(loadSources(files(rate)).diagnostics)).toEqual([expect.stringMatching(/ 1:20$/)]);
  });

  it("render keeps it there", () => {
    const [account] = loadSources(files("50")).accounts;
    const exported = account === undefined ? {} : exportYaml(account);
    expect(exported).toMatchObject({ text: expect.stringContaining("version: 1\nrequestsPerSecond: 50\naccounts:") });
    const [again] = "text" in exported ? loadSources([{ file: "a.yaml", text: String(exported.text) }]).accounts : [];
    expect(again?.connection.budget).toEqual({ concurrency: 2, addressRequestsPerSecond: 50 });
  });
});

const wrong = [
  "assumptions: { nonceWindow: 0 }",
  "assumptions: { nonceWindow: 3601 }",
  "assumptions: { nonceWindow: 1.5 }",
  "requestsPerSecond: 0",
  "requestsPerSecond: 1.9",
  "requestsPerSecond: -1",
  'requestsPerSecond: "fast"',
  "concurrency: 0",
  "concurrency: 1.5",
];

test.each(wrong)("%s is refused where it stands", (rule) => {
  const [problem, ...more] = brief(diagnosticsOf(withAccount(BOTS, rule)));
  expect([problem, more]).toEqual([expect.stringMatching(/^[a-z-]+ \d+:\d+$/), []]);
});

describe("they tune the connection", () => {
  it("and a saved plan holds whatever they are", () => {
    expect(of("requestsPerSecond: 4", "concurrency: 2").desired.digest).toBe(of().desired.digest);
  });

  it("diff shows them, as it shows addresses", () => {
    const [account] = compareConfigurations([of("concurrency: 2")], [of("concurrency: 3", "requestsPerSecond: 5")]);
    expect(account?.settings).toEqual([
      { name: "concurrency", before: 2, after: 3 },
      { name: "requestsPerSecond", after: 5 },
    ]);
  });

  it("render keeps them", () => {
    const exported = exportYaml(of("requestsPerSecond: 2.5", "concurrency: 2"));
    const [again] = "text" in exported ? loadSources([{ file: "a.yaml", text: exported.text }]).accounts : [];
    expect(again?.connection.budget).toEqual({ requestsPerSecond: 2.5, concurrency: 2 });
  });
});

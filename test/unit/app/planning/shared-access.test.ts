// Accounts of one configuration whose plans write to the same access of a service: none of them may be carried out with the other.
import { expect, it } from "vitest";
import type { Attempt } from "../../../../src/app/attempt.js";
import type { Planned } from "../../../../src/app/planning/plan.js";
import { withoutShared } from "../../../../src/app/planning/shared-access.js";
import { loadSources } from "../../../../src/config/load.js";
import type { Action } from "../../../../src/model/plan/actions.js";
import { BASE, live } from "../../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../../reconcile/plan/plans.js";

const config = loadSources([]);

function planned(
  account: string,
  accessIds: readonly number[],
  {
    action = "update",
    apiUrl = "https://a.example/v1",
    apiKey = `key of ${account}`,
  }: { action?: Action; apiUrl?: string; apiKey?: string } = {},
): Attempt<Planned> {
  const bots = accessIds.map((accessId) => plannedBot(`b${accessId}`, live(accessId, "b"), { accessId }));
  const made = planOf(
    bots,
    bots.map(({ accessId }) => step(action, `b${accessId}`)),
    { account },
  );
  const endpoint = { apiUrl, apiKey, apiSecret: "s" };
  const policySource = { config, account: undefined, envs: [] };
  return { account, value: { made, own: [], endpoint, policySource, isStopped: undefined } };
}

const FAILED: Attempt<Planned> = { account: "failed", failure: { exitCode: 1, message: "m", diagnostics: [] } };
const problem = (summary: string) => ({
  severity: "error",
  code: "plan/shared-access",
  summary,
  remedy:
    "If one of them has the wrong key, correct it. If both are meant, they need bots of different titles; apply one account at a time, with --account.",
});

it("two that write to one access are refused, each with the other's name; a third one isn't", () => {
  const [main, copy, third] = [planned("main", [1, 2]), planned("copy", [3, 2, 2]), planned("third", [4])];
  const results = withoutShared([main, FAILED, copy, third]);
  expect([results[1], results[3]]).toEqual([FAILED, third]);
  const problems = [results[0], results[2]].map((one) =>
    one !== undefined && "value" in one ? [one.value.made.diagnostics, one.value.own] : [],
  );
  const [ofMain, ofCopy] = [
    problem(
      "main would write to the access 2 at https://a.example, and so would copy: their keys open one account of the service",
    ),
    problem(
      "copy would write to the access 2 at https://a.example, and so would main: their keys open one account of the service",
    ),
  ];
  expect(problems).toEqual([
    [[ofMain], [ofMain]],
    [[ofCopy], [ofCopy]],
  ]);
});

it("of several, each names all others, in their order, at the account's place in the files", () => {
  const env = (name: string) => `"\${env.BOTFORM_${name}}"`;
  const keys = `apiUrl: ${env("URL")}, apiKey: ${env("K")}, apiSecret: ${env("S")}`;
  const fields = Object.entries(BASE).map(([name, value]) => `${name}: ${value}`);
  const bots = `  a: { title: A, ${fields.join(", ")} }`;
  const text = `version: 1\naccounts:\n  main: { ${keys}, accesses: { primary: 1 } }\nbots:\n${bots}\n`;
  const written = loadSources([{ file: "botform.yaml", text }]);
  expect(written.diagnostics).toEqual([]);
  const main = planned("main", [1]);
  if (!("value" in main)) throw new Error("no plan");
  const policySource = { config: written, account: written.accounts[0], envs: [] };
  const located = { ...main, value: { ...main.value, policySource } };
  const [one, two] = withoutShared([located, planned("copy", [1]), planned("third", [1])]);
  const own = [one, two].map((each) => (each !== undefined && "value" in each ? each.value.own : []));
  expect(own.flat().map(({ summary, position }) => [summary, position?.line])).toEqual([
    [
      "main would write to the access 1 at https://a.example, and so would copy, third: their keys open one account of the service",
      3,
    ],
    [
      "copy would write to the access 1 at https://a.example, and so would main, third: their keys open one account of the service",
      undefined,
    ],
  ]);
});

it("two with one key are refused, however they write the host", () => {
  const apiKey = "k";
  const results = withoutShared([
    planned("main", [1], { apiKey, apiUrl: "http://127.0.0.1:8080" }),
    planned("copy", [1], { apiKey, apiUrl: "http://localhost:8080" }),
    planned("third", [1], { apiKey, apiUrl: "http://localhost:8081" }),
  ]);
  expect(results.map((one) => "value" in one && one.value.own.map(({ summary }) => summary))).toEqual([
    [
      "main would write to the access 1 at http://127.0.0.1:8080, and so would copy: their keys open one account of the service",
    ],
    [
      "copy would write to the access 1 at http://localhost:8080, and so would main: their keys open one account of the service",
    ],
    [],
  ]);
});

it.each<[string, Attempt<Planned>, Attempt<Planned>]>([
  ["other accesses", planned("main", [1]), planned("copy", [2])],
  ["another service", planned("main", [1]), planned("copy", [1], { apiUrl: "https://b.example/v1" })],
  ["turn-offs alone", planned("main", [1]), planned("copy", [1], { action: "turn-off" })],
  ["nothing to do", planned("main", [1]), planned("copy", [])],
])("%s: both are as they were", (_what, main, copy) => {
  expect(withoutShared([main, copy])).toEqual([main, copy]);
});

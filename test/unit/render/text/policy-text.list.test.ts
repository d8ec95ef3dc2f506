// The policies in force: a line each with its limits, scope and place, its waivers below it, and what always applies.
import { expect, it } from "vitest";
import type { ListedPolicy } from "../../../../src/model/policy/policy-list.js";
import { policiesText } from "../../../../src/render/text/policy-text.js";
import { asItCame } from "../as-it-came.js";
import { MARKED, NASTY, placeAt } from "../facts.js";

const origin = { file: "house.yaml", path: ["policies", "cap"] };
const waiver = { reason: `agreed${NASTY}`, until: "2026-12-31", origin };

it("policies stand with what they say, and waivers with the days they have", () => {
  const policies: readonly ListedPolicy[] = [
    {
      policy: {
        ...{ name: "cap", rule: "max-leverage", severity: "deny", origin, parameters: { limit: "10" } },
        onUnknown: "warn",
        scope: { pair: ["USDT-*"] },
        waivers: [
          { ...waiver, bots: ["btc", "eth"] },
          waiver,
          { ...waiver, bots: ["sol"] },
          { ...waiver, bots: ["x"] },
        ],
      },
      position: placeAt("house.yaml", 5),
      days: [3, 1, 0],
    },
    {
      policy: {
        ...{ name: `n${NASTY}`, rule: "affordable", severity: "warn", origin, parameters: {}, scope: {}, waivers: [] },
        onUnknown: "warn",
      },
      ...{ position: undefined, days: [] },
    },
  ];
  expect(asItCame({ policies, always: ["policy/a", "policy/b"] }, policiesText)).toEqual([
    ".policies[].policy.rule",
    ".policies[].policy.severity",
    ".policies[].policy.waivers[].until",
    ".always[]",
  ]);
  expect(policiesText({ policies, always: ["policy/a", "policy/b"] }, MARKED)).toMatchInlineSnapshot(`
    "<b>cap</b>  deny  policy/max-leverage  limit 10 · scope {"pair":["USDT-*"]}<faint>  house.yaml:5</faint>
        waives btc, eth until 2026-12-31 (3 days left): agreed<x>\\u{1b}&
        waives every bot until 2026-12-31 (1 day left): agreed<x>\\u{1b}&
        waives sol <bad>expired on 2026-12-31</bad>: agreed<x>\\u{1b}&
        waives x <bad>expired on 2026-12-31</bad>: agreed<x>\\u{1b}&
    <b>n<x>\\u{1b}&</b>  warn  policy/affordable  

    These rules always apply:
      policy/a
      policy/b
    "
  `);
});

it("without policies says so", () => {
  expect(policiesText({ policies: [], always: ["policy/a"] }, MARKED)).toBe(
    "No policies are configured.\n\nThese rules always apply:\n  policy/a\n",
  );
});

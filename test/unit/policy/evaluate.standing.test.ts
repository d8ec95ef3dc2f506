// What stands as it is: bots and totals that a plan leaves alone, and the account as a report looks at it.
import { describe, expect, test } from "vitest";
import { live } from "../reconcile/fleet.js";
import { brief, found } from "./input.js";

const SETTINGS = { marginMode: "ISO", leverage: "3", typeTakeProfit: "LIMIT", typeFirstOrder: "MARKET" };
const short = (on: boolean) => [
  live(1, "A", {
    on,
    fields: { ...SETTINGS, leverage: "25", countOrderMax: "4", volumeSafetyOrder: "20", percentSafetyOrder: "1.5" },
  }),
];
const other = "bots:\n  b: { title: B, pairTitle: USDT-ETH }\n";
const declared = (more: string) =>
  `bots:\n  a: { title: A, pairTitle: USDT-BTC, leverage: 25, countOrderMax: 4, volumeSafetyOrder: 20, ${more} }\n`;

describe("liquidation-outside-grid without a policy", () => {
  const code = (lines: readonly string[]) => lines.filter((line) => line.includes("liquidation"));
  test.each([
    [true, ["warn liquidation-outside-grid main/a standing"], "a bot that is on is warned of"],
    [false, [], "one that is off opens no deal"],
  ])("of a bot that the plan leaves as it is, on %s: %j, %s", (on, expected) => {
    const yaml = `${declared(`enabled: ${on}`)}  b: { title: B, pairTitle: USDT-ETH }\n`;
    expect(code(brief(found(yaml, { live: short(on) })))).toEqual(expected);
  });
});

describe("account rules where balances aren't read on purpose", () => {
  const policies = `policies:
  margin: { rule: max-account-margin-percent, limit: 50 }
  reserve: { rule: free-balance-reserve, limit: 10 }
  total: { rule: max-wallet-exposure, of: account, limit: 50 }
  each: { rule: max-wallet-exposure, limit: 50 }
  afford: { rule: affordable }
  more: { rule: max-exposure-increase, limit: 50 }
`;
  const same = [live(1, "A", { on: true, fields: { ...SETTINGS, percentTakeProfit: "1.2" } })];
  test.each([
    ["", [], "a plan without steps says nothing"],
    [", enabled: false", [], "nor does a turn-off"],
    [
      ", percentTakeProfit: 3",
      [
        "deny affordable unknown",
        "deny free-balance-reserve unknown",
        "deny max-account-margin-percent unknown",
        "deny max-wallet-exposure main/a unknown",
        "deny max-wallet-exposure unknown",
      ],
      "an update needs them, and says how",
    ],
  ])("%s: %j, %s", (more, expected) => {
    const findings = found(`${policies}bots:\n  a: { title: A, pairTitle: USDT-BTC${more} }\n`, { live: same });
    expect(brief(findings)).toEqual(expected);
    for (const { remedy } of findings)
      expect(remedy).toBe("The balance in USDT couldn't be read: plan with an API key that may read the account.");
  });
});

describe("the account as it stands", () => {
  test("every live bot is looked at as if a plan made it", () => {
    const bots = [
      ...short(true),
      live(2, "Stranger", {
        on: false,
        fields: {
          ...SETTINGS,
          pairTitle: "USDT-ETH",
          countOrderMax: "2",
          volumeSafetyOrder: "9",
          martingaleScale: "2",
        },
      }),
    ];
    const yaml = `policies: { cap: { rule: max-leverage, limit: 2 }, few: { rule: max-bots-changed, limit: 0 }, once: { rule: custom, each: plan, when: "true" } }\n${declared("enabled: true")}`;
    expect(brief(found(yaml, { live: bots, whole: true, balance: "1000" }))).toEqual([
      "deny liquidation-outside-grid main/a",
      "deny max-leverage main/a",
      "deny max-leverage main/#2",
      "warn martingale-volume main/#2",
    ]);
  });

  test("totals are judged though nothing raises them", () => {
    const findings = found(declared("enabled: true"), { live: short(true), whole: true, balance: "1" });
    expect(brief(findings)).toContain("deny affordable");
    const read = found(`policies: { m: { rule: max-account-margin-percent, limit: 1 } }\n${other}`, {
      ...{ live: short(true), whole: true },
    });
    expect(brief(read)).toContain("deny max-account-margin-percent unknown");
  });
});

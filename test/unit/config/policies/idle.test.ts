// Patterns of policies that fit nothing are warned of at their place, but for those of shared files and of bots that may only live.
import { expect, it } from "vitest";
import { loadSources } from "../../../../src/config/load.js";
import { ACCOUNT, botYaml, diagnosticsOf, said } from "../fleet.js";

const found = (policy: string) =>
  said(
    diagnosticsOf(
      `${ACCOUNT}bots:\n${botYaml("btc-dip", { access: "primary", title: "BTC dip" })}policies:\n  p: ${policy}\n`,
    ),
  )
    .filter((line) => line.includes("polic"))
    .map((line) => line.replace(/^\d+:/, ""));
const cap = (rest: string) => `{ rule: max-leverage, limit: 9, ${rest} }`;
const idle = (at: number, pattern: string, remedy: string) =>
  `${at} warning policy-idle: policy p: "${pattern}" fits nothing of the configuration | ${remedy}`;

it.each<[string, readonly string[]]>([
  [cap("scope: { account: [mai] }"), [idle(57, "mai", "Did you mean main?")]],
  [cap("scope: { account: [zzzz, main] }"), [idle(57, "zzzz", "Use one of: main.")]],
  [cap("scope: { access: [primar, second] }"), [idle(56, "primar", "Did you mean primary?")]],
  [cap("scope: { account: ['mai-*'] }"), [idle(57, "mai-*", "Did you mean main*?")]],
  [
    cap("waivers: [{ bots: ['*-dap', 'mian/btc-*'], reason: r, until: 2030-01-01 }]"),
    [idle(57, "*-dap", "Did you mean *-dip?"), idle(66, "mian/btc-*", "Did you mean main/btc-*?")],
  ],
  [cap("scope: { title: [btc-dip] }"), [idle(55, "btc-dip", "Did you mean BTC dip?")]],
  [
    cap("waivers: [{ bots: [btc-dipp], reason: r, until: 2030-01-01 }]"),
    [idle(57, "btc-dipp", "Did you mean btc-dip?")],
  ],
  [
    cap("waivers: [{ bots: [copy/btc-dip], reason: r, until: 2030-01-01 }]"),
    [idle(57, "copy/btc-dip", "Did you mean main/btc-dip?")],
  ],
  [cap("scope: { title: ['Btc*'] }"), [idle(55, "Btc*", "Did you mean BTC*?")]],
  [cap("scope: { pair: ['BTC*'] }"), [idle(54, "BTC*", "Use one of: USDT-BTC.")]],
  [cap("scope: { pair: ['BTC-*'] }"), [idle(54, "BTC-*", "Use one of: USDT-BTC.")]],
  [cap("scope: { pair: ['USDC-*', 'USDT-ETH'], title: ['Eth*'] }"), []],
  // A bot that isn't declared may have the title.
  [cap("scope: { title: [Other], account: ['m*'], pair: ['*-BTC'] }"), []],
  [
    cap(
      "waivers: [{ bots: [btc-dip, main/btc-dip, 'main/*'], reason: r, until: 2030-01-01 }, { reason: r, until: 2030-01-01 }]",
    ),
    [],
  ],
])("%s", (policy, says) => {
  expect(found(policy)).toEqual(says);
});

it.each([
  [
    "{ rule: pairs-deny, pairs: [BTCUSDT] }",
    '34 policy-parameter: policy p: "BTCUSDT" is no pair | Did you mean USDT-BTC?',
  ],
  [
    cap("scope: { pair: [btc] }"),
    '54 policy-parameter: policy p: "btc" is no pair | Write the quote asset first, in capitals: USDT-BTC.',
  ],
])("%s can never fit a bot", (policy, says) => {
  expect(found(policy)).toEqual([says]);
});

it("says nothing beside an error, nor of policies of shared files", () => {
  expect(
    found(`${cap("scope: { account: [mian] }")}\n  q: { rule: max-leverage }`).filter((line) => line.includes("idle")),
  ).toEqual([]);
  const text = `${ACCOUNT}bots:\n${botYaml("btc-dip", { access: "primary" })}policyFiles: [shared.yaml]\n`;
  const shared = { file: "shared.yaml", text: `version: 1\npolicies:\n  p: ${cap("scope: { account: [mian] }")}\n` };
  const none = { named: [], diagnostics: [] };
  const { diagnostics, policies } = loadSources([{ file: "a.yaml", text }], [], undefined, {
    policies: () => ({ sources: [shared], diagnostics: [] }),
    facts: () => none,
  });
  expect([diagnostics, policies.length]).toEqual([[], 1]);
});

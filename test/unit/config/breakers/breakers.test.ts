// Breakers in a configuration: each rule with what it needs, for accounts that there are, and part of no digest.
import { describe, expect, it } from "vitest";
import { loadSources } from "../../../../src/config/load.js";
import { BREAKER_RULES } from "../../../../src/model/policy/breaker.js";

const yaml = (breakers: string) => `version: 1
accounts:
  main: { apiUrl: https://a.example, apiKey: "\${env.BOTFORM_K}", apiSecret: "\${env.BOTFORM_S}", accesses: { primary: Main } }
  copy: { apiUrl: https://a.example, apiKey: "\${env.BOTFORM_K2}", apiSecret: "\${env.BOTFORM_S2}", accesses: { primary: Main } }
bots: { a: { title: A, access: primary } }
${breakers}`;
const load = (breakers: string) => {
  const loaded = loadSources([{ file: "f.yaml", text: yaml(breakers) }]);
  return { ...loaded, diagnostics: loaded.diagnostics.filter(({ code }) => code !== "config/incomplete-bot") };
};
const ofAccount = (breakers: string, name: string) =>
  load(breakers).accounts.find(({ desired }) => desired.account === name)?.breakers;
const LOSS = "rule: loss, hours: 24, limit: 100.50, quote: USDT";

describe("breakers", () => {
  it("are read with what their rule needs, by name, each for its accounts", () => {
    const text = `breakers:
  margin: { rule: margin-used, limit: 80 }
  day-loss: { ${LOSS}, scope: { account: [copy] }, onUnknown: trip }
  liquidation: { rule: liquidation-distance, limit: 5 }
  naked: { rule: naked-deals, minutes: 10 }
  failures: { rule: failed-steps, hours: 1, limit: 3 }
`;
    expect(load(text).diagnostics).toEqual([]);
    expect(ofAccount(text, "copy")?.map(({ origin: _, ...one }) => one)).toEqual([
      {
        ...{ name: "day-loss", rule: "loss", hours: 24, limit: "100.5", quote: "USDT" },
        ...{ accounts: ["copy"], onUnknown: "trip" },
      },
      { name: "failures", rule: "failed-steps", hours: 1, limit: "3", onUnknown: "warn" },
      { name: "liquidation", rule: "liquidation-distance", limit: "5", onUnknown: "warn" },
      { name: "margin", rule: "margin-used", limit: "80", onUnknown: "warn" },
      { name: "naked", rule: "naked-deals", minutes: 10, onUnknown: "warn" },
    ]);
    expect(ofAccount(text, "main")?.map(({ name }) => name)).not.toContain("day-loss");
    expect(Object.keys(BREAKER_RULES)).toHaveLength(5);
  });

  it("change no digest, and leave no trace where there are none", () => {
    const digests = (breakers: string) => load(breakers).accounts.map(({ desired }) => desired.digest);
    expect(digests(`breakers: { a: { ${LOSS} } }`)).toEqual(digests(""));
    expect(load("").accounts[0]).not.toHaveProperty("breakers");
  });

  it.each<[string, readonly string[]]>([
    [`breakers: { a: { rule: loss, hours: 24, limit: 100 } }`, ["error config/breaker-parameter 6:24"]],
    [`breakers: { a: { rule: margin-used, limit: 80, hours: 3 } }`, ["error config/breaker-parameter 6:55"]],
    [`breakers: { a: { limit: 80 } }`, ["error config/breaker-parameter 6:13"]],
    [`breakers: { a: { rule: failed-steps, hours: 1, limit: 1.5 } }`, ["error config/breaker-parameter 6:55"]],
    [`breakers: { a: { ${LOSS}, scope: { account: [mian] } } }`, ["error config/breaker-parameter 6:88"]],
    [`breakers: { a: { rule: losses, hours: 24 } }`, ["error config/unknown-word 6:24"]],
    [`breakers: { a: { rule: margin-used, limit: 0 } }`, ["error config/out-of-range 6:44"]],
    [`breakers: { a: { rule: margin-used, limit: 80 % } }`, ["error config/wrong-type 6:44"]],
    [`breakers: { a: { rule: naked-deals, minutes: 0 } }`, ["error config/out-of-range 6:46"]],
    [`breakers: { a: { rule: loss, hours: 721, limit: 1, quote: USDT } }`, ["error config/out-of-range 6:37"]],
    [`breakers: { a: { rule: loss, hours: 24, limit: 1, quote: usdt } }`, ["error config/bad-text 6:58"]],
    [`breakers: { a: { rule: margin-used, maximum: 80 } }`, ["error config/unknown-key 6:37"]],
    [`breakers: { a: { ${LOSS}, scope: { acount: [main] } } }`, ["error config/unknown-key 6:78"]],
    [`breakers: { a: { ${LOSS}, scope: { account: [main, main] } } }`, ["error config/repeated-item 6:87"]],
    [`breakers: { a: 100 }`, ["error config/wrong-type 6:16"]],
    [`breakers: { a: { ${LOSS}, onUnknown: deny } }`, ["error config/unknown-word 6:80"]],
  ])("are strict, with the place: %s", (text, expected) => {
    const { accounts, diagnostics } = load(text);
    expect(
      diagnostics.map(({ code, severity, position: at }) => `${severity} ${code} ${at?.line}:${at?.column}`),
    ).toEqual(expected);
    expect(diagnostics.every(({ remedy }) => (remedy ?? "") !== "")).toBe(true);
    expect(accounts).toEqual([]);
  });

  it("say what to write", () => {
    const said = (text: string) => load(text).diagnostics.map(({ summary, remedy }) => `${summary}. ${remedy}`);
    expect([
      ...said("breakers: { a: { rule: loss, hours: 24, limit: 100 } }"),
      ...said(`breakers: { a: { ${LOSS}, minutes: 5 } }`),
      ...said(`breakers: { a: { ${LOSS}, scope: { account: [mian] } } }`),
      ...said("breakers: { a: { rule: margin-used, maximum: 80 } }"),
      ...said("breakers: { a: { rule: loss, hours: 24, limit: 1, quote: usdt } }"),
      ...said("breakers: { a: 100 }"),
    ]).toMatchInlineSnapshot(`
      [
        "loss needs quote. Add quote.",
        "loss has no minutes. Remove it; what the rule needs is hours, limit and quote.",
        "there is no account "mian". Did you mean main?",
        "unknown key "maximum" in breakers.a. Write limit in its place: limit and the same number.",
        "breakers.a.quote can't be "usdt". Write the asset in capitals, as pairs have it: USDT.",
        "breakers.a must be a map of keys and values, not a number 100. Write what it measures: a: { rule: loss, hours: 24, limit: 100, quote: USDT }.",
      ]
    `);
  });

  it("are declared once, in one of the files", () => {
    const other = { file: "g.yaml", text: `breakers: { a: { ${LOSS} } }` };
    const { diagnostics } = loadSources([{ file: "f.yaml", text: yaml(`breakers: { a: { ${LOSS} } }`) }, other]);
    expect(diagnostics.map(({ code }) => code)).toContain("config/declared-twice");
  });
});

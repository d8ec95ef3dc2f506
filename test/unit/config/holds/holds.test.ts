// Holds in a configuration: strict, with the place of each mistake, and part of no digest.
import { describe, expect, it } from "vitest";
import { loadSources } from "../../../../src/config/load.js";

const BOT = "{ title: A, access: primary }";
const yaml = (holds: string) => `version: 1
accounts:
  main: { apiUrl: https://a.example, apiKey: "\${env.BOTFORM_K}", apiSecret: "\${env.BOTFORM_S}", accesses: { primary: Main } }
  copy: { apiUrl: https://a.example, apiKey: "\${env.BOTFORM_K2}", apiSecret: "\${env.BOTFORM_S2}", accesses: { primary: Main } }
bots: { a: ${BOT} }
${holds}`;
const load = (holds: string) => {
  const loaded = loadSources([{ file: "f.yaml", text: yaml(holds) }]);
  return { ...loaded, diagnostics: loaded.diagnostics.filter(({ code }) => code !== "config/incomplete-bot") };
};
const saidOf = (holds: string) =>
  load(holds).diagnostics.map(
    ({ code, severity, position }) => `${severity} ${code} ${position?.line}:${position?.column}`,
  );

describe("holds", () => {
  it("reach the accounts that they may mean, with their place", () => {
    const { accounts, diagnostics, place } = load(
      "holds:\n  - { bots: [main/a], reason: why, until: 2026-12-01 }\n  - { bots: [a], reason: all }\n",
    );
    expect(diagnostics).toEqual([]);
    const main = accounts.find(({ desired }) => desired.account === "main")?.desired.holds;
    expect(main?.map(({ origin: _, ...hold }) => hold)).toEqual([
      { bots: ["main/a"], reason: "why", until: "2026-12-01" },
      { bots: ["a"], reason: "all" },
    ]);
    expect(main?.[1]?.origin && place(main[1].origin)).toMatchObject({ line: 8 });
    expect(accounts.find(({ desired }) => desired.account === "copy")?.desired.holds).toHaveLength(1);
  });

  it("of several files add up", () => {
    const other = { file: "g.yaml", text: "holds: [{ bots: [main/a], reason: more }]" };
    const { accounts } = loadSources([{ file: "f.yaml", text: yaml("holds: [{ bots: [a], reason: why }]") }, other]);
    expect(accounts.find(({ desired }) => desired.account === "main")?.desired.holds).toHaveLength(2);
  });

  it("change no digest: a saved plan meets them at the gate", () => {
    const digests = (holds: string) => load(holds).accounts.map(({ desired }) => desired.digest);
    expect(digests("holds: [{ bots: [a], reason: why }]")).toEqual(digests(""));
    expect(load("").accounts[0]?.desired).not.toHaveProperty("holds");
  });

  it.each<[string, string]>([
    ["holds: [{ bots: [main/a], reason: r, until: 2026-02-30 }]", "error config/hold-time 6:45"],
    ["holds: [{ bots: [main/a], reason: r, until: soon }]", "error config/bad-text 6:45"],
    ["holds: [{ bots: [main/a], reason: r, until: 2026-12-01T08:00 }]", "error config/bad-text 6:45"],
    ["holds: [{ bots: [], reason: r }]", "error config/out-of-range 6:17"],
    ["holds: [{ bots: [a, a], reason: r }]", "error config/repeated-item 6:17"],
    ["holds: [{ bots: ['a b'], reason: r }]", "error config/bad-text 6:18"],
    ["holds: [{ bots: [a], reason: '' }]", "error config/bad-text 6:30"],
    ["holds: [{ bots: [a] }]", "error config/wrong-type 6:9"],
    ["holds: [{ bots: [a], reason: r, untill: 2026-12-01 }]", "error config/unknown-key 6:33"],
    ["holds: { a: b }", "error config/wrong-type 6:1"],
    ["holds: [{ bots: [main/b], reason: r }]", "warning config/hold-idle 6:18"],
    ["holds: [{ bots: [b*], reason: r }]", "warning config/hold-idle 6:18"],
  ])("%s: %s", (holds, said) => {
    expect(saidOf(holds)).toEqual([said]);
  });

  it.each(["main/*", "'*'", "'main/#7'", "a*", "copy/a"])("on %s are no mistake", (pattern) => {
    expect(saidOf(`holds: [{ bots: [${pattern}], reason: r }]`)).toEqual([]);
  });

  it("on every bot of an account that has none are no mistake, and on some of them are", () => {
    const text = yaml("holds: [{ bots: [main/*], reason: r }, { bots: [main/a*], reason: r }]");
    const { diagnostics } = loadSources([
      { file: "f.yaml", text: text.replace("primary } }\nholds", "primary, only: [copy] } }\nholds") },
    ]);
    const idle = diagnostics.filter(({ code }) => code === "config/hold-idle");
    expect(idle.map(({ summary }) => summary)).toEqual(["the hold on main/a* holds no bot of the configuration"]);
  });

  it.each([
    ["main/alphaa", "error", "Did you mean main/alpha? If not, remove it"],
    ["alph1*", "warning", "Did you mean alpha*? If not, remove it"],
    ["zzzz*", "warning", "Correct the key, or remove it."],
  ])("on %s are the %s that a bot isn't held: %s", (pattern, severity, remedy) => {
    const text = yaml(`holds: [{ bots: ['${pattern}'], reason: r }]`).replace("{ a:", "{ alpha:");
    const found = loadSources([{ file: "f.yaml", text }]).diagnostics.filter(({ code }) => code === "config/hold-idle");
    expect(found).toMatchObject([{ severity, remedy: expect.stringContaining(remedy) }]);
  });

  it("name the key that was meant, and what to write", () => {
    const remedies = (holds: string) => load(holds).diagnostics.map(({ remedy }) => remedy);
    expect(remedies("holds: [{ bots: [a], reason: r, untill: 2026-12-01 }]")[0]).toMatch(/until/);
    expect(remedies("holds: [{ bots: ['a b'], reason: r }]")).toEqual([
      "Write a key or an address; * stands for any text: main/btc-dip, main/btc-*, or main/* for the account.",
    ]);
    expect(remedies("holds: [{ bots: [a], reason: r, until: soon }]")).toEqual([
      "Write the last day as YYYY-MM-DD, or a moment as YYYY-MM-DDTHH:MMZ.",
    ]);
    expect(remedies("holds: [{ bots: [a], reason: r, until: 2026-02-30 }]")[0]).toMatch(/YYYY-MM-DDTHH:MMZ/);
  });
});

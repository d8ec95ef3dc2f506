// Roll-outs in a configuration: each wave with something to take, none named in vain, and part of no digest.
import { describe, expect, it } from "vitest";
import { loadSources } from "../../../../src/config/load.js";

const yaml = (rollout: string) => `version: 1
accounts:
  main: { apiUrl: https://a.example, apiKey: "\${env.BOTFORM_K}", apiSecret: "\${env.BOTFORM_S}", accesses: { primary: Main } }
  copy: { apiUrl: https://a.example, apiKey: "\${env.BOTFORM_K2}", apiSecret: "\${env.BOTFORM_S2}", accesses: { primary: Main } }
bots: { dip: { title: A, access: primary } }
${rollout}`;
const load = (rollout: string) => {
  const loaded = loadSources([{ file: "f.yaml", text: yaml(rollout) }]);
  return { ...loaded, diagnostics: loaded.diagnostics.filter(({ code }) => code !== "config/incomplete-bot") };
};
const problems = (rollout: string) =>
  load(rollout).diagnostics.map(
    ({ severity, code, position }) => `${severity} ${code} ${position?.line}:${position?.column}`,
  );

describe("roll-outs", () => {
  it("are read with their waves, gates and times", () => {
    const text = `rollout:
  waves:
    - { name: first, accounts: [main, "pilot-*"], bots: [dip], bake: 2h }
    - { name: tenth, share: 10 %, bake: 1d }
    - { name: rest }
  gates: { drift: any, loss: 50.10, marginUsed: 60%, endedDeals: 5 }
  onFailure: undo
  wait: 90m
`;
    expect(problems(text)).toEqual(["warning config/rollout-idle 8:39"]);
    const { rollout } = load(text);
    expect(rollout).toEqual({
      waves: [
        {
          ...{ name: "first", bakeMs: 7_200_000 },
          takes: { kind: "named", accounts: ["main", "pilot-*"], bots: ["dip"] },
        },
        { name: "tenth", takes: { kind: "share", percent: "10" }, bakeMs: 86_400_000 },
        { name: "rest", takes: { kind: "rest" }, bakeMs: 0 },
      ],
      gates: { drift: false, loss: "50.1", marginUsed: "60", endedDeals: 5 },
      ...{ onFailure: "undo", waitMs: 5_400_000, origin: { file: "f.yaml", path: ["rollout"] } },
    });
  });

  it("have defaults that are careful", () => {
    expect(load("rollout: { waves: [{ name: rest }] }").rollout).toMatchObject({
      ...{ gates: { drift: true }, onFailure: "pause", waitMs: 86_400_000 },
    });
    expect(load("").rollout).toBeUndefined();
  });

  it("change no digest", () => {
    const digests = (rollout: string) => load(rollout).accounts.map(({ desired }) => desired.digest);
    expect(digests("rollout: { waves: [{ name: rest }] }")).toEqual(digests(""));
  });

  it.each<[string, readonly string[], string]>([
    ["waves: [{ name: rest }], gates: { loss: 5 }", ["warning config/rollout-unwatched 6:46"], "nothing takes time"],
    ["waves: [{ name: rest, bake: 0m }], gates: { loss: 5 }", ["warning config/rollout-unwatched 6:56"], "0m is none"],
    ["waves: [{ name: rest, bake: 1m }], gates: { loss: 5 }", [], "the last wave is watched, too"],
    ["waves: [{ name: a, accounts: [main], bake: 1m }, { name: b }], gates: { loss: 5 }", [], "one is enough"],
    ["waves: [{ name: rest }], gates: { loss: 5, endedDeals: 1 }", [], "deals are waited for"],
    ["waves: [{ name: rest }], gates: { endedDeals: 1 }", [], "deals are waited for"],
    ["waves: [{ name: rest }], gates: { marginUsed: 60% }", [], "the margin is used at once"],
  ])("%s: %j, because %s", (text, expected) => {
    expect(problems(`rollout: { ${text} }`)).toEqual(expected);
  });

  it.each<[string, readonly string[]]>([
    ["rollout: { waves: [{ name: first, accounts: [main] }] }", ["error config/rollout-waves 6:20"]],
    ["rollout: { waves: [{ name: first }, { name: rest }] }", ["error config/rollout-waves 6:20"]],
    ["rollout: { waves: [{ name: a, share: 5% }, { name: a }] }", ["error config/rollout-waves 6:52"]],
    ["rollout: { waves: [{ name: a, share: 5%, bots: [dip] }, { name: b }] }", ["error config/rollout-waves 6:38"]],
    ["rollout: { waves: [{ name: a, share: 0% }, { name: b }] }", ["error config/rollout-waves 6:38"]],
    ["rollout: { waves: [{ name: a, share: 101% }, { name: b }] }", ["error config/rollout-waves 6:38"]],
    ["rollout: { waves: [{ name: a, share: ten }, { name: b }] }", ["error config/bad-text 6:38"]],
    ["rollout: { waves: [{ name: a, bots: [dipp] }, { name: b }] }", ["error config/rollout-idle 6:38"]],
    ["rollout: { waves: [{ name: a, accounts: [mainn] }, { name: b }] }", ["error config/rollout-idle 6:42"]],
    ["rollout: { waves: [{ name: a, accounts: [mein*] }, { name: b }] }", ["warning config/rollout-idle 6:42"]],
    ["rollout: { waves: [{ name: a, bake: 2 hours, share: 5% }, { name: b }] }", ["error config/bad-text 6:37"]],
    ["rollout: { waves: [{ name: a, for: 2h, share: 5% }, { name: b }] }", ["error config/unknown-key 6:31"]],
    ["rollout: { waves: [{ name: a }], onfailure: undo }", ["error config/unknown-key 6:34"]],
    ["rollout: { waves: [{ name: a }], gates: { losses: 3 } }", ["error config/unknown-key 6:43"]],
    ["rollout: { waves: [] }", ["error config/out-of-range 6:19"]],
  ])("%s", (text, expected) => {
    expect(problems(text)).toEqual(expected);
    expect(load(text).diagnostics.every(({ remedy }) => (remedy ?? "") !== "")).toBe(true);
  });

  it.each([
    ["accounts: [copi]", "Did you mean copy? If not, remove it."],
    ["accounts: ['cop1*']", "Did you mean copy*? If not, remove it."],
    ["accounts: [zzzz]", "Use one of: main, copy."],
    ["bots: [copy/dap]", "Did you mean copy/dip? If not, remove it."],
    ["bots: [zzzz]", "Use one of: dip."],
    ["bots: [main/zzzz]", "Use one of: main/dip, copy/dip."],
  ])("a wave with %s names what there is: %s", (taken, remedy) => {
    const { diagnostics } = load(`rollout: { waves: [{ name: a, ${taken} }, { name: b }] }`);
    expect(diagnostics.map((one) => one.remedy)).toEqual([remedy]);
  });

  it("stand in one file alone", () => {
    const files = [
      { file: "a.yaml", text: yaml("rollout: { waves: [{ name: rest }] }") },
      { file: "b.yaml", text: "rollout: { waves: [{ name: rest }] }\n" },
    ];
    expect(loadSources(files).diagnostics.map(({ code }) => code)).toContain("config/declared-twice");
  });
});

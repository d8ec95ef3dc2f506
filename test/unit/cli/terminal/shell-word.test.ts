// Commands that are shown to be typed: each word stays one word, whatever stands in it.
import { describe, expect, it } from "vitest";
import { ledgerOption, sameOptions, shellWord, typedBy } from "../../../../src/cli/terminal/shell-word.js";

describe("a word of a shell", () => {
  it.each([
    ["fleet.plan", "fleet.plan"],
    ["a/b-c_d@1%+=:,2", "a/b-c_d@1%+=:,2"],
    ["", "''"],
    ["my plan", "'my plan'"],
    ["$(x)", "'$(x)'"],
    ["it's", "'it'\\''s'"],
    ["~/a", "'~/a'"],
    ["a;b", "'a;b'"],
    ["a\u001b", "'a\\u{1b}'"],
  ])("%j is %s", (text, word) => expect(shellWord(text)).toBe(word));
});

describe("the options that lead to the same configuration", () => {
  it("are none where none was given", () => expect(sameOptions({})).toBe(""));

  it("stand in one order, each with its name and a space before it", () => {
    const options = { envFrom: "my keys.env", varFile: ["v.yaml", "w.yaml"], var: ["a=1", "b=x y"], config: "fleet/" };
    expect(sameOptions(options)).toBe(
      " -c fleet/ --var a=1 --var 'b=x y' --var-file v.yaml --var-file w.yaml --env-from 'my keys.env'",
    );
  });
});

it("the option that leads to the same ledger is none where it is found by itself, or named by the environment", () => {
  const { BOTFORM_JOURNAL } = process.env;
  try {
    process.env.BOTFORM_JOURNAL = "of the environment";
    expect(ledgerOption({ journal: "of the environment" })).toBe("");
    expect(ledgerOption({ journal: ".botform/journal" })).toBe("");
    expect(ledgerOption({ journal: "my ledger", config: "fleet/" })).toBe(" --journal 'my ledger'");
    expect(ledgerOption({ journal: "postgres://user:pass@host/db", config: "fleet/" })).toBe("");
    delete process.env.BOTFORM_JOURNAL;
    expect(ledgerOption({ journal: "of the environment" })).toBe(" --journal 'of the environment'");
  } finally {
    if (BOTFORM_JOURNAL !== undefined) process.env.BOTFORM_JOURNAL = BOTFORM_JOURNAL;
  }
});

describe("what a further command of one that plans is given", () => {
  const options = { concurrency: 8, journal: "j", config: "fleet/" };
  it("is nothing but the configuration where nothing else was given", () =>
    expect(typedBy(options)).toEqual({ accounts: "", configured: " -c fleet/", bots: "", out: "", limits: {} }));

  it("is whatever chose accounts and bots, the files, and the limits", () => {
    const chosen = { account: ["main", "copy"], target: ["a*"], exclude: ["b", "c"], allowReplace: true };
    const files = { out: ["plan=p.plan", "html=p.html"], maxTurnOns: 40 };
    expect(typedBy({ ...options, ...chosen, ...files }, "p.plan")).toEqual({
      ...{ accounts: " --account main,copy", configured: " -c fleet/", file: "p.plan", limits: { maxTurnOns: 40 } },
      bots: " --target 'a*' --exclude b --exclude c --allow-replace",
      out: " --out plan=p.plan --out html=p.html",
    });
    expect(typedBy({ ...options, allAccounts: true }).accounts).toBe(" --all-accounts");
  });
});

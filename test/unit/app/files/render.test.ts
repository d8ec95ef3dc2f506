// What is rendered: the bots of one account or of all, where their values stand, and plain YAML of one account.
import { describe, expect, it } from "vitest";
import { type RenderOptions, render, renderYaml } from "../../../../src/app/files/render.js";
import { folder, listening, refusal } from "../room.js";

const at = folder();
const account = (name: string, more = "") =>
  `  ${name}:\n    apiUrl: \${env.BOTFORM_MAIN_API_URL}\n    apiKey: \${env.BOTFORM_MAIN_API_KEY}\n    apiSecret: \${env.BOTFORM_MAIN_API_SECRET}\n    accesses: { primary: Main futures }\n${more}`;
const BOTS = "bots:\n  dip: { title: Dip, leverage: 5 }\n  rally: { title: Rally, only: [a] }\n";
const ONE = `version: 1\naccounts:\n${account("a")}${BOTS}`;
const TWO = `version: 1\naccounts:\n${account("a")}${account("b")}${BOTS}`;

const rendered = (text: string, options: RenderOptions = {}) =>
  render({ config: at.written(text), ...options }).accounts.map(
    ({ account: name, bots }) => `${name}: ${bots.map(({ address }) => address).join(", ")}`,
  );

describe("bots", () => {
  it.each<[RenderOptions, readonly string[]]>([
    [{}, ["a: a/dip, a/rally", "b: b/dip"]],
    [{ account: "b" }, ["b: b/dip"]],
    [{ address: ["rally"] }, ["a: a/rally"]],
    [{ address: ["dip"] }, ["a: a/dip", "b: b/dip"]],
  ])("of %j are %j", (options, expected) => expect(rendered(TWO, options)).toEqual(expected));

  it("may be none, unless some are asked for", () => {
    const none = `version: 1\naccounts:\n${account("a")}${account("b")}bots:\n  dip: { title: Dip, leverage: 5, only: [a] }\n`;
    expect(rendered(none)).toEqual(["a: a/dip", "b: "]);
    expect(rendered(none, { address: ["dip"] })).toEqual(["a: a/dip"]);
  });

  it("are of an account that there is", async () => {
    expect(await refusal(() => rendered(TWO, { account: "c" }))).toEqual([
      "the configuration has no account c; it has a, b",
      3,
    ]);
  });

  it("say where each value stands", () => {
    const config = at.written(ONE);
    const [first] = render({ config, address: ["dip"] }).accounts;
    expect(first?.bots[0]?.fields.leverage?.origin).toEqual({ file: config, line: 9, column: 32 });
  });
});

describe("plain YAML", () => {
  const yaml = (text: string, options: RenderOptions = {}) =>
    renderYaml(listening().host, { config: at.written(text), ...options }).yaml;

  it("is of one account, whole or in part", async () => {
    expect(yaml(ONE)).toMatch(/Dip.*Rally/s);
    expect(yaml(ONE, { address: ["dip"] })).not.toMatch(/Rally/);
    expect(yaml(TWO, { account: "b" })).toMatch(/Dip/);
    expect(await refusal(() => yaml(TWO))).toEqual([
      "plain YAML is written for one account, but there are several (a, b)\nName one with --account.",
      3,
    ]);
  });

  it("isn't written of a number that YAML can't carry", async () => {
    const scaled = `version: 1\naccounts:\n${account("a", "    volumeScale: 1.23456789012\n")}bots:\n  dip: { title: Dip, volumeFirstOrder: 1.23456789 }\n`;
    expect(await refusal(() => yaml(scaled))).toEqual([
      "bot dip: volumeFirstOrder comes to 1.5241578751672002468, which has more digits than a YAML number can carry exactly\nSet volumeStep for the account, so that scaled volumes are rounded.",
      3,
    ]);
  });

  it("that no single file may hold is warned of", () => {
    const warned = (count: number, title: string) => {
      const values = Array.from({ length: count }, (_none, index) => index);
      const { host, said } = listening();
      const text = `version: 1\naccounts:\n${account("a")}bots:\n  b\${n}: { forEach: { n: [${values.join(", ")}] }, title: "${title} \${n}" }\n`;
      const { yaml: all } = renderYaml(host, { config: at.written(text) });
      return [Buffer.byteLength(all) > 2 ** 20, said];
    };
    const saying = (count: number) => [
      `warning: there are ${count} bots, but one file holds at most 2000 and 1 MiB: spread them over several files in a folder`,
    ];
    expect([warned(2_000, "T"), warned(2_001, "T"), warned(1_900, "€".repeat(200))]).toEqual([
      [false, []],
      [false, saying(2_001)],
      [true, saying(1_900)],
    ]);
  });

  it("in part isn't of an account that turns the others off", async () => {
    const text = `version: 1\naccounts:\n${account("a", "    undeclared: turn-off\n")}${BOTS}`;
    expect(yaml(text, { address: ["*"] })).toMatch(/Rally/);
    expect(await refusal(() => yaml(text, { address: ["dip"] }))).toEqual([
      "the account a turns undeclared bots off, so a file with only some of its bots would make the others undeclared\nLeave --address out.",
      3,
    ]);
  });
});

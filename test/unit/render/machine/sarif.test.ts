// SARIF logs: valid against the published schema whatever the texts, with every place where it is.
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CODES } from "../../../../src/app/explain.js";
import { uriFrom } from "../../../../src/render/machine/problem.js";
import { type SarifFacts, sarif } from "../../../../src/render/machine/sarif.js";
import { PLACES, problemAt, problems } from "./problems.js";

const SCHEMA = "test/unit/render/machine/sarif/sarif-2.1.0-rtm.5.json.txt";

/** RFC 3986: what a URI reference is made of, with every % before two digits. */
const URI = /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/;

const valid = (() => {
  const { $schema: _draft4, id: _id, ...schema } = JSON.parse(readFileSync(SCHEMA, "utf8"));
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  ajv.addFormat("uri", /^[a-z][a-z0-9+.-]*:\S+$/i);
  ajv.addFormat("uri-reference", URI);
  ajv.addFormat("date-time", /^\d{4}-\d\d-\d\dT/);
  return ajv.compile(schema);
})();

function log(changes: Partial<SarifFacts> = {}) {
  const printed = sarif({ problems: [], rows: CODES, places: PLACES, version: "1.2.3", exitCode: 0, ...changes });
  const parsed = JSON.parse(printed);
  expect(valid(parsed), JSON.stringify(valid.errors)).toBe(true);
  return { printed, run: parsed.runs[0], results: parsed.runs[0].results };
}

describe("sarif", () => {
  it("is a valid log without problems", () => {
    const { run, results } = log();
    expect(results).toEqual([]);
    expect(run.tool.driver).toEqual({ name: "botform", version: "1.2.3", rules: [] });
    expect(run.invocations).toEqual([{ executionSuccessful: true, exitCode: 0 }]);
  });

  it("the schema isn't satisfied by anything", () => {
    expect(valid({ version: "2.1.0" })).toBe(false);
    expect(valid({ version: "2.1.0", runs: [{ tool: { driver: { name: "x" } }, results: [{}] }] })).toBe(false);
  });

  it("has a result with its rule, level, file, line and column", () => {
    const { run, results } = log({
      problems: [problemAt(), problemAt({ code: "config/empty-file", level: "warning" })],
    });
    expect(results[0]).toMatchObject({
      ruleId: "config/unknown-key",
      level: "error",
      message: { text: "main/btc-dip: levrage isn't known\nfix: Did you mean leverage?" },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "fleet/botform.yaml", uriBaseId: "%SRCROOT%" },
            region: { startLine: 7, startColumn: 3 },
          },
          logicalLocations: [{ fullyQualifiedName: "main/btc-dip" }],
        },
      ],
    });
    for (const { ruleId, ruleIndex } of results) expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
    const row = CODES.get("config/unknown-key");
    expect(run.tool.driver.rules.find(({ id }: { id: string }) => id === "config/unknown-key")).toMatchObject({
      shortDescription: { text: row?.title },
      fullDescription: { text: row?.help.replace(/[{}]/g, "$&$&") },
      defaultConfiguration: { level: "error" },
    });
  });

  it("has the policy as a related place, and a waiver as a suppression", () => {
    const position = { file: "policies/house.yaml", line: 4, column: 3, text: "" };
    const waived = { reason: "agreed", until: "2026-12-31" };
    const { results } = log({
      problems: [problemAt({ code: "policy/max-leverage", level: "note", policy: { name: "cap", position }, waived })],
    });
    expect(results[0]).toMatchObject({
      level: "note",
      relatedLocations: [{ physicalLocation: { artifactLocation: { uri: "policies/house.yaml" } } }],
      suppressions: [{ kind: "external", status: "accepted", justification: "agreed" }],
    });
  });

  it("doubles braces and lets no text become a link", () => {
    const { results } = log({ problems: [problemAt({ summary: "${env.X} [x](https://evil.example)" })] });
    expect(results[0].message.text).toContain("${{env.X}} \\[x\\](https://evil.example)");
  });

  it("says why nothing could be looked at", () => {
    const { run } = log({ failure: "there is no configuration here", exitCode: 3 });
    expect(run.invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolConfigurationNotifications: [{ level: "error", message: { text: "there is no configuration here" } }],
    });
  });

  it("is valid, and hides nothing, whatever the texts", () => {
    fc.assert(
      fc.property(problems, (given) => {
        const { printed, results } = log({ problems: given });
        expect(results).toHaveLength(given.length);
        expect(printed).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]|^\s*::|##\[/mu);
      }),
    );
  });
});

describe("the URI of a file", () => {
  const outside = { cwd: "/repo/fleet", root: "/repo" };
  it.each([
    { file: "botform.yaml", uri: "fleet/botform.yaml", because: "it starts from the root, not from where it ran" },
    { file: "./a/../b.yaml", uri: "fleet/b.yaml", because: "dots are resolved" },
    { file: "../c.yaml", uri: "c.yaml", because: "still inside" },
    { file: "a b%20#?:é.yaml", uri: "fleet/a%20b%2520%23%3F%3A%C3%A9.yaml", because: "each part is encoded" },
    { file: "/repo/d.yaml", uri: "d.yaml", because: "an absolute path inside is relative" },
    { file: "/else/é.yaml", uri: "file:///else/%C3%A9.yaml", because: "one outside is absolute" },
    { file: "..a/b", uri: "fleet/..a/b", because: "two dots that begin a name are a name" },
    { file: "/repo", uri: ".", because: "the root itself" },
    { file: "a\ud800", uri: "fleet/a%EF%BF%BD", because: "half a character has no UTF-8" },
  ])("$file is $uri: $because", ({ file, uri }) => {
    expect(uriFrom(outside, file)).toBe(uri);
    expect(uri).toMatch(URI);
  });
});

import { describe, expect, test } from "vitest";
import { loadSources } from "../../../../src/config/load.js";
import { isSecretName, maskLines } from "../../../../src/config/yaml/mask.js";
import { ACCOUNT, botYaml } from "../fleet.js";

const CANARY = "CANARYx7f3a9c41";

describe("a secret in the file is in no diagnostic", () => {
  const base = ACCOUNT.split("\n").filter((line) => !line.includes("apiSecret"));
  const within = (...lines: string[]) =>
    [...base.slice(0, 5), ...lines, ...base.slice(5), `bots:\n${botYaml("x")}`].join("\n");
  const cases: readonly { name: string; text: string }[] = [
    { name: "plain", text: within(`    apiSecret: ${CANARY}`) },
    { name: "double quotes", text: within(`    apiSecret: "${CANARY}"`) },
    { name: "quoted key", text: within(`    "apiSecret": '${CANARY}'`) },
    { name: "escaped key", text: within(`    "api\\u0053ecret": ${CANARY}`) },
    { name: "on the next line", text: within("    apiSecret:", `      ${CANARY}`) },
    { name: "block text", text: within("    apiSecret: |", `      ${CANARY}`, `      ${CANARY}`) },
    { name: "open quote", text: within(`    apiSecret: "${CANARY}`) },
    { name: "over lines in open quotes", text: within('    apiSecret: "a', `      ${CANARY}`) },
    { name: "two colons", text: within(`    apiSecret: ${CANARY}: x`) },
    { name: "anchor", text: within(`    apiSecret: &${CANARY}`) },
    { name: "alias", text: within(`    apiSecret: *${CANARY}`) },
    { name: "tag", text: within(`    apiSecret: !${CANARY}`) },
    { name: "comment", text: within(`    apiSecret: \${env.X} # ${CANARY}`) },
    { name: "reserved character", text: within(`    apiSecret: @${CANARY}`) },
    { name: "percent", text: within(`    apiSecret: %${CANARY}`) },
    { name: "control character", text: within(`    apiSecret: ${CANARY}\u0007`) },
    { name: "a list", text: within(`    apiSecret: [${CANARY}]`) },
    { name: "a map", text: within(`    apiSecret: { x: ${CANARY} }`) },
    { name: "a map below", text: within("    apiSecret:", `      x: ${CANARY}`) },
    { name: "twice", text: within(`    apiSecret: ${CANARY}`, `    apiSecret: ${CANARY}`) },
    { name: "misspelt", text: within(`    apiSecert: ${CANARY}`) },
    { name: "other spelling", text: within(`    api_secret: ${CANARY}`) },
    { name: "explicit key", text: within("    ? apiSecret", `    : ${CANARY}`) },
    { name: "part of a reference", text: within(`    apiSecret: \${env.BOTFORM_X}${CANARY}`) },
    { name: "apiKey", text: within(`    apiSecret: \${env.BOTFORM_X}`).replace("${env.BOTFORM_KEY}", CANARY) },
    { name: "a number too long", text: within("    apiSecret: 12345678901234567890123") },
    { name: "flow", text: `version: 1\naccounts: { main: { apiSecret: ${CANARY}, foo: 1 } }` },
    { name: "flow over lines", text: `version: 1\naccounts: { main: { apiSecret:\n${CANARY}, foo: 1 } }` },
    { name: "through an alias", text: `version: 1\nvars: { s: &s ${CANARY} }\naccounts: { main: { apiSecret: *s } }` },
    { name: "in the wrong place", text: `${ACCOUNT}apiSecret: ${CANARY}\n` },
    { name: "in a webhook", text: within(`    hookUrl: https://a.net/crazy/hook/12:${CANARY}`) },
    { name: "in a user", text: within(`    apiUrl: https://${CANARY}@a.net`) },
  ];
  test.each(cases)("$name", ({ text }) => {
    const { diagnostics } = loadSources([{ file: "a.yaml", text }]);
    expect(diagnostics.length).toBeGreaterThan(0);
    const shown = JSON.stringify(diagnostics);
    expect(shown).not.toContain(CANARY);
    expect(shown).not.toContain("12345678901234567890123");
  });
});

test.each([
  {
    lines: ["  apiSecret: |", "    one", "", "    two", "  next: x"],
    shown: ["  apiSecret: ***", "    ***", "", "    ***", "  next: x"],
  },
  { lines: ['  apiSecret: "a', '    b"', "  next: x"], shown: ["  apiSecret: ***", "    ***", "  next: x"] },
  {
    lines: ["  apiSecret:", "    one", "    two", "next: x"],
    shown: ["  apiSecret:", "    ***", "    ***", "next: x"],
  },
  { lines: ["{ apiSecret:", "one, x: 1 }"], shown: ["{ apiSecret:", "***"] },
])("the lines below a secret's key are hidden as long as its value goes on: $lines", ({ lines, shown }) => {
  expect(maskLines(lines)).toEqual(shown);
});

test("what isn't secret is shown as it is", () => {
  const lines = [
    "bots:",
    "  token-bot:",
    "    title: Token",
    "  monkey: { title: x }",
    "apiUrl: https://a",
    "apiKey: ${env.BOTFORM_K}",
  ];
  expect(maskLines(lines)).toEqual(lines);
});

test.each([
  ["apiSecret", true],
  ["api_key", true],
  ["apiSecert", true],
  ["webhookToken", true],
  ["apiUrl", false],
  ["leverage", false],
  ["key", false],
])("%s names a secret: %s", (name, expected) => {
  expect(isSecretName(name)).toBe(expected);
});

test.each([
  "a".repeat(1_000_000),
  " ".repeat(1_000_000),
  "&".repeat(1_000_000),
  "a: ".repeat(300_000),
  "apiKey: &".concat("& ".repeat(500_000)),
])("a line of a mebibyte is masked in little time", (line) => {
  // Backtracking would take hours: the runner's own limit ends it.
  expect(maskLines([line, line])).toHaveLength(2);
});
